import { ReportRefused } from '../../analytics/rules/reportRefused.ts';
import { amountOf } from '../../../core/billing/money.ts';
import { numberOfDay } from '../../../core/billing/days.ts';
import { amountOn, withPrices, type PriceColumns } from '../../../core/billing/prices.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { compareText } from '../../../core/text/text.ts';
import { budgetReminders, type FindExceeded } from './budget.ts';
import { reminderDaysIn, searchReminders, type DueReminder, type RemindedSubscription } from './moments.ts';
import { channelsOf, type NamedChannel, type Reminder } from './reminder.ts';

/** A subscription, with what a preview says of it. */
type PreviewedSubscription = RemindedSubscription & PreviewedFacts & { readonly name: string };

interface PreviewedFacts extends PriceColumns {
  /** Of the subscription; null for the budget. */
  readonly id: string | null;
  readonly name: string | null;
  readonly currency: Currency;
}

/** What the reminders of an owner follow from. */
export interface ReminderSources {
  /** The enabled rules. */
  readonly rules: readonly Reminder[];
  readonly channels: readonly NamedChannel[];
  /** The active subscriptions, by creation. */
  readonly subscriptions: Iterable<PreviewedSubscription>;
  readonly findExceeded: FindExceeded;
}

/** The time to look ahead. */
export interface PreviewSpan {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly days: number;
  /** The IANA time zone of days and times. */
  readonly timeZone: string;
  /** The current day in it, `YYYY-MM-DD`. */
  readonly today: string;
}

const millisecondsADay = 24 * 3600 * 1000;
const remindersMax = 100_000;

/**
 * The reminders that will be sent if nothing changes, by time, then by name, in pieces that are made when they are asked for. One
 * without a channel is sent to nobody. Due dates that are ahead are taken to be paid in time, so that only those that are due now or
 * overdue have reminders of that.
 *
 * @throws {ReportRefused} for more than 100,000 reminders
 */
export function* previewReminders(
  { rules, channels, subscriptions, findExceeded }: ReminderSources,
  { now, days, timeZone, today }: PreviewSpan,
  pieceLength: number,
): Generator<readonly PlannedReminder[]> {
  const span = { after: now, until: now + days * millisecondsADay };
  const ruleDays = rules.map((rule) => ({ rule, days: reminderDaysIn(span, { at: rule.at, timeZone }) }));
  const remindersOf = searchReminders(ruleDays);
  const found: (DueReminder<Reminder> & { readonly about: PreviewedFacts })[] = budgetReminders(
    ruleDays,
    findExceeded,
  ).map((due) => ({ ...due, about: { ...due.month, priceSteps: null, earlierPrices: null, id: null, name: null } }));
  for (const subscription of subscriptions) {
    const { id, name, amountHundredths, priceSteps, earlierPrices, currency } = subscription;
    // What is kept of many subscriptions must be little.
    const about = { id, name, amountHundredths, priceSteps, earlierPrices, currency };
    for (const due of remindersOf(subscription))
      if (due.rule.event !== 'overdue' || due.dueOn <= today) found.push({ ...due, about });
    if (found.length > remindersMax) throw new ReportRefused('tooManyReminders');
  }
  found.sort((one, other) => one.moment - other.moment || compareText(one.about.name ?? '', other.about.name ?? ''));
  const channelIds = new Map(rules.map((rule) => [rule, channelsOf(rule, channels).map(({ id }) => id)]));
  for (let start = 0; start < found.length; start += pieceLength)
    yield found.slice(start, start + pieceLength).map((due) => viewPlanned(due, channelIds.get(due.rule) ?? []));
}

/** A reminder that will be sent if nothing changes. */
export type PlannedReminder = ReturnType<typeof viewPlanned>;

type ReminderKey = Pick<PlannedReminder, 'ruleId' | 'subscriptionId' | 'event' | 'dueOn' | 'days'>;

/** A reminder that a channel has got already, or never will. */
export type DeliveredReminder = ReminderKey & { readonly channelId: string };

/** Reminders without the channels that have got them already, and without those that no channel gets any more. */
export function withoutDelivered(
  planned: readonly PlannedReminder[],
  delivered: readonly DeliveredReminder[],
): readonly PlannedReminder[] {
  const channelsOfReminder = Map.groupBy(delivered, keyOf);
  return planned.flatMap((one) => {
    const got = channelsOfReminder.get(keyOf(one))?.map(({ channelId }) => channelId);
    if (got === undefined) return [one];
    const channelIds = one.channelIds.filter((id) => !got.includes(id));
    return channelIds.length === 0 ? [] : [{ ...one, channelIds }];
  });
}

function keyOf({ ruleId, subscriptionId, event, dueOn, days }: ReminderKey): string {
  return [ruleId, subscriptionId ?? '', event, dueOn, days].join(' ');
}

function viewPlanned(
  { rule, about, dueOn, days, moment }: DueReminder<Reminder> & { readonly about: PreviewedFacts },
  channelIds: readonly string[],
) {
  const { id: subscriptionId, name, currency } = about;
  return {
    sendAt: Temporal.Instant.fromEpochMilliseconds(moment).toString({ smallestUnit: 'millisecond' }),
    ruleId: rule.id,
    event: rule.event,
    subscriptionId,
    name,
    amount: amountOf(amountOn(withPrices(about), numberOfDay(dueOn))),
    currency,
    dueOn,
    days,
    channelIds,
  };
}
