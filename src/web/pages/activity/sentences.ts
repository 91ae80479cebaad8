import type { Status } from '../../../domain/subscriptions/fields.ts';
import { isolated } from '../../format/isolated.ts';
import type { MessageKey } from '../../messages/translate.ts';
import type { Words } from '../../subscriptions/fields.ts';
import { changesIn, intervalAfter, labelOf, type Change } from './changes.ts';
import { subscriptionRecord, type Entry, type SubscriptionRecord } from './entries.ts';
import { changesPreferences, otherText } from './otherSentences.ts';

/** An entry in words. */
export interface Sentence {
  /** The name of the subscription; absent for entries of anything else. */
  readonly name?: string;
  readonly text: string;
  /** What else there is to say. */
  readonly notes: readonly string[];
  /** The changes that the text does not name. */
  readonly changes: readonly Change[];
  /** Whether there is something that an undo would restore. */
  readonly hasEffect: boolean;
}

/** What was paid, by the due date of the payment; undefined where it is not known. */
export type PaidAmount = (subscriptionId: string, dueOn: string) => number | undefined;

/** Puts an entry into words. */
export function sentenceOf(entry: Entry, words: Words, paid: PaidAmount): Sentence {
  const record = subscriptionRecord(entry);
  if (record === undefined) {
    return { text: otherText(entry, words), notes: [], changes: [], hasEffect: changesPreferences(entry) };
  }
  const name = record.after.name;
  if (record.before === undefined) return { name, ...created(record, words) };
  if (record.renewal !== undefined) return { name, ...renewed(record, words, paid) };
  return { name, ...updated(entry, record, words) };
}

/** Who made the change of an entry: `by the key phone`. Undefined for a sign-in, before which nobody is known. */
export function actorText({ actor, entityType, action }: Entry, { say }: Words): string | undefined {
  if (action === 'session.create' && actor.kind === 'service') return undefined;
  if (actor.kind === 'service') return say(entityType === 'subscription' ? 'activity.by.itself' : 'activity.by.server');
  if (actor.name === null) return say(actor.kind === 'key' ? 'activity.by.someKey' : 'activity.by.somebody');
  return say(actor.kind === 'key' ? 'activity.by.key' : 'activity.by.session', { name: isolated(actor.name) });
}

type Part = Omit<Sentence, 'name'>;

function created(record: SubscriptionRecord, words: Words): Part {
  const { amount, currency, nextPaymentDate } = record.after;
  const values = { price: words.money(amount, currency), interval: intervalAfter(record, words) };
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
  return { text: changeText(first, record, words), notes: endNotes(entry, first, words), changes: [], hasEffect };
}

const becameTexts = {
  active: 'activity.became.active',
  paused: 'activity.became.paused',
  cancelled: 'activity.became.cancelled',
} as const satisfies Record<Status, MessageKey>;

/** One change as the whole sentence. */
function changeText(change: Change, { after: { status } }: SubscriptionRecord, words: Words): string {
  if (change.field === 'status') return words.say(becameTexts[status]);
  const text = valuesText(change, words);
  return change.field === 'price' ? text : `${labelOf(change, words)}: ${text}`;
}

/** The values before and after a change: `US$15.99 → US$17.99`. */
export function valuesText({ before, after }: Change, { say }: Words): string {
  if (after === undefined) return say('activity.removed', { value: isolated(before ?? '') });
  return before === undefined ? isolated(after) : `${isolated(before)} → ${isolated(after)}`;
}

function endNotes({ actor }: Entry, { field }: Change, { say }: Words): readonly string[] {
  return actor.kind === 'service' && field === 'status' ? [say('activity.ended')] : [];
}

function renewed(record: SubscriptionRecord, words: Words, paid: PaidAmount): Part {
  const { after, renewal, reverts } = record;
  if (renewal === undefined) throw new TypeError('the entry is not of a renewal');
  const next = words.say('activity.next', { day: words.day(renewal.nextPaymentDate.after) });
  const part = { changes: [], hasEffect: true };
  if (reverts !== undefined) return { ...part, text: revertedText(renewal, words), notes: [next] };
  const { skipped, dueOn, paidOn } = renewal;
  const late = paidOn !== null && paidOn !== dueOn && words.say('activity.paidOn', { day: words.day(paidOn) });
  const passed = skipped !== undefined && paidOn !== null && words.say('activity.skipped', { count: skipped });
  const notes = [late, passed, next].filter((note) => note !== false);
  return {
    ...part,
    text: paidText(renewal, words, { amount: paid(after.id, dueOn), currency: after.currency }),
    notes,
  };
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
  { amount, currency }: { readonly amount: number | undefined; readonly currency: string },
): string {
  if (paidOn === null) return say('activity.skipped', { count: skipped ?? 1 });
  if (steps !== undefined) return say('activity.paidSeveral', { count: steps, day: day(dueOn) });
  if (amount === undefined) return say('activity.paidFor', { day: day(dueOn) });
  return say('activity.paid', { amount: money(amount, currency), day: day(dueOn) });
}
