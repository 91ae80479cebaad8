import { useEffect } from 'preact/hooks';

/** How far a finger goes before a row follows it, and how far the row goes before it is paid, in CSS pixels. */
const slipPx = 12;
const enoughPx = 96;
const mostPx = 140;

/** Lets a swipe to the right do what the button of a row does that pays it. Rows have `data-row`, the button has `data-pay`. */
export function useSwipe(list: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const stop = new AbortController();
    for (const [type, listener] of Object.entries(createSwipe())) {
      element.addEventListener(type, listener as EventListener, { signal: stop.signal });
    }
    return () => stop.abort();
  }, [list]);
}

/** A row that may be swiped, its button, and where the finger came down. */
interface Swiped {
  readonly row: HTMLElement;
  readonly button: HTMLElement;
  readonly x: number;
  readonly y: number;
}

function createSwipe() {
  let swiped: Swiped | undefined;
  let way = 0;

  function end() {
    swiped?.row.classList.remove('swiping');
    swiped = undefined;
    way = 0;
  }

  return {
    pointerdown({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      end();
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      const button = row?.querySelector<HTMLElement>('[data-pay]');
      // A button that is not shown does not pay.
      if (pointerType !== 'touch' || !isPrimary || !row || !button?.offsetParent) return;
      swiped = { row, button, x, y };
    },

    pointermove({ clientX, clientY }: PointerEvent) {
      if (swiped === undefined) return;
      const { row, x, y } = swiped;
      if (way === 0 && Math.abs(clientY - y) > slipPx) return end();
      if (way === 0 && clientX - x < slipPx) return;
      way = Math.max(1, Math.min(clientX - x, mostPx));
      row.classList.add('swiping');
      row.style.setProperty('--way', `${way}px`);
    },

    pointerup() {
      const button = way >= enoughPx ? swiped?.button : undefined;
      end();
      button?.click();
    },

    pointercancel: end,
  };
}
