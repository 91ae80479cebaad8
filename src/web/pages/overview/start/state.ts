import { mayWrite } from '../../../api/session.ts';
import { storedSignal } from '../../../api/storage.ts';

const states = ['open', 'hidden'] as const;

/**
 * Whether this browser shows the first steps although there are subscriptions: `open` from when it showed an empty household
 * until all are done, or the user hides them.
 */
export const firstSteps = storedSignal<(typeof states)[number] | null>(
  'start',
  (stored) => states.find((state) => state === stored) ?? null,
);

export function areFirstStepsShown(): boolean {
  return firstSteps.value === 'open' && mayWrite.value;
}
