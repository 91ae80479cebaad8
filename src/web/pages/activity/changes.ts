import type { Status } from '../../../domain/subscriptions/fields.ts';
import { intervalOf, intervalTexts } from '../../format/intervals.ts';
import type { MessageKey, MessageValues } from '../../messages/translate.ts';
import type { SubscriptionRecord } from './entries.ts';

/** What puts an entry into words: the texts of a language, and how its locale writes values. */
export interface Words {
  readonly say: <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string;
  readonly money: (amount: number, currency: string) => string;
  /** Writes a day `YYYY-MM-DD`. */
  readonly day: (day: string) => string;
}

const fieldTexts = {
  name: 'activity.field.name',
  category: 'activity.field.category',
  price: 'activity.field.price',
  interval: 'activity.field.interval',
  lastPaymentDate: 'activity.field.lastPaymentDate',
  nextPaymentDate: 'activity.field.nextPaymentDate',
  notificationEnabled: 'activity.field.notificationEnabled',
  status: 'activity.field.status',
  notes: 'activity.field.notes',
  url: 'activity.field.url',
  paymentMethod: 'activity.field.paymentMethod',
  tags: 'activity.field.tags',
  trialEndsOn: 'activity.field.trialEndsOn',
  endsOn: 'activity.field.endsOn',
  cancelBefore: 'activity.field.cancelBefore',
  anchorDay: 'activity.field.anchorDay',
  autoRenew: 'activity.field.autoRenew',
} as const;

type Field = keyof typeof fieldTexts;

/** A field that changed, with its value before and after in words; undefined where it has none. */
export interface Change {
  readonly field: Field;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type State = Pick<SubscriptionRecord, 'after'>['after'];
type Details = NonNullable<SubscriptionRecord['details']>['after'];
type Writer = (state: State, details: Details | undefined, words: Words) => string | undefined;

const statusTexts = {
  active: 'activity.status.active',
  paused: 'activity.status.paused',
  cancelled: 'activity.status.cancelled',
} as const satisfies Record<Status, MessageKey>;

const noteLengthMax = 120;

/** How each field is written. Details are known only to entries that concern them. */
const writers: Readonly<Record<Field, Writer>> = {
  name: ({ name }) => name,
  price: ({ amount, currency }, _, { money }) => money(amount, currency),
  interval: intervalText,
  category: ({ category }) => category,
  status: ({ status }, _, { say }) => say(statusTexts[status]),
  lastPaymentDate: ({ lastPaymentDate }, _, { day }) => day(lastPaymentDate),
  nextPaymentDate: ({ nextPaymentDate }, _, { day }) => day(nextPaymentDate),
  notificationEnabled: ({ notificationEnabled }, _, words) => flagText(notificationEnabled, words),
  notes: (_, details) => shortened(details?.notes),
  url: (_, details) => details?.url ?? undefined,
  paymentMethod: (_, details) => details?.paymentMethod ?? undefined,
  tags: (_, details) => details?.tags.join(', ') || undefined,
  trialEndsOn: (_, details, words) => dayText(details?.trialEndsOn, words),
  endsOn: (_, details, words) => dayText(details?.endsOn, words),
  cancelBefore: (_, details, words) => dayText(details?.cancelBefore, words),
  anchorDay: (_, details) => details?.anchorDay?.toString(),
  autoRenew: (_, details, words) =>
    typeof details?.autoRenew === 'boolean' ? flagText(details.autoRenew, words) : undefined,
};

const fields = Object.keys(writers) as readonly Field[];

/** The name of a field that changed. */
export function labelOf({ field }: Change, { say }: Words): string {
  return say(fieldTexts[field]);
}

/** The fields that an update changed, with their values in words. Empty for a creation. */
export function changesIn({ before, after, details }: SubscriptionRecord, words: Words): readonly Change[] {
  if (before === undefined) return [];
  return fields.flatMap((field) => {
    const [was, is] = [writers[field](before, details?.before, words), writers[field](after, details?.after, words)];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

/** How often a subscription is paid after a write: `monthly`. */
export function intervalAfter({ after, details }: SubscriptionRecord, words: Words): string {
  return intervalText(after, details?.after, words);
}

function intervalText(state: State, details: Details | undefined, { say }: Words): string {
  const { unit, count } = intervalOf({ ...state, details });
  return say(intervalTexts[unit], { count });
}

function flagText(isOn: boolean, { say }: Words): string {
  return say(isOn ? 'activity.on' : 'activity.off');
}

function dayText(value: string | null | undefined, { day }: Words): string | undefined {
  return typeof value === 'string' ? day(value) : undefined;
}

// The whole text would hide the other changes.
function shortened(text: string | null | undefined): string | undefined {
  if (typeof text !== 'string') return undefined;
  const letters = Array.from(text);
  return letters.length <= noteLengthMax ? text : `${letters.slice(0, noteLengthMax).join('')} …`;
}
