import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, subscriptionsPath, withoutWriting } from '../../../support/expectations.ts';
import { periods, type Period } from '../../../../src/core/billing/periodTable.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const far = await startService({ now: '2026-03-28T23:59:59.000Z', timeZone: 'Pacific/Kiritimati' });

type Fields = Readonly<Record<string, string | null>>;

/** The billing fields of a row, written `period[:days] [date]`, as `custom:30 2025-01-31`. */
function billing(text: string): Fields {
  const [period = '', days, date] = /^(\w+)(?::(\d+))?(?: (\S+))?$/.exec(text)?.slice(1) ?? [];
  return { period, ...(days && { customDate: days }), ...(date && { lastPaymentDate: date }) };
}

describe('the next payment date', () => {
  test('§2.4: does not move when time passes', async () => {
    const created = await far.create();
    far.clock.advance(400 * 86_400);
    const read = await far.call('GET', pathOf(created));
    expect(read.json.data).toEqual(created);
    expect((await far.list()).data).toContainEqual(created);
  });

  test('§2.4: does not depend on the time zone of the server', async () => {
    expect(await far.create({ lastPaymentDate: '2026-03-29' })).toMatchObject({
      lastPaymentDate: '2026-03-29',
      nextPaymentDate: '2026-04-29',
    });
  });
});

/** A last payment after which a year is too long, a custom period near the end of the calendar, and a usual subscription. */
const late = '9999-06-01';
const lateCustom = billing('custom:5 9999-12-15');
const usual: Fields = {};

describe('a next payment after 9999-12-31', () => {
  test.each([
    [billing('monthly 9999-12-01'), 'lastPaymentDate'],
    [billing(`custom:${'9'.repeat(400)}`), 'customDate'],
  ])('§2.3: of %j in a POST is refused on %s', async (fields, field) => {
    const json = { ...validDraft, ...fields };
    const answer = await withoutWriting(service, () => service.call('POST', subscriptionsPath, { json }));
    expectRefusal(answer, 400, { code: 'invalid_subscription', field, suggestedFix: expect.any(String) });
  });

  test.each<[Fields, Fields, string]>([
    [usual, { lastPaymentDate: '9999-12-05' }, 'lastPaymentDate'],
    [{ lastPaymentDate: late }, { period: 'yearly' }, 'period'],
    [{ lastPaymentDate: late }, { period: 'yearly', customDate: null }, 'period'],
    [{ lastPaymentDate: late }, { period: 'yearly', customDate: '' }, 'period'],
    [lateCustom, { period: 'monthly' }, 'period'],
    [usual, billing(`yearly ${late}`), 'lastPaymentDate'],
    [lateCustom, { customDate: '17' }, 'customDate'],
    [{ lastPaymentDate: late }, billing('custom:214'), 'customDate'],
    [usual, billing('custom:2 9999-12-30'), 'customDate'],
    [lateCustom, { customDate: '1', lastPaymentDate: '9999-12-31' }, 'lastPaymentDate'],
    [lateCustom, { lastPaymentDate: '9999-12-27' }, 'lastPaymentDate'],
  ])('§2.3: of %j after a PATCH with %j is refused on %s', async (stored, json, field) => {
    const record = await service.create(stored);
    const answer = await withoutWriting(service, () => service.call('PATCH', pathOf(record), { json }));
    expectRefusal(answer, 400, { code: 'invalid_subscription', field });
  });

  test.each<[Fields, Fields, string]>([
    [{ lastPaymentDate: late }, { lastPaymentDate: '9999-11-30' }, '9999-12-30'],
    [lateCustom, { customDate: '16' }, '9999-12-31'],
    [lateCustom, { lastPaymentDate: '9999-12-26' }, '9999-12-31'],
    [{ lastPaymentDate: late }, billing('custom:213'), '9999-12-31'],
  ])('§2.3: is not that of %j after a PATCH with %j: %s', async (stored, json, nextPaymentDate) => {
    const record = await service.create(stored);
    const answer = await service.call('PATCH', pathOf(record), { json });
    expect([answer.status, answer.json.data]).toMatchObject([200, { ...json, nextPaymentDate }]);
  });
});

const kinds = {
  monthly: billing('monthly 2025-01-31'),
  yearly: billing('yearly 2025-01-31'),
  custom: billing('custom:10 2025-01-31'),
} satisfies Record<Period, Fields>;
const nextDates: Readonly<Record<string, string>> = {
  monthly: '2025-02-28',
  yearly: '2026-01-31',
  'custom 10': '2025-02-10',
  'custom 30': '2025-03-02',
};
const patches = [undefined, ...periods].flatMap((period) =>
  [undefined, null, '', '30'].map((customDate) => ({
    ...(period && { period }),
    ...(customDate !== undefined && { customDate }),
  })),
);
const moves = periods.flatMap((from) =>
  patches.filter((json) => Object.keys(json).length > 0).map((json) => [from, json] as const),
);

/** The billing fields after a patch; undefined if it is refused on `customDate`. */
function patched(from: Period, { period = from, customDate }: { period?: Period; customDate?: string | null }) {
  if (period !== 'custom') return customDate ? undefined : { period };
  const days = customDate === undefined ? kinds[from]['customDate'] : customDate;
  return days ? { period, customDate: days } : undefined;
}

describe('a PATCH of the billing period', () => {
  test.each(moves)('§2.5: of a %s subscription with %j is stored, or refused on customDate', async (from, json) => {
    const record = await service.create(kinds[from]);
    const expected = patched(from, json);
    const ask = () => service.call('PATCH', pathOf(record), { json });
    if (expected === undefined) {
      const suggestedFix = expect.stringContaining('customDate');
      const answer = await withoutWriting(service, ask);
      return expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate', suggestedFix });
    }
    const answer = await ask();
    const nextPaymentDate = nextDates[Object.values(expected).join(' ')];
    expect([answer.status, answer.json.data]).toMatchObject([200, { ...expected, nextPaymentDate }]);
    expect('customDate' in answer.json.data).toBe('customDate' in expected);
    expect((await service.call('GET', pathOf(record))).json.data).toEqual(answer.json.data);
  });

  test.each(['monthly', 'yearly'])(
    '§2.5: the interval that a move to %s cleared does not come back',
    async (period) => {
      const record = await service.create(kinds.custom);
      await service.call('PATCH', pathOf(record), { json: { period } });
      const days = 'select custom_days as days from subscriptions where id = ?';
      expect(service.database.query(days).get(record.id)).toEqual({ days: null });
      const answer = await service.call('PATCH', pathOf(record), { json: { period: 'custom' } });
      expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
    },
  );
});

describe('customDate', () => {
  test.each([undefined, null, ''])('§2.5: may be %j beside another period, and is not in the answer', async (days) => {
    for (const period of ['monthly', 'yearly']) {
      expect(await service.create({ period, customDate: days })).not.toHaveProperty('customDate');
    }
  });
});
