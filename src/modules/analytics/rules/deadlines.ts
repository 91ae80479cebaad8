import { dayAfter, daysBetween } from '../../../core/billing/days.ts';
import { amountOf, roundHalfUp } from '../../../core/billing/money.ts';
import type { Details } from '../../subscriptions/detailModel.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { type NoticeDetails, openNoticeOf } from '../../subscriptions/rules/notice.ts';
import { compareText } from '../../../core/text/text.ts';
import { yearlyEquivalent, type PricedPeriod } from './equivalents.ts';

/** How many days ahead a client looks that does not say it. */
export const usualDeadlineDays = 45;

/** The kinds of deadlines, in the order of those of one day and subscription. */
export const deadlineKinds = ['notice', 'trial_end', 'end'] as const;

/** A kind of deadline: the last day for notice, the last day of a trial, or the last day of the subscription. */
type DeadlineKind = (typeof deadlineKinds)[number];

/** An active subscription that may have a deadline. */
export interface DeadlineCandidate extends PricedPeriod, NoticeDetails, Pick<Details, 'trialEndsOn' | 'endsOn'> {
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
  ];
}

function noticePlaced(candidate: DeadlineCandidate, today: string): readonly Placed[] {
  const notice = openNoticeOf(candidate, today);
  if (notice === undefined) return [];
  const { noticeBy: date, termEndsOn } = notice;
  return [{ kind: 'notice', date, ...(termEndsOn !== null && { termEndsOn }) }];
}

function viewDeadline(candidate: DeadlineCandidate, { kind, date, termEndsOn }: Placed, today: string) {
  const { id, name, amountHundredths, currency, period } = candidate;
  return {
    kind,
    date,
    daysLeft: daysBetween(today, date),
    subscriptionId: id,
    name,
    amount: amountOf(amountHundredths),
    currency,
    period,
    yearlyCost: amountOf(roundHalfUp(yearlyEquivalent(candidate))),
    ...(termEndsOn !== undefined && { termEndsOn }),
  };
}
