import type { DetailField } from '../../src/domain/subscriptions/detailFields.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../support/calendar.ts';
import type { Json } from './fields.ts';
import { below, pick, type Random } from './random.ts';

/** A day around today, at most so many days away. */
export function anyDay(random: Random, today: string, daysMax: number): string {
  return formatDay(dayOfNumber(dayNumberOf(parseDay(today)) + below(random, 2 * daysMax + 1) - daysMax));
}

/** Any valid change of details; `everyMonths` has a value only if the period is custom. */
export function anyDetails(random: Random, today: string, isCustom: boolean): Json {
  const whole = {
    notes: pick(random, ['Shared.\nAsk Ö.', '🎉', 'x'.repeat(2000), null]),
    url: pick(random, ['https://example.com/a?b=c#d', 'http://[::1]:8080/', null]),
    paymentMethod: pick(random, [' Visa 1234 ', '🎉'.repeat(80), null]),
    tags: pick(random, [
      [],
      ['family'],
      ['a', 'Ä', ' b '],
      Array.from({ length: 20 }, (_, index) => `tag ${index}`),
      null,
    ]),
    trialEndsOn: pick(random, [anyDay(random, today, 60), null]),
    // Seldom a value: after it, nothing is due.
    endsOn: random() < 0.1 ? anyDay(random, today, 400) : null,
    cancelBefore: pick(random, [anyDay(random, today, 60), null]),
    anchorDay: pick(random, [1 + below(random, 31), 31, null]),
    autoRenew: pick(random, [true, false, null]),
    everyMonths: isCustom && random() < 0.7 ? 2 + below(random, 59) : null,
  } satisfies Readonly<Record<DetailField, unknown>>;
  const names = Object.keys(whole) as (keyof typeof whole)[];
  const kept = new Set<string>([pick(random, names), ...names.filter(() => random() < 0.3)]);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => kept.has(name)));
}

/** What a client may say about a payment; without a due date, it is the one that is due. */
export function anyPayment(random: Random, today: string): Json {
  return {
    ...(random() < 0.15 && { dueOn: anyDay(random, today, 200) }),
    ...(random() < 0.15 && { paidOn: anyDay(random, today, 200) }),
    ...(random() < 0.3 && { amount: below(random, 100_000_000) / 100 }),
    ...(random() < 0.15 && { reschedule: random() < 0.5 }),
  };
}
