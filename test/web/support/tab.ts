import { join } from 'node:path';
import type { PageCode } from './pageTypes.ts';

/** The bundle of the page's code, made once for all tabs of a test file. */
const bundle = Bun.build({
  entrypoints: [join(import.meta.dir, 'pageCode.ts')],
  target: 'browser',
  format: 'iife',
  define: {
    'import.meta.url': 'scriptUrl',
    'process.env.NODE_ENV': '"production"',
    DUEBOOK_VERSION: '"1.0.0"',
    DUEBOOK_LATE_STYLES: '""',
  },
  jsx: { runtime: 'automatic', importSource: 'preact', development: false },
}).then(async ({ outputs: [script] }) => {
  if (script === undefined) throw new Error('nothing was made of the page');
  return script.text();
});

interface StorageChange {
  readonly key: string | null;
  readonly newValue: string | null;
}

type Listener = (event: StorageChange) => void;

/** A channel between the tabs of a browser. */
interface Channel {
  readonly name: string;
  readonly listeners: (() => void)[];
}

/** What a tab keeps when it is loaded anew. */
interface Kept {
  readonly sessionStorage: ReturnType<typeof createStorage>;
  readonly href: string;
}

/** A tab of a browser, which shows the page. */
export type Tab = Awaited<ReturnType<ReturnType<typeof createBrowser>['openTab']>>;

/**
 * A browser for the code of the page, which talks to a real service: one localStorage for all its tabs, and a clock that moves
 * only when a test moves it.
 *
 * @param origin where the service is
 * @param proxyHeaders what a reverse proxy adds to each request
 */
export function createBrowser(origin: string, proxyHeaders: Readonly<Record<string, string>> = {}) {
  const clock = createTimers(Date.parse('2026-06-16T12:00:00.000Z'));
  const listeners = new Map<object, Listener[]>();
  const localStorage = createStorage();
  const channels = new Set<Channel>();

  /** Opens a tab, or loads one anew. */
  async function openTab(
    path = '/',
    { sessionStorage, href }: Kept = { sessionStorage: createStorage(), href: origin + path },
  ) {
    const self = {};
    const requests: string[] = [];
    const underWay = new Set<Promise<unknown>>();
    const state = { isOffline: false, reloads: 0, isVisible: true };
    const heldBack: { readonly prefix: string; readonly release: Promise<void> }[] = [];
    const onVisibility: (() => void)[] = [];
    const address = new URL(href);

    /** The network of the tab. */
    async function sent(request: Request | URL, options?: RequestInit): Promise<Response> {
      const asked = request instanceof URL ? new Request(request.href, options) : request;
      const target = asked.url.slice(origin.length);
      requests.push(`${asked.method} ${target}`);
      if (state.isOffline) throw new TypeError('Failed to fetch');
      for (const [name, value] of Object.entries(proxyHeaders)) asked.headers.set(name, value);
      const response = await fetch(asked);
      await heldBack.find((one) => target.startsWith(one.prefix))?.release;
      // Browsers hide all of a redirect that they do not follow.
      const isRedirect = response.status >= 300 && response.status < 400;
      if (isRedirect) return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
      // With its body, so that nothing is under way any more when the page has it.
      return new Response(await response.arrayBuffer(), response);
    }

    function track(request: Request | URL, options?: RequestInit): Promise<Response> {
      const answer = sent(request, options);
      underWay.add(answer);
      const forget = () => void underWay.delete(answer);
      answer.then(forget, forget);
      return answer;
    }

    const surroundings = {
      scriptUrl: `${origin}/assets/page.js`,
      fetch: track,
      localStorage: localStorage.seenBy((change) => {
        // The browser tells the other tabs.
        for (const [tab, its] of listeners) if (tab !== self) for (const listener of its) listener(change);
      }),
      sessionStorage: sessionStorage.seenBy(() => undefined),
      addEventListener: (type: string, listener: Listener) => {
        if (type === 'storage') listeners.set(self, [...(listeners.get(self) ?? []), listener]);
      },
      BroadcastChannel: class {
        readonly own: Channel;

        constructor(name: string) {
          this.own = { name, listeners: [] };
          channels.add(this.own);
        }

        addEventListener(_: string, listener: () => void): void {
          this.own.listeners.push(listener);
        }

        postMessage(): void {
          for (const channel of channels) {
            const isHeard = channel !== this.own && channel.name === this.own.name;
            if (isHeard) for (const listener of channel.listeners) setImmediate(listener);
          }
        }
      },
      navigator: { languages: ['en-GB'] },
      history: { replaceState: (_: unknown, __: string, to: string) => (address.href = new URL(to, address).href) },
      location: {
        get href() {
          return address.href;
        },
        get pathname() {
          return address.pathname;
        },
        get search() {
          return address.search;
        },
        reload: () => void (state.reloads += 1),
      },
      document: {
        get visibilityState() {
          return state.isVisible ? 'visible' : 'hidden';
        },
        addEventListener: (_: string, listener: () => void) => onVisibility.push(listener),
      },
      ...clock.functions,
    };
    const page = await run(surroundings);
    await Promise.all([page.loadLateTexts(), page.followLanguage()]);

    return {
      page,
      /** What the page has asked for, in its order: `GET /api/v1/session`. */
      requests,
      /** How many times the page wanted to be loaded anew. */
      reloads: () => state.reloads,
      address: () => address.href,
      /** Cuts the tab off the network, or connects it. */
      cutOff: (isOffline = true) => void (state.isOffline = isOffline),
      /** Holds the answers of a path back until the function that it returns is called. */
      holdBack: (prefix: string): (() => void) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        heldBack.push({ prefix, release: promise });
        return resolve;
      },
      /** Puts the tab behind another one, or before it. */
      show: (isVisible = true) => {
        state.isVisible = isVisible;
        for (const listener of onVisibility) listener();
      },
      /** Waits until all that was asked for is answered, and what follows from that is done. */
      settle: async (): Promise<void> => {
        do {
          await Promise.allSettled(underWay);
          await turn();
        } while (underWay.size > 0);
      },
      /** Loads the tab anew: another instance of the code, with what the tab keeps. */
      loadAnew: () => {
        listeners.delete(self);
        return openTab('', { sessionStorage, href: address.href });
      },
    };
  }

  return { openTab, localStorage, advance: clock.advance };
}

/** Runs the code of the page with what a browser gives it. */
async function run(surroundings: Readonly<Record<string, unknown>>): Promise<PageCode> {
  const text = await bundle;
  const delivered: PageCode[] = [];
  const names = {
    ...surroundings,
    globalThis: Object.assign(Object.create(globalThis), surroundings) as unknown,
    deliver: (code: PageCode) => delivered.push(code),
  };
  // eslint-disable-next-line typescript/no-implied-eval
  new Function(...Object.keys(names), text)(...Object.values(names));
  const [page] = delivered;
  if (page === undefined) throw new Error('the code of the page has not run');
  return page;
}

/** Lets everything go on that waits for nothing. */
async function turn(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => void setImmediate(resolve));
}

function createStorage() {
  const values = new Map<string, string>();
  let isRefused = false;
  return {
    values,
    /** Has the browser refuse to store anything more, as some do in private windows. */
    refuse: () => void (isRefused = true),
    /** The storage as one tab sees it. */
    seenBy: (onChange: (change: StorageChange) => void) => ({
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isRefused) throw new DOMException('the quota is exceeded', 'QuotaExceededError');
        values.set(key, value);
        onChange({ key, newValue: value });
      },
      removeItem: (key: string) => {
        values.delete(key);
        onChange({ key, newValue: null });
      },
    }),
  };
}

interface Timer {
  readonly at: number;
  readonly everyMs: number | undefined;
  readonly action: () => void;
}

/** Timers and a clock that a test moves. What waits for no time runs at once. */
function createTimers(startMs: number) {
  let now = startMs;
  let last = 0;
  const timers = new Map<number, Timer>();

  function add(action: () => void, delayMs: number, everyMs?: number): number {
    last += 1;
    timers.set(last, { at: now + delayMs, everyMs, action });
    return last;
  }

  class PageDate extends globalThis.Date {
    constructor(...given: readonly [] | readonly [string | number]) {
      super(given[0] ?? now);
    }

    static override now(): number {
      return now;
    }
  }

  return {
    functions: {
      Date: PageDate,
      setTimeout: (action: () => void, delayMs = 0) => {
        if (delayMs > 0) return add(action, delayMs);
        setImmediate(action);
        return 0;
      },
      clearTimeout: (id: number) => void timers.delete(id),
      setInterval: (action: () => void, everyMs: number) => add(action, everyMs, everyMs),
      clearInterval: (id: number) => void timers.delete(id),
      requestAnimationFrame: (action: () => void) => void setImmediate(action),
      cancelAnimationFrame: () => undefined,
      requestIdleCallback: (action: () => void) => void setImmediate(action),
    },
    /** Moves the clock, and runs the timers that are due, each at its time. */
    advance: (seconds: number): void => {
      const end = now + seconds * 1000;
      for (;;) {
        const [due] = Array.from(timers)
          .filter(([, { at }]) => at <= end)
          .toSorted(([, a], [, b]) => a.at - b.at);
        if (due === undefined) break;
        const [id, { at, everyMs, action }] = due;
        now = at;
        if (everyMs === undefined) timers.delete(id);
        else timers.set(id, { at: at + everyMs, everyMs, action });
        action();
      }
      now = end;
    },
  };
}
