import type { components } from 'api-types';
import { pageSize } from './firstRequests.ts';

/** The schemas of the API by name, such as `Schemas['Subscription']`. */
export type Schemas = components['schemas'];

/** What the service says about a request that it refused. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly suggestedFix?: string | undefined;
  /** What the message says, with the values of its text. */
  readonly reason?: { readonly code: string; readonly values: Readonly<Record<string, string>> } | undefined;
  readonly allowedValues?: readonly string[] | undefined;
  readonly conflictingFields?: readonly string[] | undefined;
  /** All faults of a body; those of a batch have the index of their operation. */
  readonly faults?: readonly (Omit<Problem, 'faults'> & { readonly index?: number })[] | undefined;
  /** The subscriptions of an import that were changed since; one that was deleted has no name. */
  readonly changed?: readonly { readonly id: string; readonly name: string | null }[] | undefined;
  /** The present state of the record. */
  readonly current?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly status: number;
  readonly problem: Problem;

  /** @param body the body of the answer, if it has one */
  constructor(answer: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const problem = problemOf(answer, body);
    super(problem.message);
    this.status = answer.status;
    this.problem = problem;
  }
}

/** An error whose message is for the user, in the language of the user. */
export class Explained extends Error {
  override readonly name = 'Explained';
}

/** A problem in the words of the service. */
export function wordsOfService({ message, suggestedFix }: Problem): string {
  return [message, suggestedFix].filter(Boolean).join(' ');
}

/** The service did not answer: the network, the server or a proxy before it is down. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
}

/** Whether an error only says that a newer request took the place of this one. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface ErrorBody {
  readonly error?: Partial<Problem>;
  readonly requestId?: string;
}

function problemOf({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): Problem {
  const { error, requestId } = (body ?? {}) as ErrorBody;
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  const general = { code: 'unknown', message: `HTTP ${status}` };
  return { ...general, ...error, requestId, retryAfterSeconds };
}

const pagesAtOnce = 5;

interface Page<Entry> {
  readonly data: readonly Entry[];
  readonly pagination: { readonly hasMore: boolean };
}

type ReadPage<Entry> = (page: { readonly limit: number; readonly offset: number }) => Promise<Page<Entry>>;

/**
 * All entries of a list that the service gives in pages, one page after the other.
 *
 * @param read reads the page with this limit and offset
 */
export async function allPages<Entry>(read: ReadPage<Entry>): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const { data, pagination } = await read({ limit: pageSize, offset: entries.length });
    entries.push(...data);
    if (!pagination.hasMore || data.length === 0) return entries;
  }
}

/**
 * All entries of a long list that the service gives in pages, several pages at a time, and none beyond the last.
 *
 * @param read reads the page with this limit and offset
 * @param countAll asks how many entries there are; called when one page is not all
 */
export async function allPagesAtOnce<Entry>(
  read: ReadPage<Entry>,
  { countAll }: { readonly countAll: () => Promise<number> },
): Promise<readonly Entry[]> {
  const first = await read({ limit: pageSize, offset: 0 });
  const entries = [...first.data];
  if (!first.pagination.hasMore) return entries;
  const count = await countAll();
  let hasMore = true;
  while (hasMore) {
    // At least one: an entry may have come since they were counted.
    const known = Math.max(1, Math.ceil((count - entries.length) / pageSize));
    const offsets = Array.from({ length: Math.min(known, pagesAtOnce) }, (_, n) => entries.length + n * pageSize);
    const pages = await Promise.all(offsets.map((offset) => read({ limit: pageSize, offset })));
    entries.push(...pages.flatMap(({ data }) => data));
    hasMore = pages.every(({ data, pagination }) => pagination.hasMore && data.length > 0);
  }
  return entries;
}
