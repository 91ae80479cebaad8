import { expect, test } from 'bun:test';
import { assert, constantFrom, property } from 'fast-check';
import { compareText, composed, foldCase, normaliseName } from '../../../src/core/text/text.ts';
import { pathOf } from '../../support/expectations.ts';
import { startService, validDraft } from '../../support/service.ts';

const service = await startService({ writesInline: true });

// Each row: forms that are canonically equal. The last one of Việt is in none of the normal forms; so is that of two marks.
const equal = [
  ['Caf\u00e9 Zo\u00eb', 'Cafe\u0301 Zoe\u0308', 'Caf\u00e9 Zoe\u0308'],
  ['Vi\u1ec7t', 'Vie\u0323\u0302t', 'Vi\u00ea\u0323t', 'Vi\u1eb9\u0302t', 'Vie\u0302\u0323t'],
  ['\u00c5ngstr\u00f6m', 'A\u030angstro\u0308m', '\u212bngstr\u00f6m'],
  ['\ud55c\uad6d', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
] as const;

const encoded = encodeURIComponent;
let owners = 0;

/** An owner with a subscription whose name and category are in one form, and the key of the owner. */
async function ownerOf(...forms: readonly string[]) {
  const key = service.makeKey(`owner ${(owners += 1)}`, 'admin');
  const made = [];
  for (const form of forms) {
    const fields = { name: form, category: form, period: 'custom', customDate: '30', lastPaymentDate: '2026-05-10' };
    made.push(await service.create(fields, key));
  }
  return { key, made };
}

test.each(equal.flatMap((forms) => forms.map((form) => [form, forms] as const)))(
  '§1.5: %j is found by each form of its name and category, and stays as it was sent',
  async (form, forms) => {
    const { key, made } = await ownerOf(form);
    expect(made).toMatchObject([{ name: form, category: form }]);
    const ask = async (query: string) => (await service.list(query, key)).data.map(({ name }) => name);
    for (const sent of forms) {
      for (const text of [sent, sent.toUpperCase(), sent.slice(0, 3).normalize('NFC')])
        if (composed(form).toUpperCase().includes(composed(text).toUpperCase()))
          expect([text, await ask(`?q=${encoded(text)}`)]).toEqual([text, [form]]);
      expect([sent, await ask(`?category=${encoded(sent)}&status=active`)]).toEqual([sent, [form]]);
      expect(await ask(`?category=${encoded(sent)}&q=nothing`)).toEqual([]);
    }
  },
);

test.each(equal.map((forms) => [forms[0], forms] as const))(
  '§5.5: the forms of %j are one category in filters, sums and feeds, are duplicates, and are sorted as one text',
  async (form, forms) => {
    const { key, made } = await ownerOf(...forms);
    const read = async (path: string) => (await service.call('GET', path, { key })).json;
    const filtered = await service.list(`?category=${encoded(form)}&sort=name`, key);
    // Equal names are in the order of their creation.
    expect(filtered.data.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    const { duplicates } = (await read('/api/v1/analytics/duplicates')) as {
      duplicates?: { subscriptions: object[] }[];
    };
    expect(duplicates?.map(({ subscriptions }) => subscriptions.length)).toEqual([forms.length]);
    for (const { id } of made) await service.call('POST', `${pathOf({ id })}/renew`, { key, json: {} });
    const [shown = ''] = forms.toSorted(compareText);
    const { summary } = (await read('/api/v1/analytics/summary')) as { summary?: { byCategory: object[] } };
    expect(summary?.byCategory).toMatchObject([{ category: shown, activeSubscriptions: forms.length }]);
    const { forecast } = (await read('/api/v1/analytics/forecast?months=2')) as {
      forecast?: { months: { byCategory: { category: string }[] }[] };
    };
    for (const { byCategory } of forecast?.months.slice(1) ?? [])
      expect(byCategory.map((one) => one.category)).toEqual([shown]);
    const { spent } = (await read('/api/v1/analytics/spent')) as { spent?: { byCategory: { category: string }[] } };
    expect(spent?.byCategory.map(({ category }) => category)).toEqual([shown]);
    for (const { id } of made.slice(0, 1))
      await service.call('PATCH', `${pathOf({ id })}/details`, { key, json: { tags: [form] } });
    for (const [filter, count] of [
      [{ category: forms.at(-1) }, forms.length],
      [{ tag: forms.at(-1) }, 1],
    ] as const) {
      const feed = await service.call('POST', '/api/v1/feeds', {
        key,
        json: { name: 'Bills', daysAhead: 30, ...filter },
      });
      const { url } = feed.json.data as unknown as { readonly url: string };
      const calendar = await (await fetch(url)).text();
      expect(new Set(calendar.match(/^UID:[0-9a-f]{8}-[0-9a-f-]{27}/gm)).size).toBe(count);
    }
  },
);

test('§11.2: two tags that are canonically equal are the same tag, and notes are found in each form', async () => {
  const { key, made } = await ownerOf('Plain');
  const [record = { id: '' }] = made;
  const patch = (json: object) => service.call('PATCH', `${pathOf(record)}/details`, { key, json });
  expect((await patch({ tags: ['Caf\u00e9', 'cafe\u0301'] })).json.error).toMatchObject({ field: 'tags' });
  expect((await patch({ notes: 'Zu Hause bei Zoe\u0308' })).status).toBe(200);
  for (const q of ['zo\u00eb', 'zoe\u0308']) {
    expect((await service.list(`?include=details&q=${encoded(q)}`, key)).data.length).toBe(1);
  }
});

test('a record of a file is a duplicate of a subscription whose name is canonically equal', async () => {
  const { key } = await ownerOf('Caf\u00e9');
  const draft = { ...validDraft, name: 'Cafe\u0301', period: 'custom', customDate: '30' };
  const file = { format: 'duebook', version: 1, subscriptions: [draft] };
  const answer = await service.call('POST', '/api/v1/import', { key, json: file });
  expect(answer.json['import']).toMatchObject({ created: 0, skipped: 1 });
});

test('folded and normalised texts are equal for all canonically equal texts', () => {
  const forms = ['NFC', 'NFD'] as const;
  const letters = Array.from({ length: 0x2fff }, (_, code) => String.fromCodePoint(code + 0x80)).filter((one) =>
    one.isWellFormed(),
  );
  const marked = property(
    constantFrom(...letters),
    constantFrom(...letters),
    constantFrom(...forms),
    (one, mark, form) => {
      const text = one + mark;
      for (const fold of [foldCase, normaliseName]) expect(fold(text.normalize(form))).toBe(fold(text));
    },
  );
  assert(marked);
  for (const letter of letters) {
    expect([letter, foldCase(letter.normalize('NFD'))]).toEqual([letter, foldCase(letter)]);
    expect([letter, normaliseName(letter.normalize('NFD'))]).toEqual([letter, normaliseName(letter)]);
  }
});
