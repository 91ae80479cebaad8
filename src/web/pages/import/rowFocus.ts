/**
 * Gives the focus to a row, or to the next one if the list shows it no more. The dialog has to be gone before: it holds the
 * focus, and returns it to a button that may have gone.
 */
export function focusRow(number: number): void {
  requestAnimationFrame(() => focusNearest(number));
}

/** The same, unless something else has the focus: a button that goes with its row loses it. */
export function focusRowIfLost(number: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusNearest(number);
  });
}

function focusNearest(number: number): void {
  const shown = Array.from(document.querySelectorAll<HTMLElement>('.import-row'));
  const nearest = shown.find((one) => Number(one.dataset['number']) >= number) ?? shown.at(-1);
  nearest?.querySelector<HTMLElement>('button, a')?.focus();
}
