import { effect, useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { reconnections } from './connection.ts';
import { isAbort } from './errors.ts';
import { isFirstViewShown, noteFirstData } from './firstView.ts';
import { changes } from './revision.ts';
import { dropSharedAnswers } from './sharedAnswers.ts';

/** Data of the service that a component shows. Old data stay while new ones load. */
export interface Resource<Data> {
  /** Undefined until the first answer. */
  readonly data: ReadonlySignal<Data | undefined>;
  /** Why the last request failed. */
  readonly error: ReadonlySignal<unknown>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Loads again. */
  readonly reload: () => void;
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
  const latest = useRef(read);
  latest.current = read;

  const follow = () => {
    // Named so that the effect depends on them.
    void [round.value, changes.value, reconnections.value];
    const controller = new AbortController();
    isLoading.value = true;
    // What it throws at once, such as when nobody is signed in any more, is an error of this resource alone.
    const ask = async () => latest.current(controller.signal);
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

  const reload = () => {
    dropSharedAnswers();
    round.value += 1;
  };
  return { data, error, isLoading, reload };
}

/** Like `useResource`, for what the first view can do without: it loads once that is shown, and is loading until then. */
export function useLaterResource<Data>(
  read: (abort: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[] = [],
): Resource<Data> {
  // What waits for the first data must not be taken for them.
  return useResource((abort) => (isFirstViewShown.value ? read(abort) : new Promise<never>(() => undefined)), inputs);
}
