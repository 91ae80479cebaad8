import { median } from '../support/statistics.ts';
import { afterPaint, type Visit, type Visitor } from './browser.ts';

/** Times of a first view in milliseconds from the start of the navigation. */
interface Times {
  /** The list of what is due is painted. */
  readonly content: number;
  /** Figures, list and charts are painted. */
  readonly complete: number;
  /** The switch from month to year, used as soon as there is content, is answered and painted. */
  readonly answered: number;
}

/** The number of requests of a view, and the bytes of their answers as transferred, headers included. */
export interface Transfer {
  readonly requests: number;
  readonly bytes: number;
  /** The bytes of the page and its files, without the answers of the API. */
  readonly fileBytes: number;
}

/** What the first view of the dashboard with an empty cache took. */
export interface FirstView extends Times {
  /** The requests that began until there was content. */
  readonly untilContent: Transfer;
  /** The requests that began until the view was complete. */
  readonly untilComplete: Transfer;
  readonly untilIdle: Transfer;
  readonly hosts: readonly string[];
}

interface Seen extends Times {
  /** When the navigation started, in milliseconds since 1970. */
  readonly origin: number;
}

interface Exchange {
  readonly url: string;
  readonly startedAt: number;
  /** Undefined until the answer has arrived. */
  bytes?: number;
}

const quietMilliseconds = 500;
const lookMilliseconds = 50;
const showMilliseconds = 30_000;

const watchView = `(() => {
  const afterPaint = ${afterPaint};
  const seen = { origin: performance.timeOrigin };
  let sums;
  window.firstView = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('a part of the overview did not show: ' + JSON.stringify(seen))), ${showMilliseconds});
    const step = { content: '[aria-label*="paid: " i]', complete: 'ul[aria-label^="Payments a month"]' };
    const note = (name) => afterPaint((time) => {
      seen[name] ??= time;
      if (seen.content && seen.complete && seen.answered) resolve(seen);
    });
    const textOfSums = () => document.querySelector('[aria-live="polite"]')?.textContent;
    const look = () => {
      for (const [name, selector] of Object.entries(step)) {
        if (!document.querySelector(selector)) continue;
        delete step[name];
        note(name);
        if (name === 'content') afterPaint(() => {
          sums = textOfSums();
          document.querySelector('input[type="radio"][value="year"]').click();
        });
      }
      if (sums !== undefined && textOfSums() !== sums) {
        sums = undefined;
        note('answered');
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
})()`;

/** Opens the overview with an empty cache. */
async function viewFirst(visitor: Visitor, slowdown: number): Promise<FirstView> {
  const visit = await visitor.openPage(slowdown);
  const exchanges = recordExchanges(visit);
  await visit.page.addInitScript(watchView);
  await visit.page.goto(`${visitor.origin}/`, { waitUntil: 'commit' });
  const { origin, ...times } = await visit.evaluate<Seen>('firstView');
  await untilQuiet(exchanges);
  await visit.close();
  const all = Array.from(exchanges.values());
  return {
    ...times,
    untilContent: transferOf(all.filter(({ startedAt }) => startedAt <= origin + times.content)),
    untilComplete: transferOf(all.filter(({ startedAt }) => startedAt <= origin + times.complete)),
    untilIdle: transferOf(all),
    hosts: Array.from(new Set(all.map(({ url }) => new URL(url).hostname))),
  };
}

/** Views of the overview, one after the other, the first of which is left out: it fills the caches of the server. */
export async function viewsOf(visitor: Visitor, slowdown: number, rounds: number): Promise<FirstView[]> {
  const views: FirstView[] = [];
  for (let round = 0; round <= rounds; round += 1) views.push(await viewFirst(visitor, slowdown));
  return views.slice(1);
}

/** The medians of transfers. */
export function medianTransfer(transfers: readonly Transfer[]): Transfer {
  return {
    requests: median(transfers.map(({ requests }) => requests)),
    bytes: median(transfers.map(({ bytes }) => bytes)),
    fileBytes: median(transfers.map(({ fileBytes }) => fileBytes)),
  };
}

function recordExchanges({ tools }: Visit): ReadonlyMap<string, Exchange> {
  const exchanges = new Map<string, Exchange>();
  tools.on('Network.requestWillBeSent', ({ requestId, request: { url }, wallTime }) => {
    if (/^https?:/.test(url)) exchanges.set(requestId, { url, startedAt: wallTime * 1000 });
  });
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const exchange = exchanges.get(requestId);
    if (exchange !== undefined) exchange.bytes = encodedDataLength;
  });
  return exchanges;
}

/** Waits until every answer has arrived, and no request has begun for half a second. */
async function untilQuiet(exchanges: ReadonlyMap<string, Exchange>): Promise<void> {
  let known = 0;
  for (let quiet = 0; quiet < quietMilliseconds; quiet += lookMilliseconds) {
    await Bun.sleep(lookMilliseconds);
    const all = Array.from(exchanges.values());
    if (all.length !== known || all.some(({ bytes }) => bytes === undefined)) quiet = 0;
    known = all.length;
  }
}

function transferOf(exchanges: readonly Exchange[]): Transfer {
  const files = exchanges.filter(({ url }) => !new URL(url).pathname.startsWith('/api/'));
  return { requests: exchanges.length, bytes: bytesOf(exchanges), fileBytes: bytesOf(files) };
}

function bytesOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}
