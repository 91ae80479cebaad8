import { amountOf } from '../billing/money.ts';
import type { Currency } from '../subscriptions/fields.ts';
import { compareText } from '../text/text.ts';
import { reminderDaysIn, remindersOn, type RemindedSubscription } from './moments.ts';
import { channelsOf, leadDaysOf, type NamedChannel, type Reminder } from './reminder.ts';

/** What the reminders of an owner follow from. */
export interface ReminderSources {
  /** The enabled rules. */
  readonly rules: readonly Reminder[];
  readonly channels: readonly NamedChannel[];
  /** The active subscriptions. */
  readonly subscriptions: Iterable<
    RemindedSubscription & { readonly name: string; readonly amountHundredths: number; readonly currency: Currency }
  >;
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

/**
 * The reminders that will be sent if nothing changes, by time, then by name. One without a channel is sent to nobody. Due dates that
 * are ahead are taken to be paid in time, so that only those that are due now or overdue have reminders of that.
 */
export function previewReminders(
  { rules, channels, subscriptions }: ReminderSources,
  span: PreviewSpan,
): readonly PlannedReminder[] {
  const { now, days, timeZone, today } = span;
  const ahead = rules.map((rule) => ({
    rule,
    days: reminderDaysIn({ after: now, until: now + days * millisecondsADay }, { at: rule.at, timeZone }),
    channelIds: channelsOf(rule, channels).map(({ id }) => id),
  }));
  const found = [];
  for (const subscription of subscriptions) {
    for (const { rule, channelIds, ...time } of ahead) {
      const about = { subscriptionId: rule.subscriptionId, event: rule.event, leadDays: leadDaysOf(rule) };
      const due = remindersOn(about, subscription, time.days).filter(
        ({ dueOn }) => rule.event !== 'overdue' || dueOn <= today,
      );
      for (const one of due) found.push(viewPlanned({ rule, channelIds, subscription, ...one }));
    }
  }
  return found.toSorted((one, other) => compareText(one.sendAt, other.sendAt) || compareText(one.name, other.name));
}

/** A reminder that will be sent if nothing changes. */
export type PlannedReminder = ReturnType<typeof viewPlanned>;

/** That a channel has got a reminder already, or never will; `place` is that of the reminder in a list. */
export interface DeliveredReminder {
  readonly place: number;
  readonly channelId: string;
}

/** Reminders without the channels that have got them already, and without those that no channel gets any more. */
export function withoutDelivered(
  planned: readonly PlannedReminder[],
  delivered: readonly DeliveredReminder[],
): readonly PlannedReminder[] {
  const ofPlace = Map.groupBy(delivered, ({ place }) => place);
  return planned.flatMap((one, place) => {
    const got = ofPlace.get(place)?.map(({ channelId }) => channelId);
    if (got === undefined) return [one];
    const channelIds = one.channelIds.filter((id) => !got.includes(id));
    return channelIds.length === 0 ? [] : [{ ...one, channelIds }];
  });
}

function viewPlanned({
  rule,
  channelIds,
  subscription,
  dueOn,
  days,
  moment,
}: {
  readonly rule: Reminder;
  readonly channelIds: readonly string[];
  readonly subscription: Pick<RemindedSubscription, 'id'> & {
    readonly name: string;
    readonly amountHundredths: number;
    readonly currency: Currency;
  };
  readonly dueOn: string;
  readonly days: number;
  readonly moment: number;
}) {
  const { id: subscriptionId, name, amountHundredths, currency } = subscription;
  return {
    sendAt: Temporal.Instant.fromEpochMilliseconds(moment).toString({ smallestUnit: 'millisecond' }),
    ruleId: rule.id,
    event: rule.event,
    subscriptionId,
    name,
    amount: amountOf(amountHundredths),
    currency,
    dueOn,
    days,
    channelIds,
  };
}
