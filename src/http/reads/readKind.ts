import type { ReadSources } from '../../store/reports/sources.ts';
import type { Found } from './found.ts';
import type { OwnerRows } from './walks.ts';

/** A kind of read: how it is carried out, and how much it walks. */
export interface ReadKind<Read> {
  /** Carries out a read of an owner; the same on the event loop and in the read worker. */
  readonly find: (sources: ReadSources, ownerId: number, read: Read) => Found;
  /** The most rows that the read may walk. A row with which it computes counts several times. */
  readonly walk: (read: Read, rows: OwnerRows) => number;
}
