import { daysBetween, numberOfDay } from '../../../core/billing/days.ts';
import { amountOf } from '../../../core/billing/money.ts';
import type { ChannelLanguage } from '../../channels/rules/channelTypes.ts';
import type { Message } from '../../../core/outgoing/message.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { inOneLine } from '../../../core/text/text.ts';
import type { ReminderEvent } from './events.ts';
import { reminderWords } from './words.ts';

/** What a message says of one event of one subscription, or of a month that exceeds the budget. Days are `YYYY-MM-DD`. */
export interface RemindedOf {
  readonly event: ReminderEvent;
  /** Null for the budget. */
  readonly subscriptionId: string | null;
  readonly name: string | null;
  readonly amountHundredths: number;
  readonly currency: Currency;
  /** The day of the event. */
  readonly dueOn: string;
  /** The amount of the last payment, when it was another one; as clients see it. */
  readonly previousAmount?: number;
  /** The last day on which notice is in time. */
  readonly noticeBy?: string;
  /** The amount of the budget that is exceeded, as clients see it. */
  readonly budget?: number;
}

/** To whom a message goes, and when. */
export interface MessageContext {
  readonly language: ChannelLanguage;
  /** The current day in the server's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The address of the dashboard, without a slash at its end; null when it is not known. */
  readonly publicUrl: string | null;
}

/** The message that reminds of one or more events. Of several, those that come first are said first. */
export function messageOf(reminders: readonly RemindedOf[], context: MessageContext): Message {
  const inOrder = reminders.toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : Number(one.dueOn > other.dueOn)));
  const [first] = inOrder;
  const shared = {
    tags: Array.from(new Set(inOrder.map(({ event }) => event))),
    priority: inOrder.some((one) => isUrgent(one, context)) ? 'high' : 'default',
    event: 'reminder.due',
    data: { reminders: inOrder.map((one) => dataOf(one, context)) },
  } as const;
  if (first !== undefined && inOrder.length === 1) return { ...shared, ...singleMessage(first, context) };
  const url = pageOf(context, '');
  return {
    ...shared,
    title: reminderWords[context.language].several(inOrder.length),
    text: inOrder.map((one) => lineOf(one, context)).join('\n'),
    facts: [],
    ...(url !== undefined && { url }),
  };
}

function singleMessage(reminder: RemindedOf, context: MessageContext) {
  const facts = factsOf(reminder, context);
  const url = pageOfReminder(reminder, context);
  return {
    title: sentenceOf(reminder, context),
    text: facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    facts,
    ...(url !== undefined && { url }),
  };
}

function sentenceOf({ event, name, dueOn }: RemindedOf, { language, today }: MessageContext): string {
  const subject = name === null ? monthText(dueOn, language) : inOneLine(name);
  return reminderWords[language].sentences[event](subject, daysBetween(today, dueOn));
}

/** A reminder as a line among others: what, and the values behind it. */
function lineOf(reminder: RemindedOf, context: MessageContext): string {
  return `${sentenceOf(reminder, context)} (${detailsOf(reminder, context)})`;
}

function detailsOf(reminder: RemindedOf, context: MessageContext): string {
  const [day, amount, ...others] = factsOf(reminder, context);
  const rest = others.map(({ label, value }) => `${label}: ${value}`);
  return [day?.value, amount?.value, ...rest].join('; ');
}

function factsOf(reminder: RemindedOf, { language }: MessageContext): Message['facts'] {
  const { labels } = reminderWords[language];
  const { amountHundredths, currency, dueOn, previousAmount, noticeBy, budget } = reminder;
  const money = (amount: number) => moneyText(amount, currency, language);
  return [
    { label: labels.day, value: dayText(dueOn, language) },
    { label: labels.amount, value: money(amountOf(amountHundredths)) },
    ...(previousAmount === undefined ? [] : [{ label: labels.previousAmount, value: money(previousAmount) }]),
    ...(budget === undefined ? [] : [{ label: labels.budget, value: money(budget) }]),
    ...(noticeBy === undefined ? [] : [{ label: labels.noticeBy, value: dayText(noticeBy, language) }]),
  ];
}

/** What a program gets of a reminder. */
function dataOf(reminder: RemindedOf, context: MessageContext) {
  const { amountHundredths, ...others } = reminder;
  const url = pageOfReminder(reminder, context);
  const daysLeft = daysBetween(context.today, reminder.dueOn);
  return { ...others, amount: amountOf(amountHundredths), daysLeft, ...(url !== undefined && { url }) };
}

function isUrgent({ event, dueOn }: RemindedOf, { today }: MessageContext): boolean {
  return event === 'overdue' || (event === 'cancel_before' && daysBetween(today, dueOn) <= 1);
}

function pageOfReminder({ subscriptionId }: RemindedOf, context: MessageContext): string | undefined {
  return pageOf(context, subscriptionId === null ? 'overview' : `subscriptions?id=${subscriptionId}`);
}

function pageOf({ publicUrl }: MessageContext, path: string): string | undefined {
  return publicUrl === null ? undefined : `${publicUrl}/${path}`;
}

const millisecondsADay = 24 * 3600 * 1000;
const moneyFormats = new Map<string, Intl.NumberFormat>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();

// With the code, because a sign such as $ names several currencies.
function moneyStyle(currency: Currency) {
  return { style: 'currency', currency, currencyDisplay: 'code' } as const;
}

function moneyText(amount: number, currency: Currency, language: ChannelLanguage): string {
  const key = `${language} ${currency}`;
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(language, moneyStyle(currency));
  moneyFormats.set(key, format);
  return format.format(amount);
}

function dayText(day: string, language: ChannelLanguage): string {
  const format = dayFormats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  dayFormats.set(language, format);
  return format.format(numberOfDay(day) * millisecondsADay);
}

function monthText(day: string, language: ChannelLanguage): string {
  const style = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(numberOfDay(day) * millisecondsADay);
}
