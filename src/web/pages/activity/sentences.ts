import { type ActionOf, type AuditAction, type EntityType, revertibleActions } from '../../../core/audit/auditEntry.ts';
import type { PaymentRecord } from '../../../modules/payments/rules/revert.ts';
import { browserText } from '../../format/browsers.ts';
import { isolated } from '../../format/text.ts';
import type { MessageKey, MessageValues } from '../../messages/translate.ts';
import type { Words } from '../../subscriptions/fields.ts';
import {
  type Change,
  changesIn,
  type Entry,
  intervalText,
  labelOf,
  paymentRecord,
  subscriptionRecord,
  type SubscriptionRecord,
} from './entries.ts';

export interface Sentence {
  /** The subscription; absent for entries of anything else. */
  readonly name?: string;
  readonly subscriptionId?: string;
  readonly text: string;
  readonly notes: readonly string[];
  /** The changes that the text does not name. */
  readonly changes: readonly Change[];
  /** Whether there is something that an undo would restore. */
  readonly hasEffect: boolean;
}

export function sentenceOf(entry: Entry, words: Words): Sentence {
  const payment = paymentRecord(entry);
  if (payment !== undefined) return paymentSentence(payment, words);
  const record = subscriptionRecord(entry);
  if (record === undefined) {
    return { text: otherText(entry, words), notes: [], changes: [], hasEffect: changesOther(entry) };
  }
  const { name, id: subscriptionId } = record.after;
  const about = { name, subscriptionId };
  if (record.before === undefined) return { ...about, ...created(record, words) };
  if (record.renewal !== undefined) return { ...about, ...renewed(record, entry.amount, words) };
  return { ...about, ...updated(entry, record, words) };
}

/** A correction or a removal of a payment, or the undoing of one. */
function paymentSentence({ name, before, after }: PaymentRecord, { say, day, money }: Words): Sentence {
  const { subscriptionId, currency } = after;
  const due = { day: day(after.dueOn) };
  const about = { name, subscriptionId, changes: [] };
  if (before.removed !== after.removed) {
    return {
      ...about,
      text: say(after.removed ? 'activity.payment.removed' : 'activity.paidAgain', due),
      notes: [],
      hasEffect: true,
    };
  }
  const change = (from: string, to: string) => (from === to ? [] : [`${from} → ${to}`]);
  const notes = [
    ...change(money(before.amount, currency), money(after.amount, currency)),
    ...change(day(before.paidOn), day(after.paidOn)),
  ];
  return { ...about, text: say('activity.payment.corrected', due), notes, hasEffect: notes.length > 0 };
}

/** Who made the change of an entry: `by the key phone`. Undefined for a sign-in, before which nobody is known. */
export function actorText({ actor, entityType, action }: Entry, { say }: Words): string | undefined {
  if (action === 'session.create' && actor.kind === 'service') return undefined;
  if (actor.kind === 'service') return say(entityType === 'subscription' ? 'activity.by.itself' : 'activity.by.server');
  if (actor.name === null) return say(actor.kind === 'key' ? 'activity.by.someKey' : 'activity.by.somebody');
  return say(actor.kind === 'key' ? 'activity.by.key' : 'activity.by.session', { name: isolated(actor.name) });
}

type Part = Omit<Sentence, 'name' | 'subscriptionId'>;

function created(record: SubscriptionRecord, words: Words): Part {
  const { amount, currency, nextPaymentDate } = record.after;
  const values = {
    price: words.money(amount, currency),
    interval: intervalText(record.after, record.details?.after, words),
  };
  const next = words.say('activity.next', { day: words.day(nextPaymentDate) });
  return { text: words.say('activity.created', values), notes: [next], changes: [], hasEffect: false };
}

function updated(entry: Entry, record: SubscriptionRecord, words: Words): Part {
  const changes = changesIn(record, words);
  const hasEffect = changes.length > 0;
  if (record.reverts !== undefined) return { text: words.say('activity.undid'), notes: [], changes, hasEffect };
  const [first] = changes;
  if (first === undefined) return { text: words.say('activity.unchanged'), notes: [], changes, hasEffect };
  if (changes.length > 1) {
    return { text: words.say('activity.changes', { count: changes.length }), notes: [], changes, hasEffect };
  }
  const isEnd = entry.actor.kind === 'service' && first.field === 'status';
  const notes = isEnd ? [words.say('activity.ended')] : [];
  return { text: changeText(first, record, words), notes, changes: [], hasEffect };
}

function changeText(change: Change, { after: { status } }: SubscriptionRecord, words: Words): string {
  if (change.field === 'status') return words.say(`activity.became.${status}`);
  const text = valuesText(change, words);
  return change.field === 'price' ? text : `${labelOf(change, words)}: ${text}`;
}

/** The values before and after a change: `US$15.99 → US$17.99`. */
export function valuesText({ before, after }: Change, { say }: Words): string {
  if (after === undefined) return say('activity.removed', { value: isolated(before ?? '') });
  return before === undefined ? isolated(after) : `${isolated(before)} → ${isolated(after)}`;
}

function renewed(record: SubscriptionRecord, amount: number | null, words: Words): Part {
  const { after, renewal, reverts } = record;
  if (renewal === undefined) throw new TypeError('the entry is not of a renewal');
  const next = words.say('activity.next', { day: words.day(renewal.nextPaymentDate.after) });
  const part = { changes: [], hasEffect: true };
  if (reverts !== undefined) return { ...part, text: revertedText(renewal, words), notes: [next] };
  const { skipped, dueOn, paidOn } = renewal;
  const late = paidOn !== null && paidOn !== dueOn && words.say('activity.paidOn', { day: words.day(paidOn) });
  const passed = skipped !== undefined && paidOn !== null && words.say('activity.skipped', { count: skipped });
  const notes = [late, passed, next].filter((note) => note !== false);
  return { ...part, text: paidText(renewal, words, { amount, currency: after.currency }), notes };
}

type Renewal = NonNullable<SubscriptionRecord['renewal']>;

function revertedText({ dueOn, paidOn, nextPaymentDate: { before, after } }: Renewal, { say, day }: Words): string {
  const isTakenBack = after < before;
  if (paidOn === null) return say(isTakenBack ? 'activity.undid' : 'activity.skippedAgain');
  return say(isTakenBack ? 'activity.takenBack' : 'activity.paidAgain', { day: day(dueOn) });
}

function paidText(
  { dueOn, paidOn, steps, skipped }: Renewal,
  { say, day, money }: Words,
  { amount, currency }: { readonly amount: number | null; readonly currency: string },
): string {
  if (paidOn === null) return say('activity.skipped', { count: skipped ?? 1 });
  if (steps !== undefined) return say('activity.paidSeveral', { count: steps, day: day(dueOn) });
  if (amount === null) return say('activity.paidFor', { day: day(dueOn) });
  return say('activity.paid', { amount: money(amount, currency), day: day(dueOn) });
}

type Writer = (metadata: Metadata, words: Words) => string | undefined;
type Metadata = Entry['metadata'];

/** The actions whose sentence is the text with their key. */
type PlainAction = Extract<AuditAction, MessageKey>;
/** The values that these texts may have. */
type PlainValues = { readonly [Name in keyof MessageValues<PlainAction>[0]]: string | undefined };

/** How the other entries are written. One that lacks what its sentence names has none. */
const writers = {
  'key.rotate': ({ before }, { say }) => named(nameIn(before), (name) => say('activity.key.rotated', { name })),
  'session.create': signIn,
  'session.end': ({ before }, { say }) =>
    named(browserIn(before, say), (name) => say('activity.session.endedOf', { name })) ?? say('activity.session.ended'),
  'user.update': userChanged,
  'user.setPassword': ({ before, after }, { say }) =>
    named(textOf(after, 'name'), (name) =>
      say(valueOf(before, 'hasPassword') === true ? 'activity.user.passwordChanged' : 'activity.user.passwordSet', {
        name,
      }),
    ),
  'user.createCode': (metadata, { say }) =>
    named(textOf(metadata, 'user'), (name) => say('activity.user.code', { name })),
  'user.invite': (metadata, { say }) =>
    named(textOf(metadata, 'user'), (name) => say('activity.user.invited', { name })),
  'preferences.update': preferencesChanged,
  'import.run': ({ created: added, updated: changed }, { say }) =>
    typeof added === 'number' && typeof changed === 'number'
      ? say('activity.import.run', { count: added + changed })
      : undefined,
  'import.revert': (_, { say }) => say('activity.import.reverted'),
} satisfies Record<Exclude<ActionOf<Exclude<EntityType, 'subscription' | 'payment'>>, PlainAction>, Writer>;

/** Puts an entry of anything but a subscription into words; one of an action that this page does not know, too. */
function otherText({ action, metadata }: Entry, words: Words): string {
  const text = writerOf(action)?.(metadata, words) ?? words.sayKnown(action, plainValues(metadata, words));
  return text ?? words.say('activity.unknown', { action });
}

function plainValues({ before, after }: Metadata, words: Words): PlainValues {
  return {
    name: named(nameIn(after ?? before), String),
    scope: scopeText(after, words),
    from: named(textOf(before, 'name'), String),
    to: named(textOf(after, 'name'), String),
  };
}

/** Whether an entry changed something that can be undone. */
function changesOther({ action, metadata }: Entry): boolean {
  const members = Object.keys(metadata['after'] ?? {});
  return revertibleActions.includes(action) && members.some((member) => differs(metadata, member));
}

function differs({ before, after }: Metadata, member: string): boolean {
  const [was, is] = [before, after].map((view) => JSON.stringify(valueOf(view, member) ?? null));
  return was !== is;
}

function preferencesChanged(metadata: Metadata, words: Words): string {
  const { say } = words;
  const { after } = metadata;
  const renewal = say(valueOf(after, 'autoRenew') === true ? 'activity.autoRenew.on' : 'activity.autoRenew.off');
  const name = named(textOf(after, 'householdName'), (to) => say('activity.household.named', { name: to }));
  const changed = [
    differs(metadata, 'householdName') && (name ?? say('activity.household.unnamed')),
    differs(metadata, 'monthlyBudget') && budgetText(valueOf(after, 'monthlyBudget'), words),
    differs(metadata, 'autoRenew') && renewal,
  ].filter((text) => text !== false);
  return changed.length === 0 ? renewal : changed.join(' · ');
}

function budgetText(budget: unknown, { say, money }: Words): string {
  const [amount, currency] = [valueOf(budget, 'amount'), textOf(budget, 'currency')];
  return typeof amount === 'number' && currency !== undefined
    ? say('activity.budget.set', { amount: money(amount, currency) })
    : say('activity.budget.none');
}

function userChanged(metadata: Metadata, words: Words): string | undefined {
  const { say } = words;
  const { before, after } = metadata;
  const to = textOf(after, 'name');
  if (to === undefined) return undefined;
  const from = isolated(textOf(before, 'name') ?? to);
  const renamed = differs(metadata, 'name') && say('activity.user.renamed', { from, to: isolated(to) });
  const values = { name: isolated(to), scope: scopeText(after, words) };
  const allowed = (differs(metadata, 'scope') || renamed === false) && say('activity.user.scope', values);
  return [renamed, allowed].filter((text) => text !== false).join(' · ');
}

function signIn({ after }: Metadata, { say, sayKnown }: Words): string {
  const text =
    sayKnown(`activity.session.created.${textOf(after, 'signedInBy')}`, {}) ?? say('activity.session.created');
  return named(browserIn(after, say), (browser) => `${text}: ${browser}`) ?? text;
}

function browserIn(view: unknown, say: Words['say']): string | undefined {
  const name = textOf(view, 'name');
  return name && browserText(name, say);
}

function scopeText(view: unknown, { sayKnown }: Words): string {
  return sayKnown(`activity.scope.${textOf(view, 'scope')}`, {}) ?? '?';
}

/** A name; of a key without one, its first characters. */
function nameIn(view: unknown): string | undefined {
  return textOf(view, 'name') ?? textOf(view, 'start');
}

function named(name: string | undefined, write: (name: string) => string | undefined): string | undefined {
  return name === undefined ? undefined : write(isolated(name));
}

/** What writes an action; undefined for one that this page does not know, or whose sentence is a text. */
function writerOf(action: string): Writer | undefined {
  return (writers as Readonly<Record<string, Writer>>)[action];
}

function textOf(view: unknown, member: string): string | undefined {
  const value = valueOf(view, member);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valueOf(view: unknown, member: string): unknown {
  return typeof view === 'object' && view !== null ? (view as Readonly<Record<string, unknown>>)[member] : undefined;
}
