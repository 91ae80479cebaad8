import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';
import { statuses } from '../../../../src/modules/subscriptions/rules/limits.ts';
import { anyDay, anyPriceSteps, fixedPeriods } from '../../../support/arbitraries.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../../../support/calendar.ts';
import { costOn, dueDaysUntil, scheduled } from '../../../support/dueDays.ts';
import { groupsOf, inOrder, written } from '../../../support/exactFigures.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { forecastOf, paymentsOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

// In the middle of a month, and around the ends of long and short ones.
const anyToday = fc.constantFrom('2026-06-16', '2026-06-30', '2026-07-01', '2026-05-31', '2026-12-31', '2027-02-28');
const service = await startService({ now: '2026-05-01T12:00:00.000Z' });

type Fields = Omit<RecordFields, 'nextPaymentDate'> & Required<Pick<RecordFields, 'lastPaymentDate'>>;
type Record = RecordFields & Fields & { readonly id: string };

const fixed = fc.record({ period: fc.constantFrom(...fixedPeriods), customDays: fc.constant(null) });
const custom = fc.record({
  period: fc.constant('custom' as const),
  customDays: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 900 })),
  everyMonths: fc.option(fc.integer({ min: 2, max: 60 })),
});
const anyRecord: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.oneof(fixed, custom),
    fc.record({
      name: fc.constantFrom('Netflix', 'netflix', 'Spotify', 'AWS', 'aws', 'Ähre', 'ähre'),
      category: fc.constantFrom('Streaming', 'Music', 'Work', 'work'),
      amountHundredths: fc.oneof(fc.nat(5), fc.nat(3000), fc.nat(99_999_999)),
      currency: fc.constantFrom(...currencies.slice(0, 4)),
      lastPaymentDate: fc.oneof(anyDay('2026-03-01', '2026-08-31'), anyDay('2023-01-01', '2027-12-31')),
      anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
      endsOn: fc.option(anyDay('2026-01-01', '2028-06-30'), { freq: 2 }),
      priceSteps: fc.option(anyPriceSteps, { freq: 2 }),
      status: fc.constantFrom(...statuses, 'active', 'active', 'active'),
      createdAt: fc.constant('2026-06-16T12:00:00.000Z'),
    }),
  )
  .map(([billing, rest]) => ({ ...billing, ...rest }));
const anyRecords = fc.array(anyRecord, { maxLength: 25 });

function insert(drawn: readonly Fields[]): readonly Record[] {
  removeRecords(service.database);
  const records = drawn.map(scheduled);
  const ids = insertRecords(service.database, 'first', records);
  return records.map((record, position) => ({ ...record, id: ids[position] ?? '' }));
}

const later = (day: string, days: number) => formatDay(dayOfNumber(dayNumberOf(parseDay(day)) + days));
const activeOf = (records: readonly Record[]) => records.filter(({ status }) => status === 'active');

/** One payment of a record. */
interface Due {
  readonly date: string;
  readonly record: Record;
}

function duesOf(records: readonly Record[], until: string): Due[] {
  return activeOf(records).flatMap((record) => dueDaysUntil(record, until).map((date) => ({ date, record })));
}

function totalsOf(dues: readonly Due[]) {
  const groups = groupsOf(dues, ({ record }) => record.currency).sort(([a], [b]) => inOrder(a, b));
  return groups.map(([currency, ofIt]) => {
    const sum = ofIt.reduce((total, due) => total + BigInt(costOn(due.record, due.date)), 0n);
    return [currency, written([sum, 1n], 1n)] as const;
  });
}

function viewOf(due: Due) {
  const { date, record } = due;
  const { id, name, category, currency, period, ...interval } = record;
  const { customDays, everyMonths = null } = interval;
  const steps = JSON.parse(record.priceSteps ?? '[]') as readonly { from: string; amount: number }[];
  const nextPrice = steps.find(({ from }) => from > date);
  return {
    date,
    subscriptionId: id,
    name,
    category,
    amount: costOn(record, date) / 100,
    currency,
    period,
    ...(customDays !== null && { customDate: String(customDays) }),
    ...(everyMonths !== null && { everyMonths }),
    ...(nextPrice !== undefined && { nextPrice }),
  };
}

/** By date, then name without its case; the sort is stable, and records are in the order of creation. */
function inOrderOfDates(a: Due, b: Due): number {
  return inOrder(a.date, b.date) || inOrder(a.record.name.toLowerCase(), b.record.name.toLowerCase());
}

function expectedOverdue(records: readonly Record[], today: string) {
  const yesterday = later(today, -1);
  const firsts = activeOf(records).flatMap((record) => {
    const missed = dueDaysUntil(record, yesterday);
    return missed[0] === undefined ? [] : [{ date: missed[0], record, missed }];
  });
  return firsts.sort(inOrderOfDates).map((due) => ({
    ...viewOf(due),
    daysOverdue: dayNumberOf(parseDay(today)) - dayNumberOf(parseDay(due.date)),
    missedPayments: due.missed.length,
    missedOn: due.missed.slice(0, 100),
    ...missedCostOf(due),
  }));
}

/** What the missed payments cost, if they do not all cost the same. */
function missedCostOf({ record, missed }: Due & { readonly missed: readonly string[] }) {
  const costs = missed.map((date) => costOn(record, date));
  if (costs.every((cost) => cost === costs[0])) return {};
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  return { missedAmounts: costs.slice(0, 100).map((cost) => cost / 100), missedTotal: total / 100 };
}

test('§5.8: the payments of any records in any range are those of a walk over the calendar', async () => {
  const anyRange = fc.tuple(anyDay('2026-04-01', '2027-06-01'), fc.integer({ min: 0, max: 500 }));
  await fc.assert(
    fc.asyncProperty(anyToday, anyRecords, anyRange, fc.nat(30), async (today, drawn, [from, days], offset) => {
      service.clock.setWall(`${today}T12:00:00.000Z`);
      const records = insert(drawn);
      const to = later(from, days);
      const first = from < today ? today : from;
      const dues = duesOf(records, to).filter(({ date }) => date >= first);
      const found = await paymentsOf(service, `?from=${from}&to=${to}&limit=1000&offset=${offset}`);
      expect({ ...found, requestId: '', totalsByCurrency: Object.entries(found.totalsByCurrency) }).toEqual({
        payments: dues
          .sort(inOrderOfDates)
          .map(viewOf)
          .slice(offset, offset + 1000),
        overdue: expectedOverdue(records, today),
        overdueTotal: expectedOverdue(records, today).length,
        totalsByCurrency: totalsOf(dues).map(([currency, total]) => [currency, total]),
        from,
        to,
        pagination: { limit: 1000, offset, hasMore: dues.length > offset + 1000 },
        requestId: '',
      });
    }),
    { numRuns: 150 },
  );
});

test('§5.9: the forecast of any records is that of a walk over the calendar', async () => {
  await fc.assert(
    fc.asyncProperty(anyToday, anyRecords, fc.integer({ min: 1, max: 36 }), async (today, drawn, count) => {
      service.clock.setWall(`${today}T12:00:00.000Z`);
      const records = insert(drawn);
      const { months, overdue } = await forecastOf(service, `?months=${count}`);
      const dues = duesOf(records, '2030-01-31');
      const [year, before] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
      const missed = dues.filter(({ date }) => date < today);
      expect(overdue).toEqual({ payments: missed.length, totalsByCurrency: Object.fromEntries(totalsOf(missed)) });
      const expected = Array.from({ length: count }, (_, index) => {
        const month = `${year + Math.floor((before + index) / 12)}-${String(((before + index) % 12) + 1).padStart(2, '0')}`;
        const ofMonth = dues.filter(({ date }) => date >= today && date.startsWith(month));
        const byCategory = groupsOf(ofMonth, ({ record }) => record.category)
          .sort(([a], [b]) => inOrder(a, b))
          .map(([category, ofIt]) => ({ category, totalsByCurrency: Object.fromEntries(totalsOf(ofIt)) }));
        const totalsByCurrency = Object.fromEntries(totalsOf(ofMonth));
        return { month, payments: ofMonth.length, totalsByCurrency, byCategory };
      });
      // As text, because the order of currencies matters, too.
      expect(JSON.stringify(months)).toBe(JSON.stringify(expected));
    }),
    { numRuns: 150 },
  );
});

test('§5.9: the months of a forecast are the totals of the payments of those months', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecords, async (drawn) => {
      insert(drawn);
      const { months } = await forecastOf(service, '?months=12');
      for (const { month, payments, totalsByCurrency } of months) {
        const lastDay = later(later(`${month}-28`, 4).replace(/\d\d$/, '01'), -1);
        const listed = await paymentsOf(service, `?from=${month}-01&to=${lastDay}&limit=1000`);
        expect(listed.totalsByCurrency).toEqual(totalsByCurrency);
        expect(listed.payments).toHaveLength(payments);
      }
    }),
    { numRuns: 10 },
  );
});
