import { useEffect, useRef } from 'preact/hooks';
import { focusHeading } from '../../components/feedback.tsx';

/**
 * A row goes when something was done with it, and its button with it: the focus then moves to the button that takes its place,
 * or to the heading of the page.
 *
 * @param list holds the rows; their buttons are in elements with the class `due-action`
 * @param keys names the rows
 * @returns notes the button that has the focus; to be called before something is done with its row
 */
export function useFocusKeeper(list: { readonly current: HTMLElement | null }, keys: readonly string[]): () => void {
  const noted = useRef<{ readonly button: HTMLElement; readonly index: number }>(undefined);
  const buttons = () => Array.from(list.current?.querySelectorAll<HTMLElement>('.due-action button') ?? []);
  useEffect(() => {
    const left = noted.current;
    if (left === undefined || left.button.isConnected) return;
    noted.current = undefined;
    if (document.activeElement !== document.body) return;
    const all = buttons();
    const next = all[Math.min(left.index, all.length - 1)];
    if (next) next.focus();
    else focusHeading();
  }, [keys.join(' ')]);
  return () => {
    const all = buttons();
    const index = all.findIndex((button) => button === document.activeElement);
    const button = all[index];
    noted.current = button && { button, index };
  };
}
