import { signIn, startBrowser, type Visitor } from '../dashboard/browser.ts';
import { medianTransfer, viewsOf, type FirstView, type Transfer } from '../dashboard/firstView.ts';
import { typeInSearch } from '../dashboard/search.ts';
import { measureServers, type ServerCost } from '../dashboard/serverCost.ts';
import { progress, type Findings } from '../support/report.ts';
import { seed } from '../support/seed.ts';
import { startDuebook, unlogged } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, rounded, spread } from '../support/statistics.ts';

const rounds = settings.rounds ?? 7;
const sizes = [100, 1000, 2000] as const;
const slowdowns = [1, 4] as const;
const searchRounds = 5;

// What the pages of others transfer, measured by us on their default pages at another time.
const others = [
  ['Wallos', '17', '465'],
  ['SubTrackr', '11', '98, and more from other hosts'],
  ['the tracker this contract comes from', '8', '671'],
];

const limits = {
  kilobytesOfFiles: 60,
  kilobytes: 130,
  requests: 8,
  contentMilliseconds: 1000,
  searchMilliseconds: 100,
  ofBaseline: 1.05,
};

interface Budget {
  readonly what: string;
  readonly limit: string;
  readonly measured: number;
  readonly isMet: boolean;
}

/**
 * Measures the dashboard in a browser: what it transfers, and how soon it shows something and answers.
 *
 * @param baseline the path of an older executable, whose start and memory are measured beside those of this one
 */
export async function measureDashboard({ baseline }: { readonly baseline?: string } = {}): Promise<Findings> {
  const servers = await measureServers(baseline);
  const visitors = await signInAtEach();
  const views = await measureViews(visitors);
  const searches = await measureSearches(visitorOf(visitors, 2000));
  const smallest = views.get(cellOf(100, 1)) ?? [];
  const untilContent = medianTransfer(smallest.map((view) => view.untilContent));
  const untilComplete = medianTransfer(smallest.map((view) => view.untilComplete));
  const untilIdle = medianTransfer(smallest.map((view) => view.untilIdle));
  const hosts = new Set(Array.from(views.values()).flatMap((taken) => taken.flatMap((view) => view.hosts))).size;
  const content = median((views.get(cellOf(1000, 4)) ?? []).map((view) => view.content));
  const search = median(searches.get(1) ?? []);
  const budgets = [...budgetsOf({ untilContent, content, search, hosts }), ...budgetsOfServer(servers)];
  return {
    title: 'The dashboard',
    notes: notes(),
    tables: [
      transferTable({ untilContent, untilComplete, untilIdle }, hosts),
      timesTable(views),
      searchTable(searches),
      serverTable(servers),
      {
        heading: 'Budgets',
        columns: ['what', 'at most', 'measured', 'result'],
        rows: budgets.map((one) => [one.what, one.limit, shown(one.measured), one.isMet ? 'met' : 'exceeded']),
      },
    ],
    exceeded: budgets.filter(({ isMet }) => !isMet).map(({ what }) => what),
  };
}

async function measureViews(
  visitors: ReadonlyMap<number, Visitor>,
): Promise<ReadonlyMap<string, readonly FirstView[]>> {
  const views = new Map<string, readonly FirstView[]>();
  for (const size of sizes) {
    for (const slowdown of slowdowns) {
      const taken = await viewsOf(visitorOf(visitors, size), slowdown, rounds);
      views.set(cellOf(size, slowdown), taken);
      progress('first view', size, `slowed ${slowdown} times`, rounded(median(taken.map(({ content }) => content))));
    }
  }
  return views;
}

async function measureSearches(visitor: Visitor): Promise<ReadonlyMap<number, readonly number[]>> {
  const searches = new Map<number, readonly number[]>();
  for (const slowdown of slowdowns) searches.set(slowdown, await typeInSearch(visitor, slowdown, searchRounds));
  return searches;
}

async function signInAtEach(): Promise<ReadonlyMap<number, Visitor>> {
  const browser = await startBrowser();
  const visitors = new Map<number, Visitor>();
  for (const size of sizes) {
    const { directory, owners } = seed([size]);
    visitors.set(size, await signIn(browser, await startDuebook(directory, unlogged), owners[0].key));
  }
  return visitors;
}

function visitorOf(visitors: ReadonlyMap<number, Visitor>, size: number): Visitor {
  const visitor = visitors.get(size);
  if (visitor === undefined) throw new Error(`nobody is signed in at the server with ${size} subscriptions`);
  return visitor;
}

function budgetsOf(found: {
  readonly untilContent: Transfer;
  readonly content: number;
  readonly search: number;
  readonly hosts: number;
}): Budget[] {
  const { bytes, fileBytes, requests } = found.untilContent;
  return [
    atMost('KB of the first view, without the answers of the API', fileBytes / 1000, limits.kilobytesOfFiles),
    atMost('KB of the first view, with the answers of the API', bytes / 1000, limits.kilobytes),
    atMost('requests of the first view, without those of the charts', requests, limits.requests),
    atMost('hosts', found.hosts, 1),
    atMost('ms to content with 1,000 subscriptions, slowed 4 times', found.content, limits.contentMilliseconds),
    atMost('ms from a key to the answer of the search among 2,000', found.search, limits.searchMilliseconds),
  ];
}

function budgetsOfServer([now, before]: readonly ServerCost[]): Budget[] {
  if (now === undefined || before === undefined) return [];
  const start = now.startMilliseconds / before.startMilliseconds;
  const memory = now.idleMebibytes / before.idleMebibytes;
  return [
    atMost('start, to that of the baseline', start, limits.ofBaseline),
    atMost('idle memory, to that of the baseline', memory, limits.ofBaseline),
  ];
}

function atMost(what: string, measured: number, limit: number): Budget {
  return { what, limit: String(limit), measured, isMet: measured <= limit };
}

function transferTable(
  {
    untilContent,
    untilComplete,
    untilIdle,
  }: Readonly<Record<'untilContent' | 'untilComplete' | 'untilIdle', Transfer>>,
  hosts: number,
) {
  return {
    heading: `The first view with an empty cache, from ${hosts} host${hosts === 1 ? '' : 's'}`,
    columns: ['page', 'requests', 'KiB transferred'],
    rows: [
      ['Duebook, until figures and due list are shown', ...cellsOf(untilContent)],
      ['Duebook, until figures, due list and charts are shown', ...cellsOf(untilComplete)],
      ['of these, the page and its files', '', rounded(untilComplete.fileBytes / 1024)],
      ['Duebook, until the network is idle', ...cellsOf(untilIdle)],
      ...others,
    ],
  };
}

function timesTable(views: ReadonlyMap<string, readonly FirstView[]>) {
  const rows = sizes.flatMap((size) =>
    slowdowns.map((slowdown) => {
      const taken = views.get(cellOf(size, slowdown)) ?? [];
      const contents = taken.map(({ content }) => content);
      return [
        String(size),
        processor(slowdown),
        rounded(median(contents)),
        spread(contents),
        rounded(median(taken.map(({ complete }) => complete))),
        rounded(median(taken.map(({ answered }) => answered))),
      ];
    }),
  );
  const columns = ['subscriptions', 'processor', 'content in ms', 'spread', 'complete in ms', 'click answered in ms'];
  return { heading: 'Times of the first view', columns, rows };
}

function searchTable(searches: ReadonlyMap<number, readonly number[]>) {
  const rows = Array.from(searches, ([slowdown, taken]) => [
    processor(slowdown),
    rounded(median(taken)),
    spread(taken),
  ]);
  return { heading: 'Search among 2,000 subscriptions', columns: ['processor', 'median in ms', 'spread'], rows };
}

function serverTable(servers: readonly ServerCost[]) {
  const rows = servers.map(({ startMilliseconds, idleMebibytes }, place) => [
    place === 0 ? 'this one' : 'the baseline',
    rounded(startMilliseconds),
    rounded(idleMebibytes),
  ]);
  const columns = ['executable', 'start in ms', 'MiB resident when idle'];
  return { heading: 'The server with 1,000 subscriptions', columns, rows };
}

function notes(): string[] {
  return [
    `Chromium opens the overview of the compiled executable with an empty cache, over plain HTTP under a name of the local network, as in a home: it accepts gzip. Each kind of view is measured ${rounds} times; the figures are medians. Content is the list of what is due; complete is with figures and charts; the click switches the totals from month to year as soon as there is content. Times are until the change is painted, from the start of the navigation. Transferred bytes include headers and the answers of the API.`,
    `In the search, ${searchRounds} times three digits are typed and deleted; the time is from each key to the painted list.`,
    `We measured the pages of the others at another time, each on its default page. This run does not repeat that.`,
  ];
}

function cellOf(size: number, slowdown: number): string {
  return `${size} ${slowdown}`;
}

function processor(slowdown: number): string {
  return slowdown === 1 ? 'as it is' : `slowed ${slowdown} times`;
}

function cellsOf({ requests, bytes }: Transfer): string[] {
  return [String(requests), rounded(bytes / 1024)];
}

function shown(measured: number): string {
  return Number.isInteger(measured) ? String(measured) : measured < 10 ? fraction(measured) : rounded(measured);
}
