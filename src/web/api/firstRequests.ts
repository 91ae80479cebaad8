// What the views ask for first. The script that asks ahead of the page, and the page itself, take the addresses from here: an early
// answer is used only by a request for the same address.

export const pageSize = 100;

const firstPage = { limit: pageSize, offset: 0 } as const;

/** What a list of subscriptions asks for beside its page. */
export const wholeList = { sort: 'createdAt', include: 'details' } as const;

/** The queries of the first requests that are no list of pages. */
export const firstQueries = {
  // The renewals of the summary are not shown: the fewest days have the fewest.
  summary: { include: 'yearly', horizonDays: 1 },
  due: { limit: 1000, include: 'all' },
  activity: { limit: 50, offset: 0 },
} as const;

/** The requests of each view: paths of the API, and their queries in the order in which the page writes them. */
const firstOfViews: Readonly<Record<string, readonly (readonly [path: string, query?: object])[]>> = {
  overview: [
    ['analytics/summary', firstQueries.summary],
    ['analytics/payments', firstQueries.due],
  ],
  subscriptions: [['subscriptions', { ...firstPage, ...wholeList }]],
  insights: [['analytics/summary', firstQueries.summary]],
  reminders: [['reminders', firstPage]],
  activity: [['activity', firstQueries.activity]],
  settings: [['preferences']],
};

/**
 * What the page asks for first, with a session: addresses below the base path.
 *
 * @param view the last part of its own address, if that alone says what it shows; empty for the root
 */
export function firstRequestsOf(view: string | undefined): readonly string[] {
  const name = view === '' ? 'overview' : (view ?? '');
  const ofView = Object.hasOwn(firstOfViews, name) ? (firstOfViews[name] ?? []) : [];
  return [addressOf('session'), ...ofView.map(([path, query]) => addressOf(path, query))];
}

function addressOf(path: string, query: object = {}): string {
  const values = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
  return `api/v1/${path}${values.length > 0 ? '?' : ''}${values.join('&')}`;
}
