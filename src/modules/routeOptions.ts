import type { Currencies } from '../core/billing/currencies.ts';
import type { Clock, Randomness } from '../core/runtime/system.ts';
import type { Store } from './store.ts';
import type { WriteDoor } from '../core/writer/queue.ts';
import type { Quota } from '../core/http/pipeline/rateLimiter.ts';

/** What the routes of the entities are made from. */
export interface RouteOptions {
  readonly quota: Quota;
  readonly store: Store;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** The IANA time zone in which days begin. */
  readonly timeZone: string;
  /** The currencies of the server. */
  readonly currencies: Currencies;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
}
