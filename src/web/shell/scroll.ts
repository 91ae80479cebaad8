const patienceMs = 3_000;
// Safari allows 100 changes of the history in 30 seconds.
const saveDelayMs = 300;

/** What the history keeps for a page that was left: how far it was scrolled, in CSS pixels. */
interface Place {
  readonly scrolledTo?: number;
}

/**
 * Has the Back button return to where a page was left, once its data are there. The browser alone would try before they
 * are, when the page is still short.
 */
export function followScroll(): void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    const scrolledTo = Math.round(scrollY);
    if (placeOf(history.state).scrolledTo !== scrolledTo) history.replaceState({ scrolledTo }, '');
  };
  addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(save, saveDelayMs);
  });
  // Before the router goes on: its entry of the history is not this one any more.
  addEventListener('click', save, { capture: true });
  addEventListener('pagehide', save);
  addEventListener('popstate', ({ state }) => {
    clearTimeout(timer);
    const { scrolledTo } = placeOf(state);
    // A link to a part of the page is a new entry; the browser scrolls to the part.
    if (scrolledTo !== undefined || location.hash === '') restore(scrolledTo ?? 0);
  });
  const { scrolledTo } = placeOf(history.state);
  if (scrolledTo !== undefined) restore(scrolledTo);
}

/** Whether the user has come back to a page that was left, which then returns to where it was. */
function wasLeft(): boolean {
  return placeOf(history.state).scrolledTo !== undefined;
}

function placeOf(state: unknown): Place {
  return typeof state === 'object' && state !== null ? state : {};
}

/**
 * Shows the part of the page that the address names, and keeps it in sight while the data above it load. A page that was left
 * returns to where it was instead.
 */
export function showPart(): void {
  const id = location.hash.slice(1);
  if (id === '' || wasLeft()) return;
  untilMoved(() => {
    document.getElementById(id)?.scrollIntoView();
    return false;
  });
}

/** Scrolls as soon as the page is long enough, unless the user moves first. */
function restore(target: number): void {
  untilMoved(() => {
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= target;
    if (isLongEnough) scrollTo(0, target);
    return isLongEnough;
  });
}

/** Does something in each frame of the next moment, until it says that it is done or the user moves. */
function untilMoved(action: () => boolean): void {
  const controller = new AbortController();
  const { signal } = controller;
  const giveUp = () => controller.abort();
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate']) {
    addEventListener(type, giveUp, { signal, capture: true });
  }
  const end = performance.now() + patienceMs;
  const step = () => {
    if (signal.aborted) return;
    if (action() || performance.now() > end) giveUp();
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
