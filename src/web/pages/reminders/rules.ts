import { leadDaysOf, reminderEvents, type ReminderEvent } from '../../../modules/reminders/rules/events.ts';
import type { Schemas } from '../../api/answers.ts';
import { isolated } from '../../format/text.ts';
import type { Words } from '../../subscriptions/fields.ts';

export type Rule = Schemas['Reminder'];

/** What a rule says, without its id. */
export type RuleValues = Required<Schemas['ReminderDraft']>;

/** What writes the sentence of a rule. */
export interface RuleWords extends Pick<Words, 'say'> {
  /** A list in words: `a, b and c`. */
  readonly list: (parts: readonly string[]) => string;
  /** A time of day such as `09:00`, as the locale writes it. */
  readonly timeOfDay: (at: string) => string;
  /** The name of a channel; undefined when the user may not see channels. */
  readonly channelName: (channelId: string) => string | undefined;
}

/** A rule in words: `7 days, 1 day before and on the day of each payment, at 09:00, to all channels`. */
export function ruleSentence(
  { subscriptionName, ...rule }: Omit<RuleValues, 'enabled'> & Pick<Rule, 'subscriptionName'>,
  words: RuleWords,
): string {
  const { say, timeOfDay } = words;
  const { at } = rule;
  const of = subscriptionName ? [say('reminders.when.of', { name: isolated(subscriptionName) })] : [];
  const text = [
    whenWords(rule, words),
    ...of,
    say('reminders.when.at', { time: timeOfDay(at) }),
    ...toWords(rule, words),
  ];
  const sentence = text.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function whenWords({ event, ...rule }: Omit<RuleValues, 'enabled'>, { say, list }: RuleWords): string {
  const days = leadDaysOf(rule);
  const others = inOrder(
    event,
    days.filter((count) => count > 0),
  ).map((count) => say('reminders.when.days', { count }));
  if (others.length === 0) return say(`reminders.when.${event}.on`);
  if (days.includes(0)) return say(`reminders.when.${event}.both`, { days: others.join(', ') });
  return say(`reminders.when.${event}.before`, { days: list(others) });
}

function toWords({ channelIds }: Pick<RuleValues, 'channelIds'>, { say, list, channelName }: RuleWords): string[] {
  if (channelIds === null) return [say('reminders.when.toAll')];
  const names = channelIds.flatMap((id) => channelName(id) ?? []);
  return names.length === 0 ? [] : [say('reminders.when.to', { channels: list(names) })];
}

/** Lead times in the order in which they come: the longest first, but what comes after the event in its order. */
function inOrder(event: ReminderEvent, days: readonly number[]): readonly number[] {
  return days.toSorted((one, other) => (event === 'overdue' ? one - other : other - one));
}

/** A rule as it is sent, so that what it does not say is no leftover. */
export function valuesOf({ subscriptionId, event, daysBefore, daysAfter, at, channelIds, enabled }: Rule): RuleValues {
  return { subscriptionId, event, daysBefore, daysAfter, at, channelIds, enabled };
}

/** The rules that are offered to those who have none yet. */
const firstRules = [
  { event: 'renewal', daysBefore: [3, 0] },
  { event: 'cancel_before', daysBefore: [14, 3] },
] as const satisfies readonly Schemas['ReminderDraft'][];

type OfferedEvent = (typeof firstRules)[number]['event'];

export interface OfferedRule {
  readonly event: OfferedEvent;
  readonly daysBefore: number[];
}

/** What is offered to those with few rules: one of each event that they have no rule for. */
export function offeredRules(rules: readonly Pick<Rule, 'event'>[]): readonly OfferedRule[] {
  if (rules.length > 1) return [];
  return firstRules
    .filter(({ event }) => !rules.some((rule) => rule.event === event))
    .map(({ event, daysBefore }) => ({ event, daysBefore: [...daysBefore] }));
}

export interface RuleForm {
  readonly event: ReminderEvent;
  readonly days: readonly number[];
  /** Whether nobody has chosen the days yet: what is typed then takes their place. */
  readonly areDaysSuggested: boolean;
  readonly at: string;
  /** Null for all channels. */
  readonly channelIds: readonly string[] | null;
  /** Null for all subscriptions. */
  readonly subscriptionId: string | null;
  /** Another lead time that is typed and not added yet. */
  readonly typedDays: string;
  /** Whether that was refused. */
  readonly isTypedWrong: boolean;
}

export const emptyForm: RuleForm = {
  event: 'renewal',
  days: [3, 0],
  areDaysSuggested: true,
  at: '09:00',
  channelIds: null,
  subscriptionId: null,
  typedDays: '',
  isTypedWrong: false,
};

export function formOf(rule: Rule): RuleForm {
  const { event, at, channelIds, subscriptionId } = rule;
  return { ...emptyForm, event, days: leadDaysOf(rule), areDaysSuggested: false, at, channelIds, subscriptionId };
}

/** What a form says, as the API takes it. */
export function ruleIn({ event, days, at, channelIds, subscriptionId }: RuleForm): Omit<RuleValues, 'enabled'> {
  const sent = [...inOrder(event, days)];
  const lead = event === 'overdue' ? { daysBefore: null, daysAfter: sent } : { daysBefore: sent, daysAfter: null };
  return { event, ...lead, at, channelIds: channelIds === null ? null : [...channelIds], subscriptionId };
}

/** The form after another event was chosen. What is overdue has its lead times after the day; a budget is of no subscription. */
export function withEvent(form: RuleForm, event: ReminderEvent): RuleForm {
  const subscriptionId = event === 'budget' ? null : form.subscriptionId;
  const isTurned = (form.event === 'overdue') !== (event === 'overdue');
  if (!isTurned) return { ...form, event, subscriptionId };
  const days = event === 'overdue' ? [1] : emptyForm.days;
  return { ...form, event, subscriptionId, days, areDaysSuggested: true };
}

/** The lead times that are chosen. Suggested ones are not as soon as another one is typed: it is not beside them. */
export function chosenDays({ days, areDaysSuggested, typedDays }: RuleForm): readonly number[] {
  return areDaysSuggested && isTyped(typedDays) ? [] : days;
}

function isTyped(days: string): boolean {
  return days.trim() !== '';
}

/** The lead times that the form of a rule offers, and those that were added. */
export function offeredDays({ event, days }: Pick<RuleForm, 'event' | 'days'>): readonly number[] {
  const usual = event === 'overdue' ? [1, 3, 7] : [14, 7, 3, 1, 0];
  return inOrder(event, Array.from(new Set([...usual, ...days])));
}

const leadTimes = { most: 10, max: 400 };

/** The lead times with another one; undefined if it is no whole number of days that a rule can have, or there are too many. */
export function withDays(days: readonly number[], typed: string): readonly number[] | undefined {
  const text = typed.trim();
  const count = Number(text);
  if (!/^\d{1,3}$/.test(text) || count > leadTimes.max) return undefined;
  if (days.includes(count)) return days;
  return days.length >= leadTimes.most ? undefined : [...days, count];
}

/** The form after the lead time that is typed was added; it stays typed, and is wrong, if a rule cannot have it. */
export function withTypedDays(form: RuleForm): RuleForm {
  const days = withDays(chosenDays(form), form.typedDays);
  if (days === undefined) return { ...form, isTypedWrong: true };
  return { ...form, days, areDaysSuggested: false, typedDays: '', isTypedWrong: false };
}

/** The form as it is sent: what is typed counts, as if it had been added. */
export function completed(form: RuleForm): RuleForm {
  return isTyped(form.typedDays) ? withTypedDays(form) : { ...form, isTypedWrong: false };
}

/** Whether a completed form can be sent. */
export function isWhole({ days, at, channelIds, isTypedWrong }: RuleForm): boolean {
  return days.length > 0 && at !== '' && channelIds?.length !== 0 && !isTypedWrong;
}

/** The events that a rule may have. */
export const events: readonly ReminderEvent[] = reminderEvents;
