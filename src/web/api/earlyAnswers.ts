/** The header that has the token of the session. */
export const sessionHeader = 'x-duebook-session';

/** The name of the token in localStorage, which {@link storageKeyAt} completes. */
export const tokenName = 'session';

/** A key of localStorage or sessionStorage that an instance at another base path of the same host does not use. */
export function storageKeyAt(basePath: string, name: string): string {
  return `duebook:${basePath}:${name}`;
}

/** Answers to the first requests of a page, by their address. They were asked for before the code of the page was there. */
export type EarlyAnswers = Map<string, EarlyAnswer>;

/** An answer, and the token of the session that asked for it. */
interface EarlyAnswer {
  readonly token: string;
  readonly response: Promise<Response>;
}

declare global {
  /** Set by the script that asks first; undefined when it did not. */
  var duebookEarlyAnswers: EarlyAnswers | undefined;
}

const session = 'api/v1/session';

/** What the views ask for first, as addresses below the base path; each must be the one that the client makes. */
const firstOfViews: Readonly<Record<string, readonly string[]>> = {
  overview: ['api/v1/analytics/summary', 'api/v1/analytics/payments?limit=1000&include=deadlines'],
  subscriptions: ['api/v1/subscriptions?limit=100&offset=0&sort=createdAt&include=details'],
  insights: ['api/v1/subscriptions?limit=1'],
  reminders: ['api/v1/reminders?limit=100&offset=0', 'api/v1/reminders/preview?days=30&limit=100&offset=0'],
  activity: ['api/v1/activity?limit=50&offset=0'],
  settings: ['api/v1/preferences'],
};

/**
 * What the page asks for first, with a session: addresses below the base path.
 *
 * @param view the last part of its own address, if that alone says what it shows; empty for the root
 */
export function firstRequestsOf(view: string | undefined): readonly string[] {
  const name = view === '' ? 'overview' : (view ?? '');
  const ofView = Object.hasOwn(firstOfViews, name) ? (firstOfViews[name] ?? []) : [];
  return [session, ...ofView];
}

/** The answer to a request, if it is there already or on its way. Each is given once, and only to the session that asked. */
export function takeEarlyAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const found = globalThis.duebookEarlyAnswers?.get(url);
  globalThis.duebookEarlyAnswers?.delete(url);
  return found?.token === token ? found?.response : undefined;
}

/** Drops what nobody has taken: it would grow old. */
export function dropEarlyAnswers(): void {
  globalThis.duebookEarlyAnswers = undefined;
}
