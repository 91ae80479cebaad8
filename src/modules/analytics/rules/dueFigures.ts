import { numberOfDay } from '../../../core/billing/days.ts';
import { countedDay, occurrencesThrough, scheduleOf, type EndingAnchor } from '../../../core/billing/occurrences.ts';
import { sumOfPayments, type Prices } from '../../../core/billing/prices.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { lastDueDay } from './lastDueDay.ts';

/** What an owner has to pay now. */
export interface DueFigures {
  readonly owner: string;
  /** The number of overdue subscriptions. */
  readonly overdue: number;
  /** What is due from today through the next six days, in hundredths; 0 for a currency in use without a payment. */
  readonly dueHundredths: ReadonlyMap<Currency, number>;
}

/** An active subscription as these figures need it. */
export interface PricedAnchor extends EndingAnchor, Prices {
  readonly currency: Currency;
}

/** What some owners have to pay together, under no name. */
export function togetherOf(figures: readonly Omit<DueFigures, 'owner'>[]): DueFigures {
  const dueHundredths = new Map<Currency, number>();
  let overdue = 0;
  for (const one of figures) {
    overdue += one.overdue;
    for (const [currency, hundredths] of one.dueHundredths)
      dueHundredths.set(currency, (dueHundredths.get(currency) ?? 0) + hundredths);
  }
  return { owner: '', overdue, dueHundredths };
}

/** What some active subscriptions cost from today through the next six days, by currency: exact due dates. */
export function sumDue(subscriptions: Iterable<PricedAnchor>, today: string): Map<Currency, number> {
  const yesterday = countedDay(numberOfDay(today) - 1);
  const lastDay = countedDay(numberOfDay(lastDueDay(today)));
  const sums = new Map<Currency, number>();
  for (const subscription of subscriptions) {
    const { currency } = subscription;
    const schedule = scheduleOf(subscription);
    const [passed, through] = [occurrencesThrough(schedule, yesterday), occurrencesThrough(schedule, lastDay)];
    sums.set(currency, (sums.get(currency) ?? 0) + sumOfPayments(schedule, subscription, passed, through));
  }
  return sums;
}
