/** Where an element was: its ancestors from the inside out, and the place of each child among those of its parent. */
type Places = readonly { readonly parent: Element; readonly index: number }[];

interface Noted {
  readonly element: Element;
  readonly places: Places;
}

/** What had the focus last, by layer: a dialog, or the page below all dialogs. */
const noted = new WeakMap<Element, Noted>();

/**
 * Has the focus never get lost. When what has it goes away, it moves to what takes its place: another control of its row, else the
 * next row, else the heading of the page.
 */
export function followFocus(): void {
  addEventListener('focusin', note);
  addEventListener('focusout', ({ target, relatedTarget }) => {
    // Who clicks beside everything has left it. What goes away is not there any more when all is done that removes it.
    queueMicrotask(() => {
      const layer = topLayer();
      if (relatedTarget === null && target instanceof Element && target.isConnected && layer) noted.delete(layer);
    });
  });
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true });
}

function topLayer(): Element | null {
  return Array.from(document.querySelectorAll('dialog[open]')).at(-1) ?? document.querySelector('main');
}

function note(): void {
  const element = document.activeElement;
  const layer = topLayer();
  if (element && layer?.contains(element)) noted.set(layer, { element, places: placesOf(element) });
}

function placesOf(element: Element): Places {
  const end = element.closest('.card, main, dialog');
  const places = [];
  for (let child = element; child !== end && child.parentElement !== null; child = child.parentElement) {
    const parent = child.parentElement;
    places.push({ parent, index: Array.prototype.indexOf.call(parent.children, child) });
  }
  return places;
}

function keep(): void {
  if (document.activeElement !== document.body) return note();
  const layer = topLayer();
  const lost = layer && noted.get(layer);
  if (!lost || lost.element.isConnected) return;
  noted.delete(layer);
  const next = inPlaceOf(lost) ?? layer.querySelector<HTMLElement>('h1, .dialog-head button');
  next?.focus({ preventScroll: true });
}

function inPlaceOf({ places }: Noted): HTMLElement | null | undefined {
  const { parent, index = 0 } = places.find((place) => place.parent.isConnected) ?? {};
  const row = parent?.closest('li, tr');
  if (row) return row.querySelector<HTMLElement>('[data-pay], button');
  const isList = parent?.matches('ul, ol, tbody') === true;
  const next = parent?.children[index] ?? (isList ? parent.lastElementChild : null);
  // In the next row its link comes first: a second press of the same key must do nothing there.
  return next?.querySelector<HTMLElement>('a, button, input');
}
