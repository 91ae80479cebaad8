import type { PaymentRecord } from '../../../modules/payments/rules/revert.ts';
import type { components } from 'api-types';
import { intervalWords } from '../../format/intervals.ts';
import { dayIn } from '../../format/intl.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import {
  detailFields,
  type DetailName,
  detailWords,
  mainLabels,
  mapDetails,
} from '../../subscriptions/detailFields.ts';
import type { Words } from '../../subscriptions/fields.ts';
import { actorKey } from './actors.ts';

export type Entry = components['schemas']['ActivityEntry'];

type Details = components['schemas']['Details'];
type Subscription = components['schemas']['Subscription'];

export interface SubscriptionRecord {
  /** Absent for a creation. */
  readonly before?: Subscription;
  readonly after: Subscription;
  readonly details?: { readonly before?: Details; readonly after: Details };
  readonly renewal?: components['schemas']['RenewalRecord'];
  /** The id of the entry that this one undid. */
  readonly reverts?: string;
}

/** What an entry records of a subscription; undefined for entries of anything else. */
export function subscriptionRecord({ entityType, metadata }: Entry): SubscriptionRecord | undefined {
  const isRecord = entityType === 'subscription' && typeof metadata['after'] === 'object';
  return isRecord ? (metadata as unknown as SubscriptionRecord) : undefined;
}

/** What an entry records of a payment; undefined for entries of anything else. */
export function paymentRecord({ entityType, metadata }: Entry): PaymentRecord | undefined {
  const isRecord = entityType === 'payment' && typeof metadata['after'] === 'object';
  return isRecord ? (metadata as unknown as PaymentRecord) : undefined;
}

export interface EntriesOfDay {
  readonly day: string;
  readonly entries: readonly Entry[];
}

/** The entries by the day of a time zone on which they were made, in their order. */
export function byDay(entries: readonly Entry[], timeZone: string): readonly EntriesOfDay[] {
  const days = Map.groupBy(entries, ({ createdAt }) => dayIn(createdAt, timeZone));
  return Array.from(days, ([day, of]) => ({ day, entries: of }));
}

/** The entries of one line: one, or all sign-ins of a person. */
export type Line = readonly [Entry, ...Entry[]];

/** The lines of a day: all sign-ins of a person are one, in the place of the first of them. */
export function linesOf(entries: readonly Entry[]): readonly Line[] {
  const lines: [Entry, ...Entry[]][] = [];
  const signIns = new Map<string, Entry[]>();
  for (const entry of entries) {
    const person = entry.action === 'session.create' ? actorKey(entry.actor) : undefined;
    const known = person === undefined ? undefined : signIns.get(person);
    if (known !== undefined) {
      known.push(entry);
      continue;
    }
    const line: [Entry, ...Entry[]] = [entry];
    lines.push(line);
    if (person !== undefined) signIns.set(person, line);
  }
  return lines;
}

type State = Subscription;

/** A field whose changes are told: its label, and its value in words. Details are known only to entries that concern them. */
interface ToldField {
  readonly label: PlainMessageKey;
  readonly wordsOf: (state: State, details: Details | undefined, words: Words) => string | undefined;
}

const lengthMax = 120;

const mainFields = {
  name: { label: mainLabels.name, wordsOf: ({ name }) => name },
  price: {
    label: 'activity.field.price',
    wordsOf: ({ amount, currency }, _, { money }) => money(amount, currency),
  },
  interval: { label: 'activity.field.interval', wordsOf: intervalText },
  category: { label: mainLabels.category, wordsOf: ({ category }) => category },
  status: { label: mainLabels.status, wordsOf: ({ status }, _, { say }) => say(`activity.status.${status}`) },
  lastPaymentDate: { label: mainLabels.lastPaymentDate, wordsOf: (state, _, { day }) => day(state.lastPaymentDate) },
  nextPaymentDate: {
    label: 'activity.field.nextPaymentDate',
    wordsOf: (state, _, { day }) => day(state.nextPaymentDate),
  },
  notificationEnabled: {
    label: mainLabels.notificationEnabled,
    wordsOf: (state, _, { say }) => say(state.notificationEnabled ? 'activity.on' : 'activity.off'),
  },
  anchorDay: { label: 'activity.field.anchorDay', wordsOf: (_, details) => details?.anchorDay?.toString() },
} as const satisfies Record<string, ToldField>;

type Field = keyof typeof mainFields | DetailName;

const toldFields: Readonly<Record<Field, ToldField>> = {
  ...mainFields,
  ...mapDetails((name) => ({
    label: detailFields[name].label,
    wordsOf: (_: State, details: Details | undefined, words: Words) =>
      details && shortened(detailWords(name, details, words)),
  })),
};

const fields = Object.keys(toldFields) as readonly Field[];

/** A field that changed, with its value before and after in words; undefined where it has none. */
export interface Change {
  readonly field: Field;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function labelOf({ field }: Change, { say }: Words): string {
  return say(toldFields[field].label);
}

/** The fields that an update changed, with their values in words. Empty for a creation. */
export function changesIn({ before, after, details }: SubscriptionRecord, words: Words): readonly Change[] {
  if (before === undefined) return [];
  return fields.flatMap((field) => {
    const { wordsOf } = toldFields[field];
    const [was, is] = [wordsOf(before, details?.before, words), wordsOf(after, details?.after, words)];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

/** How often a subscription is paid: `monthly`. */
export function intervalText(state: State, details: Details | undefined, { say }: Words): string {
  return intervalWords({ ...state, details }, say);
}

// The whole text would hide the other changes.
function shortened(text: string | undefined): string | undefined {
  const letters = Array.from(text ?? '');
  return letters.length <= lengthMax ? text : `${letters.slice(0, lengthMax).join('')} …`;
}
