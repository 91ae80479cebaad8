import { instantOf, type Clock } from '../../../core/runtime/system.ts';
import type { Store } from '../../store.ts';

// A channel that has sent nothing for so long is failing.
const failingSeconds = 24 * 3600;
// Anybody may request health checks often, and the number changes slowly.
const millisecondsRemembered = 60_000;

interface FailingChannelsOptions {
  readonly store: { readonly deliveryWork: Pick<Store['deliveryWork'], 'countFailing'> };
  readonly clock: Clock;
}

/**
 * Creates a function that counts the channels of all owners that have sent nothing for a day, although they tried. It counts at
 * most once a minute.
 *
 * @throws {StorageUnavailable} when the storage cannot serve
 */
export function countFailingChannels({ store, clock }: FailingChannelsOptions): () => number {
  let known: { readonly channels: number; readonly at: number } | undefined;
  return function countNow(): number {
    const now = clock.monotonicMilliseconds();
    if (known !== undefined && now - known.at < millisecondsRemembered) return known.channels;
    known = { channels: store.deliveryWork.countFailing(instantOf(clock, -failingSeconds)), at: now };
    return known.channels;
  };
}
