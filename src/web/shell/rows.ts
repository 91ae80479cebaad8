import { useEffect, useRef } from 'preact/hooks';
import { mayWrite } from '../api/session.ts';
import { rowAfter } from './keys.ts';
import { type Shortcut, useShortcuts } from './shortcuts.ts';

// The rows of a list have the attribute `data-row`; the button that records a payment has `data-pay`.
const rowSelector = 'main [data-row]';

/**
 * Lets keys work on the rows of a list: j and k move the focus from row to row, and p pays the one that has it, for those who
 * may write.
 *
 * @param pay pays a row; by default, its button does
 */
export function useRowKeys(pay?: (row: HTMLElement) => void): void {
  // Where the focus was last: a paid row may go, and its button with it.
  const place = useRef(-1);
  const latest = useRef(pay);
  latest.current = pay;

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const row = rowOf(target);
      if (row !== null) place.current = rows().indexOf(row);
    };
    addEventListener('focusin', follow);
    return () => removeEventListener('focusin', follow);
  }, []);

  const move = (step: 1 | -1) => () => {
    const all = rows();
    const present = focusedRow();
    const target = rowAfter(present === null ? undefined : all.indexOf(present), place.current, step, all.length);
    all[target]?.querySelector('a')?.focus();
  };
  const payRow = () => {
    const row = focusedRow();
    if (row === null || !mayWrite.peek()) return;
    if (latest.current !== undefined) return latest.current(row);
    const button = row.querySelector<HTMLButtonElement>('[data-pay]');
    // The page keeps the focus in the list when the button goes.
    button?.focus();
    button?.click();
  };
  const keys: readonly Shortcut[] = [
    { keys: 'j', text: 'shell.shortcuts.nextRow', action: move(1) },
    { keys: 'k', text: 'shell.shortcuts.previousRow', action: move(-1) },
    { keys: 'p', text: 'shell.shortcuts.pay', action: payRow },
  ];
  useShortcuts(() => keys, []);
}

/** The row that has the focus, or a control of it. */
export function focusedRow(): HTMLElement | null {
  return rowOf(document.activeElement);
}

function rows(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>(rowSelector));
}

function rowOf(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>(rowSelector) : null;
}
