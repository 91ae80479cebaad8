import { computed } from '@preact/signals';
import { storedSignal } from '../api/storage.ts';

const mostKept = 500;

/** The ids of the subscriptions, separated by spaces, the oldest choice first; kept in this browser. */
const stored = storedSignal('unusual-hidden', (text) => text ?? '');

/** The subscriptions that the user does not want to see as unusual any more, by id. */
export const hiddenAsUnusual = computed<ReadonlySet<string>>(() => new Set(stored.value.split(' ').filter(Boolean)));

/** Hides a subscription among the unusual ones, for good, or shows it again. */
export function hideAsUnusual(id: string, isHidden = true): void {
  const others = [...hiddenAsUnusual.peek()].filter((one) => one !== id);
  stored.value = (isHidden ? [...others, id] : others).slice(-mostKept).join(' ');
}
