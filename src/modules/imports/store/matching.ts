import type { RecordRow } from '../../subscriptions/store/subscriptions.ts';
import type { Twin, TwinKey } from './twins.ts';

/** An earlier record of the file that is to be created, or whose subscription was there already. */
export interface Planned {
  readonly row: number;
  readonly id: string;
  /** Its id in the file; undefined for formats that have none. */
  readonly fileId: string | undefined;
  /** Who pays, if the file says so. */
  readonly payer: string | undefined;
  readonly stored: RecordRow;
}

/** A record of the file whose duplicate is looked for. */
type Wanted = Pick<Planned, 'fileId' | 'payer' | 'stored'>;

/** What a record of a file duplicates. */
interface Match {
  /** An earlier record of the file. */
  readonly earlier: Planned | undefined;
  /** The subscription that is there. */
  readonly twin: Twin | undefined;
  /** How many subscriptions of the same status it might be. */
  readonly candidates: number;
}

/** What there is with one key. */
interface Group {
  /** The records that have been planned, by what tells them from each other. */
  readonly planned: Map<string, Planned>;
  /** The amounts of all records of the file. */
  readonly amounts: Set<number>;
  readonly twins: ReadonlyMap<string, Twin>;
  /** The subscriptions that no record of the file has taken, or has the id of; the best one first. */
  readonly free: Set<Twin>;
}

/**
 * Finds what the records of a file duplicate. Records with different ids in the file are different subscriptions, even with
 * one name, and so are records without ids that differ in amount, day or payer: each duplicates another subscription, its own
 * one if that is there.
 *
 * @param wanted all records of the file
 * @param twinsOf gives the subscriptions with a key, the best one first
 */
export function matchRecords(wanted: readonly Wanted[], twinsOf: (key: TwinKey) => readonly Twin[]) {
  const groups = new Map<string, Group>();
  const wantedByKey = Map.groupBy(wanted, ({ stored }) => keyOf(stored));

  function groupOf(stored: RecordRow): Group {
    const key = keyOf(stored);
    const known = groups.get(key);
    if (known !== undefined) return known;
    const ofFile = wantedByKey.get(key) ?? [];
    const fileIds = new Set(ofFile.map(({ fileId }) => fileId));
    const twins = twinsOf(stored);
    const group = {
      planned: new Map<string, Planned>(),
      amounts: new Set(ofFile.map((one) => one.stored.amountHundredths)),
      twins: new Map(twins.map((twin) => [twin.id, twin])),
      free: new Set(twins.filter(({ id }) => !fileIds.has(id))),
    };
    groups.set(key, group);
    return group;
  }

  return {
    /** What a record duplicates. */
    matchOf(one: Wanted): Match {
      const group = groupOf(one.stored);
      const earlier = group.planned.get(identityOf(one));
      const own = one.fileId === undefined ? undefined : group.twins.get(one.fileId);
      if (own !== undefined) return { earlier, twin: own, candidates: 1 };
      const { length, 0: twin } = candidatesIn(group, one.stored.amountHundredths);
      return { earlier, twin, candidates: length };
    },

    /** Takes note of a record that is created, or has its subscription. */
    add(record: Planned): void {
      const { planned, free, twins } = groupOf(record.stored);
      const identity = identityOf(record);
      if (!planned.has(identity)) planned.set(identity, record);
      const twin = twins.get(record.id);
      if (twin !== undefined) free.delete(twin);
    },
  };
}

/** The subscriptions that a record may be: none of them is better than another one. */
function candidatesIn({ free, amounts }: Group, amount: number): readonly Twin[] {
  // One with the amount of another record of the file is that record.
  const others = Array.from(free).filter(
    (twin) => twin.amountHundredths === amount || !amounts.has(twin.amountHundredths),
  );
  const alike = others.filter(({ status }) => status === others[0]?.status);
  const same = alike.filter((twin) => twin.amountHundredths === amount);
  return same.length > 0 ? same : alike;
}

function keyOf({ nameNormalised, currency, period, customDays, everyMonths }: TwinKey): string {
  return JSON.stringify([nameNormalised, currency, period, customDays, everyMonths]);
}

/** What tells a record from others of the file with the same key. */
function identityOf({ fileId, payer, stored }: Wanted): string {
  const { amountHundredths, lastPaymentDate, nextPaymentDate } = stored;
  return fileId ?? JSON.stringify([amountHundredths, lastPaymentDate, nextPaymentDate, payer]);
}
