import { beforeEach, describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { viewSubscription } from '../../../src/domain/subscriptions/subscription.ts';
import { anyAmount, anyDraft } from '../../support/arbitraries.ts';
import { absentId, pathOf, subscriptionsPath, writableFields, words } from '../../support/expectations.ts';
import { startService, validDraft, type Answer } from '../../support/service.ts';

// Every answer is held against the OpenAPI document by the call itself: a wrong envelope or an undocumented status throws.
const service = await startService();
const record = await service.create();

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT');
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

/** Values that some field takes, and values that almost look so. */
const peculiarValue = fc.oneof(
  fc.constantFrom('USD', 'monthly', 'custom', 'active', '2026-06-15', '2026-02-30', '30', '0', '', null, true, 19.99),
  fc.constantFrom(-0, 0.1 + 0.2, 1e21, 5e-324, '\u0000', '\ud800', '9999-12-31', '9'.repeat(400), 'é'.repeat(121)),
  fc.jsonValue(),
  anyText,
  fc.double(),
);

/** A draft of which some fields are replaced by anything, and to which anything is added. */
const almostDraft = fc
  .tuple(
    anyDraft,
    fc.dictionary(fc.constantFrom(...writableFields), peculiarValue, { maxKeys: 2 }),
    fc.oneof(
      fc.constant({}),
      fc.dictionary(fc.oneof(fc.constantFrom('id', '__proto__', 'constructor'), anyText), peculiarValue, {
        maxKeys: 1,
      }),
    ),
  )
  .map(([draft, replaced, added]) => ({ ...draft, ...replaced, ...added }));

const anyBody = fc.oneof(fc.jsonValue(), almostDraft, fc.dictionary(fc.constantFrom(...writableFields), peculiarValue));

/** How many requests of the present test were not refused. */
let accepted = 0;
// A tenth of the requests of each test is, on average.
const acceptedMin = 3;
beforeEach(() => void (accepted = 0));

function expectServed({ status, json }: Answer, statuses: readonly number[]): void {
  expect(statuses).toContain(status);
  if (status < 400) accepted += 1;
  if (status >= 400) {
    expect(json.error.code).toBeString();
    expect(json.error.message).toBeString();
  }
  expect(json.requestId).toBeString();
}

/** What reading the record gives must be what the write answered. */
async function expectReadBack({ json: { data } }: Answer): Promise<void> {
  const read = await service.call('GET', pathOf(data));
  expect(read.json.data).toEqual(data);
}

describe('whatever a client sends', () => {
  test('as the body of a creation is created and read back equal, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (json) => {
        const answer = await service.call('POST', subscriptionsPath, { json });
        expectServed(answer, [201, 400]);
        if (answer.status === 201) await expectReadBack(answer);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(acceptedMin);
  });

  test('as the body of a change is stored and read back equal, or refused and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (json) => {
        const before = (await service.call('GET', pathOf(record))).json.data;
        const answer = await service.call('PATCH', pathOf(record), { json });
        expectServed(answer, [200, 400]);
        if (answer.status === 200) await expectReadBack(answer);
        else expect((await service.call('GET', pathOf(record))).json.data).toEqual(before);
      }),
      { numRuns: 250 },
    );
    expect(accepted).toBeGreaterThan(acceptedMin);
  });

  test('as bytes of a body, JSON or not, is served or refused', async () => {
    const wrapped = fc.uint8Array().map((bytes) => Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')]));
    const anyBytes = fc.oneof(
      fc.uint8Array(),
      anyAmount.map((amount) => Buffer.from(JSON.stringify({ amount }))),
      wrapped,
      anyText.map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(anyBytes, fc.constantFrom('POST', 'PATCH'), async (bytes, method) => {
        const path = method === 'POST' ? subscriptionsPath : pathOf(record);
        expectServed(await service.call(method, path, { raw: new Uint8Array(bytes) }), [200, 201, 400]);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(acceptedMin);
  });

  test('as a query is served or refused', async () => {
    const names = words('limit offset status category period q expiringBefore sort horizonDays subscriptionId');
    const encoded = fc
      .oneof(anyText, fc.constantFrom('1', '50', 'active', 'name', '-amount', '2026-06-15', absentId))
      .map((text) => encodeURIComponent(text.toWellFormed()));
    const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), encoded), encoded).map((parts) => parts.join('='));
    const raw = fc.string({ unit: fc.constantFrom(...Array.from('&=+%;/?@:!$,*()[]|^`~0aF"\'')) });
    const query = fc.oneof(
      fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&')),
      raw,
    );
    const path = fc.constantFrom(
      subscriptionsPath,
      '/api/v1/audit',
      '/api/v1/analytics/summary',
      '/api/v1/analytics/duplicates',
    );
    await fc.assert(
      fc.asyncProperty(path, query, async (of, text) => {
        expectServed(await service.call('GET', `${of}?${text}`), [200, 400]);
      }),
      { numRuns: 250 },
    );
    expect(accepted).toBeGreaterThan(acceptedMin);
  });

  test('as a path, with any method, is refused as unknown', async () => {
    const segment = fc.oneof(
      anyText.map((text) => encodeURIComponent(text.toWellFormed())),
      fc.constantFrom('%', '%00', '%ff', '..%2f', '%2e', ';', 'subscriptions', 'analytics', '*', ':id'),
    );
    await fc.assert(
      fc.asyncProperty(methods, fc.array(segment, { minLength: 1, maxLength: 3 }), async (method, segments) => {
        const path = `${subscriptionsPath}/${segments.join('/')}`;
        const { status } = await service.call(method, path, method === 'PATCH' ? { json: { amount: 1 } } : {});
        expect([400, 404, 405]).toContain(status);
      }),
      { numRuns: 200 },
    );
  });

  test('as a key is refused, unless it is one', async () => {
    const printable = fc.string({
      unit: fc
        .integer({ min: 0x21, max: 0xff })
        .filter((code) => code < 0x7f || code > 0xa0)
        .map((code) => String.fromCharCode(code)),
    });
    const nearKey = fc.nat(service.keys.write.length - 1).map((place) => {
      const other = service.keys.write[place] === 'x' ? 'y' : 'x';
      return service.keys.write.slice(0, place) + other + service.keys.write.slice(place + 1);
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(printable, nearKey, fc.constantFrom('dbk_r_', 'dbk_w_')), async (key) => {
        const answer = await service.call('POST', subscriptionsPath, { key, json: validDraft });
        expectServed(answer, [401]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('any draft that is valid', () => {
  test('is created, and is read back as it was sent, one by one, in the list and in the trail', async () => {
    await fc.assert(
      fc.asyncProperty(anyDraft, async (draft) => {
        const created = await service.create({ ...draft }, service.keys.otherWrite);
        const { customDate, ...plain } = draft;
        const expected = {
          ...plain,
          name: draft.name.trim(),
          category: draft.category.trim(),
          ...(draft.period === 'custom' && { customDate: String(customDate) }),
        };
        expect(created).toMatchObject(expected);
        expect('customDate' in created).toBe(draft.period === 'custom');
        const call = { key: service.keys.otherWrite };
        expect((await service.call('GET', pathOf(created), call)).json.data).toEqual(created);
        expect((await service.list('?limit=1', service.keys.otherWrite)).data).toEqual([created]);
        const [entry] = (await service.auditTrail('?limit=1', service.keys.otherWrite)).data;
        expect(entry?.metadata).toEqual({ after: created });
        const owner = service.store.apiKeys.findHolder(service.keys.otherWrite, () => created.createdAt)?.ownerId ?? 0;
        const stored = service.store.subscriptions.find(owner, created.id);
        expect(stored && viewSubscription(stored)).toEqual(created);
      }),
      { numRuns: 200 },
    );
  });
});
