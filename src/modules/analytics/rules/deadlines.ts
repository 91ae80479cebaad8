import { dayAfter, daysBetween, numberOfDay } from '../../../core/billing/days.ts';
import { amountOf, roundHalfUp } from '../../../core/billing/money.ts';
import { amountOn, pricesOf } from '../../../core/billing/prices.ts';
import type { Details } from '../../subscriptions/detailModel.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { type NoticeDetails, openNoticeOf } from '../../subscriptions/rules/notice.ts';
import { compareText } from '../../../core/text/text.ts';
import { yearlyEquivalent, type PricedPeriod } from './equivalents.ts';

/** How many days ahead a client looks that does not say it. */
export const usualDeadlineDays = 45;

/** The kinds of deadlines, in the order of those of one day and subscription. */
export const deadlineKinds = ['notice', 'trial_end', 'end', 'price'] as const;

/** A kind of deadline: the last day for notice, of a trial, or of the subscription; or the first day of a higher price. */
type DeadlineKind = (typeof deadlineKinds)[number];

/** An active subscription that may have a deadline. */
export interface DeadlineCandidate
  extends PricedPeriod, NoticeDetails, Pick<Details, 'trialEndsOn' | 'endsOn' | 'priceSteps'> {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
}

/** A range of days that begins today; `YYYY-MM-DD`. */
interface Ahead {
  /** The current day in the configured time zone. */
  readonly today: string;
  /** How many days after today the last one is. */
  readonly days: number;
}

interface Placed {
  readonly kind: DeadlineKind;
  readonly date: string;
  /** The last day of the term that a notice would end. */
  readonly termEndsOn?: string;
  /** The amount before it rises, in hundredths. */
  readonly before?: number;
}

/** The deadlines in a range of days: by day, then in the order of the candidates. */
export function deadlinesOf(candidates: readonly DeadlineCandidate[], { today, days }: Ahead) {
  const lastDay = dayAfter(today, days);
  return candidates
    .flatMap((candidate) =>
      placedOf(candidate, today)
        .filter(({ date }) => today <= date && date <= lastDay)
        .map((placed) => viewDeadline(candidate, placed, today)),
    )
    .toSorted((a, b) => compareText(a.date, b.date));
}

function placedOf(candidate: DeadlineCandidate, today: string): readonly Placed[] {
  const { trialEndsOn, endsOn } = candidate;
  return [
    ...noticePlaced(candidate, today),
    ...(trialEndsOn === null ? [] : [{ kind: 'trial_end', date: trialEndsOn } as const]),
    ...(endsOn === null ? [] : [{ kind: 'end', date: endsOn } as const]),
    ...risesPlaced(candidate),
  ];
}

/** The days from which it costs more; a subscription that ends before them has none. */
function risesPlaced({ amountHundredths, priceSteps, endsOn }: DeadlineCandidate): readonly Placed[] {
  const prices = pricesOf(amountHundredths, priceSteps);
  return priceSteps.flatMap(({ from: date }) => {
    const [before, after] = [amountOn(prices, numberOfDay(date) - 1), amountOn(prices, numberOfDay(date))];
    return after > before && (endsOn === null || date <= endsOn) ? [{ kind: 'price', date, before }] : [];
  });
}

function noticePlaced(candidate: DeadlineCandidate, today: string): readonly Placed[] {
  const notice = openNoticeOf(candidate, today);
  if (notice === undefined) return [];
  const { noticeBy: date, termEndsOn } = notice;
  return [{ kind: 'notice', date, ...(termEndsOn !== null && { termEndsOn }) }];
}

function viewDeadline(candidate: DeadlineCandidate, { kind, date, termEndsOn, before }: Placed, today: string) {
  const { id, name, amountHundredths, currency, period } = candidate;
  // What is decided is what comes after it: of a notice, after its term.
  const decided = numberOfDay(termEndsOn ?? date) + (kind === 'price' ? 0 : 1);
  const after = amountOn(pricesOf(amountHundredths, candidate.priceSteps), decided);

  return {
    kind,
    date,
    daysLeft: daysBetween(today, date),
    subscriptionId: id,
    name,
    amount: amountOf(amountHundredths),
    currency,
    period,
    yearlyCost: yearlyAmount(candidate, after),
    ...(termEndsOn !== undefined && { termEndsOn }),
    ...(before !== undefined && { difference: yearlyAmount(candidate, after - before) }),
  };
}

function yearlyAmount(period: PricedPeriod, amountHundredths: number): number {
  return amountOf(roundHalfUp(yearlyEquivalent({ ...period, amountHundredths })));
}
