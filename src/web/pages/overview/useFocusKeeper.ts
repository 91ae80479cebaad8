import { useEffect, useRef } from 'preact/hooks';
import { focusHeading } from '../../components/content.tsx';
import type { Hold } from '../../subscriptions/hold.tsx';

/** A button that had the focus, and its row. */
interface Noted {
  readonly button: HTMLElement;
  readonly row: HTMLElement;
  readonly index: number;
}

/**
 * When a button goes that had the focus, the focus moves to the one that takes its place in the row. When the row goes, it moves
 * to the next row, but not to its button that pays; without one, to the heading of the page.
 *
 * @param list holds the rows; their buttons are in elements with the class `due-action`
 * @param keys those of the rows, and `hold` what was done with them: with both, their buttons change
 * @returns notes the button that has the focus; to be called before something is done with its row
 */
export function useFocusKeeper(
  list: { readonly current: HTMLElement | null },
  keys: readonly string[],
  hold: Hold<unknown>,
): () => void {
  const noted = useRef<Noted>(undefined);
  const rows = () => Array.from(list.current?.querySelectorAll<HTMLElement>('li:has(.due-action)') ?? []);
  useEffect(() => {
    const left = noted.current;
    if (left === undefined || left.button.isConnected) return;
    noted.current = undefined;
    if (document.activeElement !== document.body) return;
    const { row, index } = left;
    const button = row.isConnected ? row.querySelector<HTMLElement>('[data-pay], .due-action button') : null;
    if (button !== null) noted.current = { button, row, index };
    const all = rows();
    const target = button ?? all[Math.min(index, all.length - 1)]?.querySelector('a');
    if (target) target.focus({ preventScroll: true });
    else focusHeading();
  }, [keys.map((key) => `${key} ${hold.undoOf(key) !== undefined}`).join(' ')]);
  return () => {
    const button = document.activeElement;
    const all = rows();
    const index = all.findIndex((row) => row.contains(button));
    const row = all[index];
    noted.current = row !== undefined && button instanceof HTMLElement ? { button, row, index } : undefined;
  };
}
