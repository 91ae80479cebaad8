import type { ReadSources } from '../../store/reports/sources.ts';
import type { Found } from './found.ts';
import type { RowsOfOwner } from './rowsOfOwner.ts';

/** A kind of read: how it is carried out, and whether it takes long. */
export interface ReadKind<Read> {
  /** Carries out a read of an owner; the same on the event loop and in the read worker. */
  readonly find: (sources: ReadSources, ownerId: number, read: Read) => Found | Promise<Found>;
  /** Whether the read may take longer than about 5 ms on two slow cores, which is too long for the event loop. */
  readonly isLong: (read: Read, rows: RowsOfOwner) => boolean;
}
