import type { ReadSources } from '../../store/reports/sources.ts';
import {
  duplicates,
  optimizations,
  summary,
  type DuplicatesRead,
  type OptimizationsRead,
  type SummaryRead,
} from './analytics.ts';
import { forecastByMonth, paymentsToCome, type ForecastRead, type PaymentsToComeRead } from './duePayments.ts';
import type { Found } from './found.ts';
import { keys, users, type KeysRead, type UsersRead } from './credentials.ts';
import { paymentsMade, spent, type PaymentsMadeRead, type SpentRead } from './paymentsMade.ts';
import { list, type ListRead } from './subscriptions.ts';
import {
  activity,
  audit,
  priceChanges,
  prices,
  type ActivityRead,
  type AuditRead,
  type PriceChangesRead,
  type PricesRead,
} from './trail.ts';
import { rowsOnLoopMax, type OwnerRows, type ReadKind } from './walks.ts';

/** A read whose duration grows with the data of the owner, as plain data that can be sent to the read worker. */
export type Read =
  | ListRead
  | AuditRead
  | ActivityRead
  | PricesRead
  | PriceChangesRead
  | SummaryRead
  | DuplicatesRead
  | OptimizationsRead
  | PaymentsToComeRead
  | ForecastRead
  | PaymentsMadeRead
  | SpentRead
  | KeysRead
  | UsersRead;

type ReadKinds = { readonly [Kind in Read['kind']]: ReadKind<Extract<Read, { kind: Kind }>> };

// The registry: another read adds its kind here.
const kinds: ReadKinds = {
  list,
  audit,
  activity,
  prices,
  priceChanges,
  summary,
  duplicates,
  optimizations,
  paymentsToCome,
  forecast: forecastByMonth,
  paymentsMade,
  spent,
  keys,
  users,
};

function kindOf(read: Read): ReadKind<Read> {
  return kinds[read.kind] as ReadKind<Read>;
}

/** Gives a function that carries out reads of one owner; the same on the event loop and in the read worker. */
export function findIn(sources: ReadSources): (ownerId: number, read: Read) => Found {
  return (ownerId, read) => kindOf(read).find(sources, ownerId, read);
}

/** Whether a read may walk more rows than the event loop has time for. */
export function isLong(read: Read, rows: OwnerRows): boolean {
  return kindOf(read).walk(read, rows) > rowsOnLoopMax;
}
