import { useEffect } from 'preact/hooks';
import type { Selection } from './list.ts';

const longPressMs = 450;
const slipPx = 10;
const controls = 'button, input, label, select';

/**
 * Selects rows by touch: a long press selects the first one, and while something is selected, a tap selects or deselects a
 * row instead of opening it. Rows have their id in the attribute `data-row`.
 */
export function useLongPress(list: { readonly current: HTMLElement | null }, selection: Selection): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const stop = new AbortController();
    const press = createPress(selection);
    for (const [type, listener] of Object.entries(press)) {
      // Before the router and the links of the rows get it.
      element.addEventListener(type, listener as EventListener, { signal: stop.signal, capture: true });
    }
    return () => {
      press.pointercancel();
      stop.abort();
    };
  }, [list, selection]);
}

/** The listeners that turn events of pointers into a selection. */
function createPress(selection: Selection) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let isTouch = false;
  let hasSelected = false;

  const end = () => clearTimeout(timer);
  const toggle = (id: string) => selection.set([id], !selection.ids.peek().has(id));

  function select(id: string) {
    end();
    hasSelected = true;
    selection.set([id], true);
  }

  return {
    pointerdown(event: PointerEvent) {
      end();
      isTouch = event.pointerType !== 'mouse';
      hasSelected = false;
      const id = rowIdOf(event);
      if (!isTouch || !event.isPrimary || id === undefined || selection.ids.peek().size > 0) return;
      start = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => select(id), longPressMs);
    },

    pointermove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - start.x, clientY - start.y) > slipPx) end();
    },

    pointerup: end,
    pointercancel: end,

    contextmenu(event: MouseEvent) {
      const id = rowIdOf(event);
      if (!isTouch || id === undefined) return;
      // Some browsers open the menu of a link on a long press, and tell nothing more of the press.
      event.preventDefault();
      if (!hasSelected && selection.ids.peek().size === 0) select(id);
    },

    click(event: MouseEvent) {
      const id = rowIdOf(event);
      const isTap = isTouch && event.detail > 0 && id !== undefined && selection.ids.peek().size > 0;
      // The end of the long press: what has appeared under the finger meanwhile is not meant.
      if (!hasSelected && !isTap) return;
      event.preventDefault();
      event.stopPropagation();
      if (!hasSelected && id !== undefined) toggle(id);
      hasSelected = false;
    },
  };
}

/** The id of the row that an event is about; undefined on a control, which does what it is for. */
function rowIdOf({ target }: Event): string | undefined {
  if (!(target instanceof Element) || target.closest(controls) !== null) return undefined;
  return target.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
