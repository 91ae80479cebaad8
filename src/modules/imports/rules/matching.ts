import { isCustom, type UncheckedBillingPeriod } from '../../../core/billing/periodTable.ts';
import type { Status } from '../../subscriptions/model.ts';

/** What makes two records of one name duplicates: currency and interval; and what tells several of them apart. */
interface Matchable extends Pick<UncheckedBillingPeriod, 'period' | 'customDays' | 'everyMonths'> {
  readonly currency: string;
  readonly amountHundredths: number;
}

/** A record of a file, as it would be stored. */
export interface Wanted {
  /** The id that it has in the file. */
  readonly fileId?: string | undefined;
  /** Who pays. */
  readonly payer?: string | undefined;
  readonly stored: Matchable & Readonly<Record<'nameNormalised' | 'lastPaymentDate' | 'nextPaymentDate', string>>;
}

/** A subscription that is stored. */
export interface Stored extends Matchable {
  readonly id: string;
  readonly status: Status;
}

/** What a record duplicates. */
export interface Match<One, Twin> {
  /** An earlier record of the file that is the same. Then it has no twin. */
  readonly earlier?: One;
  /** The subscription that it duplicates, or whose name it has. */
  readonly twin?: Twin;
  /** Whether only the name is the same. */
  readonly isSameName: boolean;
  /** How many subscriptions the record could mean as well, `twin` among them. */
  readonly candidates: number;
}

/**
 * Finds what the records of a file duplicate. Each subscription is matched with one record at most.
 *
 * @param twinsOf the subscriptions with a normalised name, the preferred ones first
 */
export function matchRecords<One extends Wanted, Twin extends Stored>(
  records: readonly One[],
  twinsOf: (nameNormalised: string) => readonly Twin[],
): ReadonlyMap<One, Match<One, Twin>> {
  const matches = new Map<One, Match<One, Twin>>();
  for (const [name, alike] of Map.groupBy(records, ({ stored }) => stored.nameNormalised))
    matchAlike(alike, twinsOf(name), matches);
  return matches;
}

/** Matches the records of one name with the subscriptions that have it. */
function matchAlike<One extends Wanted, Twin extends Stored>(
  alike: readonly One[],
  twins: readonly Twin[],
  matches: Map<One, Match<One, Twin>>,
): void {
  const fileIds = new Set(alike.map(({ fileId }) => fileId));
  const own = new Map(twins.filter(({ id }) => fileIds.has(id)).map((twin) => [twin.id, twin]));
  const free = new Set(twins.filter(({ id }) => !fileIds.has(id)));
  const match = (one: One, candidates: readonly Twin[], isSameName: boolean) => {
    const [twin] = candidates;
    if (twin === undefined) return;
    free.delete(twin);
    own.delete(twin.id);
    matches.set(one, { twin, isSameName, candidates: candidates.length });
  };
  for (const [key, same] of Map.groupBy(alike, ({ stored }) => keyOf(stored))) {
    const first = new Map<string, One>();
    const amounts = new Set(same.map(({ stored }) => stored.amountHundredths));
    for (const one of same) {
      const earlier = first.get(identityOf(one));
      if (earlier === undefined) {
        first.set(identityOf(one), one);
        const named = own.get(one.fileId ?? '');
        const isSame = named !== undefined && keyOf(named) === key;
        match(one, isSame ? [named] : candidatesIn(free, key, amounts, one.stored), false);
      } else matches.set(one, { earlier, isSameName: false, candidates: 0 });
    }
  }
  // What is left of the name is no other record of the file.
  for (const one of alike) {
    const named = own.get(one.fileId ?? '');
    if (!matches.has(one)) match(one, named === undefined ? ofOneStatus([...free]) : [named], true);
  }
}

/** The duplicates that a record may be: none of them is better than another one. */
function candidatesIn<Twin extends Stored>(
  free: ReadonlySet<Twin>,
  key: string,
  amounts: ReadonlySet<number>,
  { amountHundredths: amount }: Matchable,
): readonly Twin[] {
  // One with the amount of another record of the file is that record.
  const isOther = (twin: Twin) => twin.amountHundredths !== amount && amounts.has(twin.amountHundredths);
  const alike = ofOneStatus([...free].filter((twin) => keyOf(twin) === key && !isOther(twin)));
  const same = alike.filter((twin) => twin.amountHundredths === amount);
  return same.length > 0 ? same : alike;
}

function ofOneStatus<Twin extends Stored>(twins: readonly Twin[]): readonly Twin[] {
  return twins.filter(({ status }) => status === twins[0]?.status);
}

function keyOf({ currency, period, customDays, everyMonths }: Matchable): string {
  return JSON.stringify([currency, period, ...(isCustom(period) ? [customDays, everyMonths] : [])]);
}

/** What tells a record from others of the file with the same key. */
function identityOf({ fileId, payer, stored }: Wanted): string {
  const { amountHundredths, lastPaymentDate, nextPaymentDate } = stored;
  return fileId ?? JSON.stringify([amountHundredths, lastPaymentDate, nextPaymentDate, payer]);
}
