import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../support/expectations.ts';
import { startService, validDraft } from '../../support/service.ts';

const service = await startService();
const record = await service.create();
const valid: Readonly<Record<string, unknown>> = validDraft;

/** The fields in the order in which their faults are told, each with a wrong value. */
const wrongValues = [
  ['name', ''],
  ['category', ''],
  ['amount', -1],
  ['currency', 'XXX'],
  ['period', 'weekly'],
  ['lastPaymentDate', '2026-02-30'],
  ['customDate', '0'],
  ['notificationEnabled', 'yes'],
  ['status', 'gone'],
] as const;
const required = new Set<string>(['name', 'category', 'amount', 'currency', 'period', 'lastPaymentDate']);

const pairs = wrongValues.flatMap(([first, firstValue], index) =>
  wrongValues.slice(index + 1).map(([second, secondValue]) => ({ first, firstValue, second, secondValue })),
);

/** Sends a body and holds that it is refused on the field and that nothing is written. */
async function expectFault(method: 'POST' | 'PATCH', json: unknown, field: string): Promise<void> {
  const before = storedRows(service);
  const answer = await service.call(method, method === 'POST' ? subscriptionsPath : pathOf(record), { json });
  expectRefusal(answer, 400, { code: 'invalid_subscription', field });
  expect(storedRows(service)).toEqual(before);
}

/** The valid draft without a field. */
function without(missing: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(valid).filter(([name]) => name !== missing));
}

describe('two wrong values in one body', () => {
  test.each(pairs)('§1.4: $first is told before $second, wherever they stand', async (pair) => {
    const { first, firstValue, second, secondValue } = pair;
    const { [first]: _first, [second]: _second, ...rest } = valid;
    await expectFault('POST', { [second]: secondValue, ...rest, [first]: firstValue }, first);
    await expectFault('POST', { [first]: firstValue, ...rest, [second]: secondValue }, first);
    await expectFault('PATCH', { [second]: secondValue, [first]: firstValue }, first);
    await expectFault('PATCH', { [first]: firstValue, [second]: secondValue }, first);
  });
});

describe('a missing field and a wrong value', () => {
  test.each(pairs.filter(({ first }) => required.has(first)))(
    '§1.4: that $first is missing is told before that $second is wrong',
    async ({ first, second, secondValue }) => {
      await expectFault('POST', { ...without(first), [second]: secondValue }, first);
    },
  );

  test.each(pairs.filter(({ second }) => required.has(second)))(
    '§1.4: that $first is wrong is told before that $second is missing',
    async ({ first, firstValue, second }) => {
      await expectFault('POST', { ...without(second), [first]: firstValue }, first);
    },
  );

  test('§1.4: of several missing fields the first is told', async () => {
    await expectFault('POST', { status: 'active' }, 'name');
    await expectFault('POST', { name: 'Netflix', lastPaymentDate: '2026-06-15' }, 'category');
    await expectFault('POST', { name: 'Netflix', category: 'Streaming' }, 'amount');
  });
});

describe('relations between fields', () => {
  const unrelated = wrongValues.filter(([name]) => !['period', 'customDate', 'lastPaymentDate'].includes(name));

  test.each(unrelated)('§1.4: a wrong %s is told before a customDate that is missing', async (name, value) => {
    await expectFault('POST', { ...valid, period: 'custom', [name]: value }, name);
    await expectFault('PATCH', { period: 'custom', [name]: value }, name);
  });

  test.each(unrelated)('§1.4: a wrong %s is told before a customDate that is not wanted', async (name, value) => {
    await expectFault('POST', { ...valid, customDate: '30', [name]: value }, name);
    await expectFault('PATCH', { customDate: '30', [name]: value }, name);
  });

  test.each(unrelated)('§1.4: a wrong %s is told before a date that is too late', async (name, value) => {
    await expectFault('POST', { ...valid, lastPaymentDate: '9999-12-31', [name]: value }, name);
    await expectFault('PATCH', { lastPaymentDate: '9999-12-31', [name]: value }, name);
  });

  test('§1.4: a customDate that is wrong in itself is told even when it is not wanted', async () => {
    const before = storedRows(service);
    const json = { ...valid, customDate: 'soon' };
    const answer = await service.call('POST', subscriptionsPath, { json });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
    expect(answer.json.error.message).toContain('whole number');
    expect(storedRows(service)).toEqual(before);
  });
});
