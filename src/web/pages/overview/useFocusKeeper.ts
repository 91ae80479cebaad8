import { useEffect, useRef } from 'preact/hooks';
import { focusHeading } from '../../components/feedback.tsx';

/**
 * A row goes when something was done with it, and its buttons with it: the focus then moves to the row that takes its place, to
 * the button that pays, or to the heading of the page.
 *
 * @param list holds the rows; their buttons are in elements with the class `due-action`
 * @param keys names the rows
 * @returns notes the button that has the focus; to be called before something is done with its row
 */
export function useFocusKeeper(list: { readonly current: HTMLElement | null }, keys: readonly string[]): () => void {
  const noted = useRef<{ readonly button: HTMLElement; readonly index: number }>(undefined);
  const rows = () => Array.from(list.current?.querySelectorAll<HTMLElement>('.due-action') ?? []);
  useEffect(() => {
    const left = noted.current;
    if (left === undefined || left.button.isConnected) return;
    noted.current = undefined;
    if (document.activeElement !== document.body) return;
    const all = rows();
    const next = all[Math.min(left.index, all.length - 1)];
    const button = next?.querySelector<HTMLElement>('[data-pay]') ?? next?.querySelector<HTMLElement>('button');
    if (button) button.focus();
    else focusHeading();
  }, [keys.join(' ')]);
  return () => {
    const button = document.activeElement;
    const index = rows().findIndex((row) => row.contains(button));
    noted.current = index >= 0 && button instanceof HTMLElement ? { button, index } : undefined;
  };
}
