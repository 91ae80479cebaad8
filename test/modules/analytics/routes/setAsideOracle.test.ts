import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { anyDay } from '../../../support/arbitraries.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../../../support/calendar.ts';
import { dueDaysUntil, scheduled } from '../../../support/dueDays.ts';
import { setRates } from '../../../support/operationRequests.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { setAsideOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-11-29T12:00:00.000Z' });

type Fields = Omit<RecordFields, 'nextPaymentDate'> & Required<Pick<RecordFields, 'lastPaymentDate'>>;

function insert(records: readonly (Partial<Fields> & Pick<Fields, 'lastPaymentDate'>)[]): void {
  removeRecords(service.database);
  insertRecords(service.database, 'first', records.map(scheduled));
}

describe('§5.13: the sum to set aside', () => {
  const anyBilling = fc.oneof(
    fc.constantFrom('monthly' as const, 'yearly' as const).map((period) => ({ period, customDays: null })),
    fc.record({ period: fc.constant('custom' as const), customDays: fc.integer({ min: 1, max: 400 }) }),
    fc.record({
      period: fc.constant('custom' as const),
      customDays: fc.constant(91),
      everyMonths: fc.integer({ min: 2, max: 15 }),
    }),
  );
  const anyRecord = fc
    .tuple(
      anyBilling,
      fc.record({
        amountHundredths: fc.integer({ min: 0, max: 900 }),
        currency: fc.constantFrom('EUR', 'USD'),
        lastPaymentDate: anyDay('2025-09-01', '2026-12-31'),
        endsOn: fc.option(anyDay('2026-11-01', '2027-12-31'), { freq: 3 }),
        status: fc.constantFrom('active' as const, 'active' as const, 'paused' as const),
      }),
    )
    .map(([billing, rest]) => ({ ...billing, ...rest }));

  test('is the first sum, tried upward, with which no day of the months is without money', async () => {
    const anyToday = fc.constantFrom('2026-11-29', '2026-11-30', '2026-12-01', '2027-02-28');
    const anyPlan = fc.record({ months: fc.integer({ min: 1, max: 14 }), start: fc.nat(3000) });
    await fc.assert(
      fc.asyncProperty(anyToday, fc.array(anyRecord, { maxLength: 6 }), anyPlan, async (today, records, plan) => {
        service.clock.setWall(`${today}T12:00:00.000Z`);
        insert(records);
        const { months, start } = plan;
        const found = await setAsideOf(service, `?months=${months}&start=${start / 100}&include=largest`);
        const rare = records.filter(({ period, status }) => status === 'active' && period !== 'monthly');
        expect(found.byCurrency.map(({ currency }) => currency)).toEqual(
          Array.from(new Set(rare.map(({ currency }) => currency))).sort(),
        );
        for (const one of found.byCurrency)
          expectPlan(
            one,
            rare.filter(({ currency }) => currency === one.currency),
            { today, ...plan },
          );
      }),
      { numRuns: 100 },
    );
    service.clock.setWall('2026-11-29T12:00:00.000Z');
  });

  test('is that sum also of converted fractions, which only the answer rounds', async () => {
    const today = '2026-11-29';
    const anyPlan = fc.record({ months: fc.integer({ min: 1, max: 14 }), start: fc.nat(3000) });
    const anyRate = fc.integer({ min: 6000, max: 20_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 6 }), anyPlan, anyRate, async (records, plan, rate) => {
        insert(records);
        await setRates(service, 'first', { base: 'EUR', rates: { USD: rate / 10_000 } });
        const { months, start } = plan;
        const query = `?months=${months}&start=${start / 100}&currency=EUR&include=largest`;
        const found = await setAsideOf(service, query);
        const rare = records.filter(({ period, status }) => status === 'active' && period !== 'monthly');
        expect(found.byCurrency).toHaveLength(Math.min(rare.length, 1));
        // In parts of a hundredth of a euro, of which each amount is a whole number.
        const inParts = rare.map(({ amountHundredths, ...one }) => ({
          ...one,
          amountHundredths: amountHundredths * (one.currency === 'USD' ? 10_000 : rate),
        }));
        for (const one of found.byCurrency) expectPlan(one, inParts, { today, ...plan }, rate);
      }),
      { numRuns: 100 },
    );
    await service.call('DELETE', '/api/v1/rates');
  });
});

type Plan = Awaited<ReturnType<typeof setAsideOf>>['byCurrency'][number];

/** @param parts in how many a hundredth is divided, in which the amounts of the records are */
function expectPlan(
  { monthly, soon, months: shown, largest }: Plan,
  records: readonly WalkedRecord[],
  { today, months, start }: { readonly today: string; readonly months: number; readonly start: number },
  parts = 1,
): void {
  const shownOf = (amount: number) => Math.round(amount / parts) / 100;
  const walk = walkOf(records, today, months);
  const sum = firstSumFor(walk, start * parts, parts);
  expect(monthly).toBe(sum / 100);
  expect(soon).toEqual({ payments: walk.soon.length, total: shownOf(sumOf(walk.soon)) });
  const [first] = walk.payments.sort((a, b) => b.amount - a.amount || (a.day < b.day ? -1 : 1));
  expect(largest && [largest.date, largest.amount]).toEqual(first && [first.day, shownOf(first.amount)]);
  const pots = potsOf(walk, start * parts, sum * parts);
  expect(shown).toEqual(pots.map(({ month, due, pot }) => ({ month, due: shownOf(due), pot: shownOf(pot) })));
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

type WalkedRecord = Pick<Fields, 'lastPaymentDate' | 'amountHundredths' | 'period' | 'customDays'>;

/** What is due until the first of the next month, and each day from then on. */
function walkOf(records: readonly WalkedRecord[], today: string, months: number) {
  const { year, month } = parseDay(today);
  const dayIn = (after: number) =>
    dayNumberOf({ year: year + Math.floor((month - 1 + after) / 12), month: ((month - 1 + after) % 12) + 1, day: 1 });
  const [first, end] = [dayIn(1), dayIn(months + 1)];
  const textOf = (number: number) => formatDay(dayOfNumber(number));
  const dues = records.flatMap((record) =>
    dueDaysUntil(record, textOf(end - 1)).map((day) => ({ day, amount: record.amountHundredths })),
  );
  const days = Array.from({ length: end - first }, (_, index) => textOf(first + index));
  const isSoon = ({ day }: { readonly day: string }) => day >= today && day < textOf(first);
  return {
    payments: dues.filter(({ day }) => day >= textOf(first)),
    soon: dues.filter(isSoon).map(({ amount }) => amount),
    days: days.map((day) => ({ day, due: sumOf(dues.filter((one) => one.day === day).map(({ amount }) => amount)) })),
  };
}

type Walk = ReturnType<typeof walkOf>;

/** The first sum, in hundredths and tried upward, with which the pot is never below zero. */
function firstSumFor({ days }: Walk, start: number, parts: number): number {
  for (let sum = 0; ; sum += 1) {
    let pot = start;
    const lasts = days.every(({ day, due }) => {
      if (day.endsWith('-01')) pot += sum * parts;
      pot -= due;
      return pot >= 0;
    });
    if (lasts) return sum;
  }
}

function potsOf({ days }: Walk, start: number, sum: number) {
  let pot = start;
  return Array.from(
    Map.groupBy(days, ({ day }) => day.slice(0, 7)),
    ([month, ofMonth]) => {
      const due = sumOf(ofMonth.map((one) => one.due));
      pot += sum - due;
      return { month, due, pot };
    },
  );
}
