import type { Holder } from '../../../core/access/own.ts';
import { defaultsOf, inOrder } from '../../../core/fields/define.ts';
import { Reminder as ReminderSchema, ReminderDraft, type ReminderPatch, type ReminderView } from '../model.ts';
import { leadDaysOf, type ReminderEvent } from './events.ts';

/** A rule as it is stored: what a client has set. */
export type Reminder = Omit<ReminderView, 'channelCount'>;

/** Why a rule cannot be stored as it was sent. */
type ReminderFaultReason =
  | 'daysBeforeMissing'
  | 'daysAfterMissing'
  | 'daysBeforeUnwanted'
  | 'daysAfterUnwanted'
  | 'unknownSubscription'
  | 'subscriptionUnwanted'
  | 'unknownChannel'
  | 'otherHolder';

/** What an owner may have at most of rules, and of lead times in all rules: each reminds of each subscription. */
export const reminderBounds = { rules: 30, leadTimes: 60 } as const;

/** What the rules of an owner would be too many of. */
export type TooManyReminders = keyof typeof reminderBounds;

/** The field to report, and the reason. */
export interface ReminderFault {
  readonly field: 'daysBefore' | 'daysAfter' | 'subscriptionId' | 'channelIds';
  readonly reason: ReminderFaultReason;
}

/** The rule that a draft describes, before it is checked. */
export function createReminder(draft: ReminderDraft, birth: Pick<Reminder, 'id' | 'userId' | 'createdAt'>): Reminder {
  const { id, userId, createdAt } = birth;
  const given = inOrder(ReminderDraft, { ...defaultsOf(ReminderDraft), ...draft });
  const rule = { id, userId, ...(given as Omit<Reminder, keyof typeof birth>), createdAt };
  return rule.event === 'budget' ? { ...rule, daysBefore: rule.daysBefore ?? [0] } : rule;
}

/** A rule after a change, before it is checked. Another event takes no lead times that it does not have. */
export function updateReminder(stored: Reminder, patch: ReminderPatch): Reminder {
  const changed = { ...stored, ...patch };
  if (isOverdue(stored) === isOverdue(changed)) return changed;
  const unwanted = isOverdue(changed) ? 'daysBefore' : 'daysAfter';
  return { ...changed, [unwanted]: patch[unwanted] ?? null };
}

/** The fault between the event of a rule, and its subscription and lead times, if there is one. */
export function faultOfEvent(
  rule: Pick<Reminder, 'subscriptionId' | 'event' | 'daysBefore' | 'daysAfter'>,
): ReminderFault | undefined {
  if (rule.event === 'budget' && rule.subscriptionId !== null)
    return { field: 'subscriptionId', reason: 'subscriptionUnwanted' };
  const [wanted, unwanted] = isOverdue(rule)
    ? (['daysAfter', 'daysBefore'] as const)
    : (['daysBefore', 'daysAfter'] as const);
  if (rule[unwanted] !== null) return { field: unwanted, reason: `${unwanted}Unwanted` };
  return rule[wanted] === null ? { field: wanted, reason: `${wanted}Missing` } : undefined;
}

/** Whether a change of a rule moves its reminders, so that what was due before the change is none of its. */
export function isMoved(before: Reminder, after: Reminder): boolean {
  const moving = ['subscriptionId', 'event', 'daysBefore', 'daysAfter', 'at', 'enabled'] as const;
  return moving.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function isOverdue({ event }: { readonly event: ReminderEvent }): boolean {
  return event === 'overdue';
}

/** A channel that a rule may name. */
export interface NamedChannel {
  readonly id: string;
  readonly userId: Holder;
  readonly enabled: boolean;
}

/** The user to whom a new rule belongs: the one of its first channel; null for the household. */
export function holderOfRule({ channelIds }: Pick<ReminderDraft, 'channelIds'>, channels: readonly NamedChannel[]) {
  return channels.find(({ id }) => id === channelIds?.[0])?.userId ?? null;
}

/** What is wrong with the channels that a rule names, given those that its writer sees. */
export function faultOfChannels(
  channelIds: Reminder['channelIds'],
  channels: readonly NamedChannel[],
  holder: Holder,
): ReminderFault | undefined {
  const named = channelIds?.map((id) => channels.find((channel) => channel.id === id)) ?? [];
  if (named.includes(undefined)) return { field: 'channelIds', reason: 'unknownChannel' };
  return named.every((channel) => channel?.userId === holder)
    ? undefined
    : { field: 'channelIds', reason: 'otherHolder' };
}

/** The enabled channels that get the reminders of a rule: only those of whom the rule belongs to. */
export function channelsOf(
  { channelIds, userId }: Pick<Reminder, 'channelIds' | 'userId'>,
  channels: readonly NamedChannel[],
) {
  const isWanted = ({ id }: NamedChannel) => channelIds === null || channelIds.includes(id);
  return channels.filter((channel) => channel.enabled && channel.userId === userId && isWanted(channel));
}

/** Whether a rule reminds of an event of a subscription, by a lead time, through a channel: it may have changed since that was planned. */
export function wants(
  rule: Reminder,
  planned: {
    /** Null for a reminder of the budget. */
    readonly subscriptionId: string | null;
    readonly event: ReminderEvent;
    readonly days: number;
    readonly channelId: string;
  },
): boolean {
  const { enabled, event, subscriptionId, channelIds } = rule;
  return (
    enabled &&
    event === planned.event &&
    (subscriptionId === null || subscriptionId === planned.subscriptionId) &&
    (channelIds === null || channelIds.includes(planned.channelId)) &&
    leadDaysOf(rule).includes(planned.days)
  );
}

/** A rule as clients see it: without channels that were deleted since. */
export function viewReminder(rule: Reminder, channels: readonly NamedChannel[]): ReminderView {
  const channelIds = rule.channelIds?.filter((named) => channels.some((channel) => channel.id === named)) ?? null;
  return inOrder(ReminderSchema, { ...rule, channelIds, channelCount: channelsOf(rule, channels).length });
}
