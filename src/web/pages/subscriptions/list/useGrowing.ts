import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/**
 * How many pieces of a list to show: the first at once, the others one by one while the browser has nothing else to do. So a
 * long list answers fast, and the browser's own search finds all of it a moment later.
 */
export function useGrowing(pieces: readonly unknown[]): number {
  const grown = useSignal({ pieces, count: 1 });
  const latest = useRef(pieces);
  latest.current = pieces;
  const count = grown.value.pieces === pieces ? grown.value.count : 1;

  useEffect(() => {
    if (count >= pieces.length) return;
    return whenIdle(() => {
      if (latest.current === pieces) grown.value = { pieces, count: count + 1 };
    });
  }, [pieces, count]);
  return count;
}

function whenIdle(action: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(action, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: 500 });
  return () => cancelIdleCallback(handle);
}
