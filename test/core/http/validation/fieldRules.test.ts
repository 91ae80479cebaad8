import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { anyAmount } from '../../../support/arbitraries.ts';
import { expectRefusal, pathOf, subscriptionsPath, withoutWriting, words } from '../../../support/expectations.ts';
import { startService, validDraft, type ErrorView } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();
const currencies = words('CNY USD EUR JPY GBP AUD CAD CHF HKD SGD');
const periods = words('monthly yearly custom');
const statuses = words('active paused cancelled');

interface FieldTable {
  readonly section: string;
  readonly field: string;
  /** Values as they stand in JSON, and what is read back where that is another value. */
  readonly accepted: readonly (string | readonly [sent: string, readBack: unknown])[];
  readonly refused: readonly string[];
  /** What each refusal says beside the code and the field. */
  readonly error?: Partial<ErrorView>;
  /** Other fields that a creation needs for the accepted values. */
  readonly beside?: (sent: string) => Readonly<Record<string, unknown>>;
}

const json = (value: unknown) => JSON.stringify(value);
const quoted = (text: string) => words(text).map(json);
const noText = words('null 0 30 true [] ["30"] {}');

/** The table of a label, which takes at most some code points. */
function label(field: string, most: number): FieldTable {
  const longest = 'x'.repeat(most);
  const accepted: readonly (readonly [string, string])[] = [
    [json('x'), 'x'],
    [json(longest), longest],
    [json('😀'.repeat(most)), '😀'.repeat(most)],
    [json(`  ${longest}  `), longest],
    [json('\u00a0\u3000Netflix\u2003\u{feff}'), 'Netflix'],
    [json('Amazon  Prime'), 'Amazon  Prime'],
  ];
  const tooLong = [`${longest}x`, '😀'.repeat(most + 1), `${'x'.repeat(most - 4)}👨‍👩‍👧`, `x${' '.repeat(most - 1)}x`];
  const blank = ['', ' ', '\u00a0\u2003\u3000'];
  return { section: '§2.1', field, accepted, refused: [...[...tooLong, ...blank].map(json), ...noText] };
}

/** The table of a field that takes a few words. */
function choice(field: string, allowedValues: readonly string[], wrong: readonly string[]): FieldTable {
  const refused = [...wrong, ''].map(json).concat('null', '0', 'true', json([allowedValues[0]]), '{}');
  const beside = (sent: string) => (sent === '"custom"' ? { customDate: '30' } : {});
  return { section: '§1.4', field, accepted: allowedValues.map(json), refused, error: { allowedValues }, beside };
}

const tables: readonly FieldTable[] = [
  label('name', 120),
  label('category', 80),
  choice('currency', currencies, ['usd', 'BTC', 'US', ' USD', 'USD ', 'Euro']),
  choice('period', periods, ['weekly', 'Monthly', 'month', ' yearly']),
  choice('status', statuses, ['Active', 'canceled', 'deleted', 'paused ']),
  {
    section: '§2.2',
    field: 'amount',
    accepted: words(`0 0.0 0.01 0.1 0.29 1.1 1.10 1.15 4.35 8.2 19.99 19.990 100.00 1e2 1.5E+3 1999e-2 1000 131072.01
      524288.07 999999 999999.99`).map((sent) => [sent, Number(sent)]),
    refused: words(`1.005 0.001 0.009 19.999 0.30000000000000004 999999.991 999999.995 1000000 1000000.01 1e6 1e21 -0.01
      -1 -1e-7 1e-7 1e400 -1e400 "5" "19.99" "" true false null [] [5] {}`),
  },
  {
    section: '§1.4',
    field: 'notificationEnabled',
    accepted: words('true false'),
    refused: words('"true" "false" "" 0 1 null [] {}'),
  },
  {
    section: '§2.3',
    field: 'lastPaymentDate',
    accepted: quoted('2024-02-29 2000-02-29 1970-01-01 1900-02-28 1582-10-10 2026-12-31 9999-11-30'),
    refused: [
      ...quoted(`2026-02-30 2026-02-29 1900-02-29 2100-02-29 2024-02-30 2026-04-31 2026-01-32 2026-00-15 2026-13-01 0000-00-00 2026-6-15 26-06-15 12026-06-15 +002026-06-15 -2026-06-15 2026/06/15
        20260615 15-06-2026 2026-06 2026-W25-1 2026-166 2026-06-15T00:00:00Z 2026-06-15Z ２０２６-06-15 ٢٠٢٦-٠٦-١٥
        2026−06−15 today`),
      ...[' 2026-06-15', '2026-06-15 ', ''].map(json),
      ...words('null 20260615 1781481600000 true [] {}'),
    ],
  },
  {
    section: '§2.5',
    field: 'customDate',
    accepted: quoted('1 7 30 365 100000'),
    refused: [
      ...quoted('0 -1 +3 1.5 030 1e3 3d 0x10 1,000 ٣٠ ３０ soon'),
      ...['3 ', ' 3', ' '].map(json),
      ...noText.filter((value) => value !== 'null'),
    ],
    beside: () => ({ period: 'custom' }),
  },
];

const shown = (sent: string) => (sent.length > 40 ? `${sent.slice(0, 40)}… (${sent.length} characters)` : sent);
const acceptedValues = tables.flatMap(({ accepted, ...table }) =>
  accepted.map((row) => {
    const [sent, readBack] = typeof row === 'string' ? [row, JSON.parse(row) as unknown] : row;
    return { ...table, sent, readBack, shown: shown(sent) };
  }),
);
const refusedValues = tables.flatMap(({ refused, ...table }) =>
  refused.map((sent) => ({ ...table, sent, shown: shown(sent) })),
);

/** A body with one field in just these characters. */
function bodyWith(fields: Readonly<Record<string, unknown>>, field: string, sent: string): string {
  const rest = Object.entries(fields).filter(([name, value]) => name !== field && value !== undefined);
  return `{${[`"${field}":${sent}`, ...rest.map(([name, value]) => `${json(name)}:${json(value)}`)].join()}}`;
}

/** The error of a creation and of an update with a value, which is the same; neither writes anything. */
async function errorFor(field: string, sent: string): Promise<ErrorView> {
  const [posted, patched] = await withoutWriting(service, () =>
    Promise.all([
      service.call('POST', subscriptionsPath, { raw: bodyWith(validDraft, field, sent) }),
      service.call('PATCH', pathOf(record), { raw: bodyWith({}, field, sent) }),
    ]),
  );
  expectRefusal(posted, 400, { code: 'invalid_subscription', field });
  expect([patched.status, patched.json.error]).toEqual([400, posted.json.error]);
  return posted.json.error;
}

/** The number of hundredths that is stored for a subscription, and the type SQLite keeps it in. */
function storedAmount(id: string): unknown {
  const sql = 'select amount_hundredths as hundredths, typeof(amount_hundredths) as type from subscriptions';
  return service.database.query(`${sql} where id = ?`).get(id);
}

describe('a value of a field', () => {
  test.each(acceptedValues)('$section: $field $shown is accepted', async ({ field, sent, readBack, beside }) => {
    const raw = bodyWith({ ...validDraft, ...beside?.(sent) }, field, sent);
    const created = await service.call('POST', subscriptionsPath, { raw });
    expect([created.status, created.json.data]).toMatchObject([201, { [field]: readBack }]);
    if (field === 'amount') {
      const hundredths = Math.round(Number(sent) * 100);
      expect(storedAmount(created.json.data.id)).toEqual({ hundredths, type: 'integer' });
    }
    const path = pathOf(created.json.data);
    const patched = await service.call('PATCH', path, { raw: bodyWith({}, field, sent) });
    expect(patched.json.data).toMatchObject({ [field]: readBack });
    expect((await service.call('GET', path)).json.data).toEqual(patched.json.data);
  });

  test.each(refusedValues)('$section: $field $shown is refused', async ({ field, sent, error = {} }) => {
    const { suggestedFix, ...told } = await errorFor(field, sent);
    expect(suggestedFix).toBeString();
    expect(told).toMatchObject(error);
  });
});

describe('an amount', () => {
  test('§2.2: of whole hundredths comes back as it was sent', async () => {
    const { id } = record;
    const property = fc.asyncProperty(anyAmount, async (amount) => {
      const answer = await service.call('PATCH', pathOf({ id }), { raw: `{"amount":${amount.toFixed(2)}}` });
      expect(answer.json.data.amount).toBe(amount);
      expect(storedAmount(id)).toEqual({ hundredths: Math.round(amount * 100), type: 'integer' });
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test.each(currencies)('§2.2: in %s is stored in hundredths too', async (currency) => {
    const created = await service.create({ currency, amount: 1000.5 });
    expect([created.amount, storedAmount(created.id)]).toEqual([1000.5, { hundredths: 100_050, type: 'integer' }]);
  });
});

describe('required fields', () => {
  test.each([
    ['name', undefined],
    ['category', undefined],
    ['amount', undefined],
    ['currency', currencies],
    ['period', periods],
    ['lastPaymentDate', undefined],
  ])('§1.4: a POST without %s is refused on it', async (missing, allowedValues) => {
    const draft = { ...validDraft, [missing]: undefined };
    const answer = await withoutWriting(service, () => service.call('POST', subscriptionsPath, { json: draft }));
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: missing });
    expect(answer.json.error.suggestedFix).toContain(missing);
    expect(answer.json.error.allowedValues).toEqual(allowedValues);
  });

  test('§1.4: without the optional fields a subscription is active and notifies', async () => {
    expect(await service.create()).toMatchObject({ status: 'active', notificationEnabled: true });
  });
});
