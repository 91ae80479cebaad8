import { describe, expect, test } from 'bun:test';
import {
  SubscriptionDraft,
  writableFieldsInOrder,
  type WritableField,
} from '../../../../src/modules/subscriptions/model.ts';
import { expectRefusal, pathOf, subscriptionsPath, withoutWriting, words } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();
const valid: Readonly<Record<string, unknown>> = validDraft;

const wrong: Readonly<Record<WritableField, unknown>> = {
  name: '',
  category: '',
  amount: -1,
  currency: 'XXX',
  period: 'weekly',
  lastPaymentDate: '2026-02-30',
  customDate: '0',
  notificationEnabled: 'yes',
  status: 'gone',
};
/** The fields in the order in which their faults are reported, each with a wrong value. */
const wrongValues = writableFieldsInOrder.map((name) => [name, wrong[name]] as const);
const required = new Set<string>(SubscriptionDraft.required);

test('§1.4: the faults of fields have an order, and six fields are required', () => {
  expect(Object.keys(wrong)).toEqual([...writableFieldsInOrder]);
  expect(Array.from(required)).toEqual(words('name category amount currency period lastPaymentDate'));
});

const pairs = wrongValues.flatMap(([first, firstValue], index) =>
  wrongValues.slice(index + 1).map(([second, secondValue]) => ({ first, firstValue, second, secondValue })),
);

/** Sends a body and holds that it is refused on the field and that nothing is written. */
async function expectFault(method: 'POST' | 'PATCH', json: unknown, field: string): Promise<void> {
  const path = method === 'POST' ? subscriptionsPath : pathOf(record);
  const answer = await withoutWriting(service, () => service.call(method, path, { json }));
  expectRefusal(answer, 400, { code: 'invalid_subscription', field });
}

/** The valid draft without a field. */
function without(missing: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(valid).filter(([name]) => name !== missing));
}

describe('two wrong values in one body', () => {
  test.each(pairs)('§1.4: $first is reported before $second, in any order of the body', async (pair) => {
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
    '§1.4: a missing $first is reported before a wrong $second',
    async ({ first, second, secondValue }) => {
      await expectFault('POST', { ...without(first), [second]: secondValue }, first);
    },
  );

  test.each(pairs.filter(({ second }) => required.has(second)))(
    '§1.4: a wrong $first is reported before a missing $second',
    async ({ first, firstValue, second }) => {
      await expectFault('POST', { ...without(second), [first]: firstValue }, first);
    },
  );

  test('§1.4: of several missing fields the first is reported', async () => {
    await expectFault('POST', { status: 'active' }, 'name');
    await expectFault('POST', { name: 'Netflix', lastPaymentDate: '2026-06-15' }, 'category');
    await expectFault('POST', { name: 'Netflix', category: 'Streaming' }, 'amount');
  });
});

describe('relations between fields', () => {
  const unrelated = wrongValues.filter(([name]) => !['period', 'customDate', 'lastPaymentDate'].includes(name));

  // A customDate that is missing, one that may not be there, and a date that is too late.
  const relations = [{ period: 'custom' }, { customDate: '30' }, { lastPaymentDate: '9999-12-31' }];

  test.each(unrelated)('§1.4: a wrong %s is reported before fields that do not go together', async (name, value) => {
    for (const related of relations) {
      await expectFault('POST', { ...valid, ...related, [name]: value }, name);
      await expectFault('PATCH', { ...related, [name]: value }, name);
    }
  });

  test('§1.4: a customDate that is wrong in itself is reported as such beside another period', async () => {
    const json = { ...valid, customDate: 'soon' };
    const answer = await withoutWriting(service, () => service.call('POST', subscriptionsPath, { json }));
    const message = expect.stringContaining('whole number');
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate', message });
  });
});
