import { effect, type ReadonlySignal, signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isAbort } from './answers.ts';
import { api, bodyOf, onWrite } from './client.ts';
import { reconnections } from './connection.ts';
import { dropEarlyAnswers } from './earlyAnswers.ts';
import { dropSharedAnswers } from './reads.ts';
import { refreshSession, session } from './session.ts';
import { isSessionEnded, storageKey, token } from './storage.ts';

/** Whether the first data are shown and the browser has time: what the first view can do without loads from then on. */
const isFirstViewShown = signal(false);

/** Waits until the first data are shown and the browser has time. */
export function firstViewShown(): Promise<void> {
  return new Promise((resolve) => {
    effect(() => void (isFirstViewShown.value && resolve()));
  });
}

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

/** Raised each time that somebody has written what the owner has stored. Resources load again then. */
export const changes = signal(0);

const pollMs = 45_000;

/** What was written when the page before this one was left may be done this long after the first data. */
const lateWriteMs = [1000, 5000];
const pollsBetweenSessionChecks = 20;

/** How long what can be clicked keeps its place after a click: a second tap must not meet something else. */
const stillMs = 600;
let clickedAtMs = -stillMs;

let known: { readonly token: string | null; readonly revision: number } | undefined;
let polls = 0;

/**
 * Asks for the revision once the first view is there, every 45 s while the page is visible, after each write of this tab or
 * another one of this browser, and when the server is back.
 */
export function followRevision(): void {
  // Old browsers have no channels: their other tabs see a write with their next poll.
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(storageKey('writes')) : undefined;
  channel?.addEventListener('message', () => check({ hasWritten: true }));
  onWrite(() => {
    check({ hasWritten: true });
    channel?.postMessage(null);
  });
  document.addEventListener('visibilitychange', () => check());
  setInterval(() => check(), pollMs);
  addEventListener('pointerup', () => (clickedAtMs = performance.now()), { capture: true });
  effect(() => {
    void [reconnections.value, session.value];
    if (!isFirstViewShown.value) return;
    const hasWritten = wasLeftWriting();
    check({ hasWritten });
    if (hasWritten) for (const afterMs of lateWriteMs) setTimeout(check, afterMs);
  });
}

const leftKey = storageKey('leftWriting');

/** Notes that the page is left while it writes: what the next page of this tab reads first may be older. */
export function noteLeftWriting(): void {
  try {
    sessionStorage.setItem(leftKey, 'true');
  } catch {
    // The browser allows no storage.
  }
}

/** Whether the page before this one was left while it wrote. It is told once. */
function wasLeftWriting(): boolean {
  try {
    const wasLeft = sessionStorage.getItem(leftKey) !== null;
    sessionStorage.removeItem(leftKey);
    return wasLeft;
  } catch {
    return false;
  }
}

function check({ hasWritten = false } = {}): void {
  if (document.visibilityState !== 'visible' || !session.peek() || isSessionEnded.peek()) return;
  polls += 1;
  // The day may have changed.
  if (polls % pollsBetweenSessionChecks === 0) refreshSession().catch(ignore);
  bodyOf(api.GET('/api/v1/revision')).then(({ revision }) => note(revision, hasWritten), ignore);
}

function note(revision: number, hasWritten: boolean): void {
  const before = known;
  known = { token: token.peek(), revision };
  // After a sign-in, what an ended session was refused loads again. A write may come before the first revision is known.
  const isOther = before !== undefined && (before.token !== known.token || before.revision !== revision);
  if (!hasWritten && !isOther) return;
  reloadAll();
}

/** Loads all that the page shows again: after a write, when what it shows is out of date, or when the user asks for it. */
export function reloadAll(): void {
  dropSharedAnswers();
  changes.value += 1;
}

/** The client has noted it: the page shows that the server is gone, or that the session has ended. */
function ignore(): void {}

/** Data of the service that a component shows. Old data stay while new ones load. */
export interface Resource<Data> {
  /** Undefined until the first answer. */
  readonly data: ReadonlySignal<Data | undefined>;
  /** Why the last request failed. */
  readonly error: ReadonlySignal<unknown>;
  readonly isLoading: ReadonlySignal<boolean>;
}

/**
 * Loads data, and loads them again when somebody has written, when the server is back, and when a value of `inputs` or a
 * signal that `read` uses has changed. An outdated request is aborted.
 *
 * @param read asks the service; it passes the AbortSignal on
 * @param inputs the values that `read` depends on, other than signals
 */
export function useResource<Data>(
  read: (abort: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[] = [],
): Resource<Data> {
  const data = useSignal<Data | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const isLoading = useSignal(true);
  const round = useSignal(0);
  const followed = useRef(changes.peek());
  const latest = useRef(read);
  latest.current = read;

  const follow = () => {
    // Named so that the effect depends on them.
    void [round.value, changes.value, reconnections.value];
    const controller = new AbortController();
    const isOnlyNewer = data.peek() !== undefined && followed.current !== changes.peek();
    followed.current = changes.peek();
    isLoading.value = true;
    // What it throws at once, such as when nobody is signed in any more, is an error of this resource alone.
    const ask = async () => {
      const answer = await latest.current(controller.signal);
      if (isOnlyNewer) await stillness();
      return answer;
    };
    ask().then(
      (answer) => {
        if (controller.signal.aborted) return;
        data.value = answer;
        error.value = undefined;
        isLoading.value = false;
        noteFirstData();
      },
      (reason: unknown) => {
        if (controller.signal.aborted || isAbort(reason)) return;
        error.value = reason;
        isLoading.value = false;
        noteFirstData();
      },
    );
    return () => controller.abort();
  };
  // Before the browser paints: an answer that is there already is then in what it paints first.
  useLayoutEffect(() => effect(follow), []);

  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) round.value += 1;
    isFirst.current = false;
  }, inputs);

  return { data, error, isLoading };
}

/** Resolves when the last click is a moment ago. */
async function stillness(): Promise<void> {
  const left = clickedAtMs + stillMs - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}

/** Like `useResource`, for what the first view can do without: it loads once that is shown, and is loading until then. */
export function useLaterResource<Data>(
  read: (abort: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[] = [],
): Resource<Data> {
  // What waits for the first data must not be taken for them.
  return useResource((abort) => (isFirstViewShown.value ? read(abort) : new Promise<never>(() => undefined)), inputs);
}
