import type { Status } from '../../../domain/subscriptions/fields.ts';
import { intervalOf, intervalTexts } from '../../format/intervals.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import {
  detailFields,
  detailWords,
  mainLabels,
  mapDetails,
  type DetailName,
  type Words,
} from '../../subscriptions/fields.ts';
import type { SubscriptionRecord } from './entries.ts';

type State = SubscriptionRecord['after'];
type Details = NonNullable<SubscriptionRecord['details']>['after'];

/** A field whose changes are told: its label, and its value in words. Details are known only to entries that concern them. */
interface ToldField {
  readonly label: PlainMessageKey;
  readonly wordsOf: (state: State, details: Details | undefined, words: Words) => string | undefined;
}

const statusTexts = {
  active: 'activity.status.active',
  paused: 'activity.status.paused',
  cancelled: 'activity.status.cancelled',
} as const satisfies Record<Status, PlainMessageKey>;

const lengthMax = 120;

const mainFields = {
  name: { label: mainLabels.name, wordsOf: ({ name }) => name },
  price: {
    label: 'activity.field.price',
    wordsOf: ({ amount, currency }, _, { money }) => money(amount, currency),
  },
  interval: { label: 'activity.field.interval', wordsOf: intervalText },
  category: { label: mainLabels.category, wordsOf: ({ category }) => category },
  status: { label: mainLabels.status, wordsOf: ({ status }, _, { say }) => say(statusTexts[status]) },
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

/** The name of a field that changed. */
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

/** How often a subscription is paid after a write: `monthly`. */
export function intervalAfter({ after, details }: SubscriptionRecord, words: Words): string {
  return intervalText(after, details?.after, words);
}

function intervalText(state: State, details: Details | undefined, { say }: Words): string {
  const { unit, count } = intervalOf({ ...state, details });
  return say(intervalTexts[unit], { count });
}

// The whole text would hide the other changes.
function shortened(text: string | undefined): string | undefined {
  const letters = Array.from(text ?? '');
  return letters.length <= lengthMax ? text : `${letters.slice(0, lengthMax).join('')} …`;
}
