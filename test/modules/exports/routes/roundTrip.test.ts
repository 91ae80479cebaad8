import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { SubscriptionView } from '../../../../src/modules/subscriptions/model.ts';
import { anyDetailedDraft, type DetailedDraft } from '../../../support/exports.ts';
import { renew } from '../../../support/payments.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ writesInline: true, quota: { limit: 1_000_000, windowSeconds: 3600 } });

let owners = 0;
const newOwner = () => service.makeKey(`owner ${(owners += 1)}`, 'write');

/** A book of a new owner with some subscriptions, and payments of those that have one due. */
async function writeBook(drafts: readonly DetailedDraft[]): Promise<string> {
  const key = newOwner();
  const operations = drafts.map((draft) => ({ action: 'create', ...draft }));
  const { status, text, json } = await service.call('POST', '/api/v1/subscriptions/batch', {
    key,
    json: { operations },
  });
  if (status !== 200) throw new Error(`the subscriptions could not be created: ${text}`);
  const created = json['results'] as readonly { readonly data: SubscriptionView }[];
  for (const [place, { data }] of created.entries()) {
    // Refused for one that is paused, or ends before.
    if (place % 2 === 0)
      await renew(service, data, { key, json: { dueOn: data.nextPaymentDate, payments: 1 + (place % 3) } });
  }
  return key;
}

async function exportedAs(key: string, query: string): Promise<string> {
  const response = await fetch(`${service.origin}/api/v1/export${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  // As it is: a byte order mark belongs to the file.
  return Buffer.from(await response.arrayBuffer()).toString();
}

interface Book {
  readonly subscriptions: readonly (Readonly<Record<string, unknown>> & { readonly payments: readonly object[] })[];
}

/** What an export has but for ids and instants, which each book has its own of. */
async function contentOf(key: string) {
  const { subscriptions } = JSON.parse(await exportedAs(key, '')) as Book;
  return subscriptions.map(({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...rest }) => rest);
}

async function imported(file: string): Promise<string> {
  const key = newOwner();
  const { status, text } = await service.call('POST', '/api/v1/import?onDuplicate=create', { key, raw: file });
  expect([status, text]).toEqual([200, expect.stringContaining('"failed":0')]);
  return key;
}

const anyBook = fc.array(anyDetailedDraft, { minLength: 1, maxLength: 12 });

describe('an export that is imported by another owner', () => {
  test.each(['', '?format=csv', '?format=csv&safe=true'])(
    '§20.2: has the same subscriptions, details and payments again, in the same order: %s',
    async (query) => {
      await fc.assert(
        fc.asyncProperty(anyBook, async (drafts) => {
          const key = await writeBook(drafts);
          const copy = await imported(await exportedAs(key, query));
          expect(await contentOf(copy)).toEqual(await contentOf(key));
        }),
        { numRuns: Number(Bun.env['ROUND_TRIPS'] ?? 5) },
      );
    },
    30_000,
  );

  test('keeps the 31st of February and of the months after it, quarters, and payments', async () => {
    const subscription = { name: '=A1', category: 'x', amount: 9.99, currency: 'EUR' };
    const key = await writeBook([
      { subscription: { ...subscription, period: 'monthly', lastPaymentDate: '2026-01-31' } },
      {
        subscription: { ...subscription, period: 'custom', customDate: '91', lastPaymentDate: '2025-11-30' },
        details: { everyMonths: 3, notes: 'one\n"two",\nthree', anchorDay: 31 },
      },
    ]);
    const book = await contentOf(key);
    expect(book[0]).toMatchObject({
      lastPaymentDate: '2026-02-28',
      nextPaymentDate: '2026-03-31',
      details: { anchorDay: 31 },
    });
    expect(book[0]?.payments).toHaveLength(1);
    for (const query of ['', '?format=csv', '?format=csv&safe=true']) {
      expect(await contentOf(await imported(await exportedAs(key, query)))).toEqual(book);
    }
  });
});
