import { signal } from '@preact/signals';
import { dropEarlyAnswers } from './earlyAnswers.ts';

/** Whether the first data are shown and the browser has time: what the first view can do without loads from then on. */
export const isFirstViewShown = signal(false);

const patienceMs = 2_000;
const pauseMs = 200;
let isNoted = false;

/** Notes that a component has the data that it asked for, or knows that it cannot have them. */
export function noteFirstData(): void {
  if (isNoted) return;
  isNoted = true;
  dropEarlyAnswers();
  const show = () => void (isFirstViewShown.value = true);
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(show, { timeout: patienceMs });
  else setTimeout(show, pauseMs);
}
