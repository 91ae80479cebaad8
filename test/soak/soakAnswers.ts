import { dayNumberOf, parseDay } from '../support/calendar.ts';
import { expectedGroups, groupsOf, inOrder, sumOf, written, yearly } from '../support/exactFigures.ts';
import type { DuplicateGroup, Optimizations, Summary } from '../support/reports.ts';
import type { AuditQuestion, ListQuestion } from '../generator/questions.ts';
import { viewOf, type OwnerModel, type SoakPayment, type SoakRecord } from './soakModel.ts';

const usualLimit = 50;
// The order of the API; amounts of different currencies are not compared.
const currencyOrder = ['CNY', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'];

// The bytes of a text, one character each, so that comparing them gives the order of the code points.
const bytesOfText = new Map<string, string>();

function byCodePoints(left: string, right: string): number {
  return inOrder(asBytes(left), asBytes(right));
}

function asBytes(text: string): string {
  const known = bytesOfText.get(text);
  if (known !== undefined) return known;
  const bytes = Buffer.from(text).toString('latin1');
  bytesOfText.set(text, bytes);
  return bytes;
}

function page<Item>(items: readonly Item[], { limit = usualLimit, offset = 0 }: { limit?: number; offset?: number }) {
  const hasMore = items.length > offset + limit;
  return { data: items.slice(offset, offset + limit), pagination: { limit, offset, hasMore } };
}

const orders: Readonly<Record<string, (a: SoakRecord, b: SoakRecord) => number>> = {
  createdAt: (a, b) => inOrder(a.createdAt, b.createdAt),
  nextPaymentDate: (a, b) => inOrder(a.nextPaymentDate, b.nextPaymentDate),
  amount: (a, b) => a.amountHundredths - b.amountHundredths,
  name: (a, b) => byCodePoints(a.name.folded, b.name.folded),
};

/** The expected body of a list, without its request id. */
export function expectedList({ records }: OwnerModel, question: ListQuestion) {
  const { limit, offset, sort = '-createdAt', q, ...exact } = question;
  const { status, category, period, expiringBefore } = exact;
  const found = Array.from(records.values())
    .filter((record) => status === undefined || record.status === status)
    .filter((record) => category === undefined || record.category === category)
    .filter((record) => period === undefined || record.period === period)
    .filter((record) => expiringBefore === undefined || record.nextPaymentDate <= expiringBefore)
    .filter((record) => q === undefined || record.name.folded.includes(q.folded))
    .sort(orders[sort.replace('-', '')]);
  const inTurn = sort.startsWith('-') ? found.toReversed() : found;
  const filters = { ...exact, ...(q !== undefined && q.text !== '' && { q: q.text }) };
  return {
    ...page(inTurn.map(viewOf), { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }),
    query: { sort, filters },
  };
}

/** The expected body of a page of the trail, without its request id; values that the model does not know are `undefined`. */
export function expectedTrail({ trail }: OwnerModel, question: AuditQuestion) {
  const { subscriptionId } = question;
  const about = trail.filter((entry) => subscriptionId === undefined || entry.subscriptionId === subscriptionId);
  return page(about.toReversed(), question);
}

/** The expected page of payments, without their ids and the request id. */
export function expectedPayments({ payments, records }: OwnerModel, question: { limit: number; offset: number }) {
  const newestFirst = payments.toReversed().sort((a, b) => inOrder(b.paidOn, a.paidOn));
  const nameOf = ({ subscriptionId }: SoakPayment) => records.get(subscriptionId)?.name.text.trim();
  return page(
    newestFirst.map((payment) => ({ ...paymentView(payment), subscriptionName: nameOf(payment) })),
    question,
  );
}

function paymentView({ amountHundredths, ...payment }: SoakPayment) {
  return { ...payment, amount: amountHundredths / 100, source: 'manual' };
}

/** The expected spend summary at an instant. */
export function expectedSummary({ records }: OwnerModel, asOf: string, horizonDays: number): Summary {
  const all = Array.from(records.values());
  const active = all.filter(({ status }) => status === 'active');
  const countOf = (wanted: string) => all.filter(({ status }) => status === wanted).length;
  const counts = { active: active.length, paused: countOf('paused'), cancelled: countOf('cancelled') };
  return {
    asOf,
    horizonDays,
    counts: { total: all.length, ...counts },
    ...expectedGroups(active),
    upcomingRenewals: expectedRenewals(active, asOf.slice(0, 10), horizonDays),
  };
}

function expectedRenewals(active: readonly SoakRecord[], today: string, horizonDays: number) {
  return active
    .map((record) => ({
      record,
      daysUntilRenewal: dayNumberOf(parseDay(record.nextPaymentDate)) - dayNumberOf(parseDay(today)),
    }))
    .filter(({ daysUntilRenewal }) => daysUntilRenewal >= 0 && daysUntilRenewal <= horizonDays)
    .sort((a, b) => a.daysUntilRenewal - b.daysUntilRenewal || byCodePoints(a.record.name.folded, b.record.name.folded))
    .map(({ record, daysUntilRenewal }) => ({
      ...memberOf(record),
      nextPaymentDate: record.nextPaymentDate,
      daysUntilRenewal,
    }));
}

function memberOf({ id, name, category, amountHundredths, currency, period }: SoakRecord) {
  return { id, name: name.text.trim(), category, amount: amountHundredths / 100, currency, period };
}

/** The expected groups of duplicates. */
export function expectedDuplicates({ records }: OwnerModel): readonly DuplicateGroup[] {
  const kept = Array.from(records.values()).filter(({ status }) => status !== 'cancelled');
  return groupsOf(kept, ({ name }) => name.normalised)
    .filter(([, group]) => group.length > 1)
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || inOrder(a, b))
    .map(([normalizedName, group]) => ({
      normalizedName,
      subscriptions: group.map((record) => ({ ...memberOf(record), status: record.status })),
    }));
}

/** The expected optimization candidates. */
export function expectedOptimizations({ records }: OwnerModel): Optimizations {
  const active = Array.from(records.values())
    .filter(({ status }) => status === 'active')
    .sort((a, b) => byCodePoints(a.name.folded, b.name.folded));
  const monthlyToAnnual = active
    .filter(({ period }) => period === 'monthly')
    .sort(
      (a, b) =>
        currencyOrder.indexOf(a.currency) - currencyOrder.indexOf(b.currency) ||
        b.amountHundredths - a.amountHundredths,
    )
    .map((record) => ({
      id: record.id,
      name: record.name.text.trim(),
      currency: record.currency,
      monthlyAmount: record.amountHundredths / 100,
      yearlyAtCurrentRate: (record.amountHundredths * 12) / 100,
    }));
  return { monthlyToAnnual, aboveAverageInCurrency: expectedAboveAverage(active) };
}

function expectedAboveAverage(active: readonly SoakRecord[]) {
  const groups = groupsOf(active, ({ currency }) => currency).map(([currency, group]) => {
    const [sum, over] = sumOf(group);
    return [currency, { sum, over, count: BigInt(group.length) }] as const;
  });
  const spendOf = new Map(groups);
  // Equal costs stay in the order of the names, whatever their currencies.
  return active
    .flatMap((record) => {
      const { sum = 0n, over = 1n, count = 0n } = spendOf.get(record.currency) ?? {};
      const [cost, per] = yearly(record);
      if (cost * over * count <= 2n * sum * per) return [];
      return {
        id: record.id,
        name: record.name.text.trim(),
        currency: record.currency,
        monthlyEquivalent: written([cost, per], 12n),
        currencyMonthlyAverage: written([sum, over * count], 12n),
      };
    })
    .sort((a, b) => b.monthlyEquivalent - a.monthlyEquivalent);
}
