import type { RecordRow } from '../entities/subscriptions.ts';
import type { Twin, TwinKey } from './twins.ts';

/** An earlier record of the file that is to be created, or whose subscription was there already. */
export interface Planned {
  readonly row: number;
  readonly id: string;
  /** Its id in the file; undefined for formats that have none. */
  readonly fileId: string | undefined;
  readonly stored: RecordRow;
}

/** A record of the file whose duplicate is looked for. */
type Wanted = Pick<Planned, 'fileId' | 'stored'>;

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
  /** The records that have been planned, by their ids in the file. */
  readonly planned: Map<string | undefined, Planned>;
  readonly twins: ReadonlyMap<string, Twin>;
  /** The subscriptions that no record of the file has taken, or has the id of; the best one first. */
  readonly free: Twin[];
}

/**
 * Finds what the records of a file duplicate. Records with different ids in the file are different subscriptions, even with
 * one name: each duplicates another subscription, its own one if that is there.
 *
 * @param wanted all records of the file
 * @param twinsOf gives the subscriptions with a key, the best one first
 */
export function matchRecords(wanted: readonly Wanted[], twinsOf: (key: TwinKey) => readonly Twin[]) {
  const groups = new Map<string, Group>();
  const fileIds = new Set(wanted.map(({ fileId, stored }) => `${fileId} ${keyOf(stored)}`));

  function groupOf(stored: RecordRow): Group {
    const key = keyOf(stored);
    const known = groups.get(key);
    if (known !== undefined) return known;
    const twins = twinsOf(stored);
    const group = {
      planned: new Map<string | undefined, Planned>(),
      twins: new Map(twins.map((twin) => [twin.id, twin])),
      // The best one last, from where it is taken.
      free: twins.filter(({ id }) => !fileIds.has(`${id} ${key}`)).toReversed(),
    };
    groups.set(key, group);
    return group;
  }

  return {
    /** What a record duplicates. */
    matchOf({ fileId, stored }: Wanted): Match {
      const { planned, twins, free } = groupOf(stored);
      const earlier = planned.get(fileId);
      const own = fileId === undefined ? undefined : twins.get(fileId);
      const twin = own ?? free.at(-1);
      const isAmbiguous = own === undefined && twin !== undefined && free.at(-2)?.status === twin.status;
      const candidates = isAmbiguous ? free.filter(({ status }) => status === twin.status).length : 1;
      return { earlier, twin, candidates };
    },

    /** Takes note of a record that is created, or has its subscription. */
    add(record: Planned): void {
      const { planned, free } = groupOf(record.stored);
      if (!planned.has(record.fileId)) planned.set(record.fileId, record);
      if (free.at(-1)?.id === record.id) free.pop();
    },
  };
}

function keyOf({ nameNormalised, currency, period, customDays, everyMonths }: TwinKey): string {
  return JSON.stringify([nameNormalised, currency, period, customDays, everyMonths]);
}
