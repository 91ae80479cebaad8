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
