import { api, bodyOf } from '../../../api/client.ts';
import { locale } from '../../../messages/messages.ts';
import type { Version } from '../../../subscriptions/api.ts';
import type { Details, Subscription } from '../../../subscriptions/fields.ts';
import { saidByLast } from './schedule.ts';
import { differingFields, type FormField, type FormValues, valuesOf } from './values.ts';

/** A change by somebody else, of something that was typed here, too. */
export interface Conflict {
  /** What is stored now. */
  readonly theirs: Version;
  /** Who changed it; undefined if that is not known. */
  readonly by: string | undefined;
}

/** What was typed, put over what somebody else has stored. */
interface Merged {
  /** What was typed, and otherwise what is stored. */
  readonly values: FormValues;
  /** The fields that both have changed, not to the same value. */
  readonly clashing: readonly FormField[];
}

/** The fields whose values only mean something together: a change of one is a change of all. */
const groups: readonly (readonly FormField[])[] = [
  ['amount', 'currency'],
  ['count', 'unit', 'lastPaymentDate', 'nextPaymentDate', 'anchorDay'],
  ['noticePeriod', 'termEndsOn', 'termMonths', 'cancelBefore', 'keepThrough'],
];

/**
 * Puts what was typed over what somebody else has stored.
 *
 * @param base the version that the form started from
 */
export function merge(base: Subscription, theirs: Subscription, typed: FormValues): Merged {
  const [before, stored] = [base, theirs].map((record) => valuesOf(record, locale.peek())) as [FormValues, FormValues];
  // Both say the same day then.
  const mine = { ...typed, ...saidByLast(typed) };
  const [changed, changedByThem] = [differingFields(before, mine), differingFields(before, stored)];
  const values = { ...stored, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
  const concerned = new Set(changedByThem.flatMap((field) => groups.find((group) => group.includes(field)) ?? field));
  const isWanted = differingFields(values, stored).length > 0;
  return { values, clashing: isWanted ? changed.filter((field) => concerned.has(field)) : [] };
}

const entriesRead = 20;

/** Who has changed some fields of a subscription last; undefined if that is not known. */
export async function whoChanged(id: string, fields: readonly FormField[]): Promise<string | undefined> {
  const query = { subscriptionId: id, include: 'actor', limit: entriesRead } as const;
  const { data } = await bodyOf(api.GET('/api/v1/audit', { params: { query } }));
  const entry = data.find(({ metadata: { before, after, details } }) => {
    if (before === undefined) return false;
    const changed = differingFields(valuesIn(before, details?.before), valuesIn(after, details?.after));
    return changed.some((field) => fields.includes(field));
  });
  return entry?.actor?.name ?? undefined;
}

function valuesIn(record: unknown, details: unknown): FormValues {
  const state = { ...(record as Subscription), ...(details !== undefined && { details: details as Details }) };
  return valuesOf(state, locale.peek());
}
