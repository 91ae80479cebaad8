import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorBody, type ApiError } from '../errors/apiError.ts';
import type { FreeFilters } from '../api/subscriptions/nearValues.ts';
import type { ApiAnswer } from './apiCall.ts';
import { shortWrite } from './shortResults.ts';
import type { ToolView } from './outputSchema.ts';
import { textOfResult } from './resultText.ts';

/** What hints need. */
export interface HintSources {
  /** Suggests an existing value near that of a filter, if there is one. */
  readonly hintFor: (filters: FreeFilters) => string | undefined;
  /** The day in the time zone of the server. */
  readonly today: string;
}

interface Listed {
  readonly data?: unknown;
  readonly pagination?: { readonly offset: number };
  readonly query?: { readonly filters: FreeFilters };
}

/** An answer of the API as the result of a tool. Errors are results, too, so that the agent reads how to correct its call. */
export function toolResultOf(answer: ApiAnswer, view: ToolView | undefined, sources: HintSources): CallToolResult {
  const { status, etag, isReplayed, text } = answer;
  const whole = JSON.parse(text) as Record<string, unknown> & Listed;
  const { body, hint: hintOfLength } = shortWrite(whole) as { body: Listed; hint?: string };
  const hints = [hintOf(whole, view, sources), hintOfLength].filter((one) => one !== undefined);
  const structuredContent = {
    ...(hints.length > 0 && { hint: hints.join(' ') }),
    ...body,
    ...(Array.isArray(body.data) && { data: withoutMembers(body.data, view?.leftOut ?? []) }),
    // Headers of the API.
    ...(etag !== null && { etag }),
    ...(isReplayed && { replayed: true }),
  };
  if (status >= 400) return errorResult(structuredContent);
  const shown = textOfResult(structuredContent, textLengthMax(answer, structuredContent, view?.added));
  return { content: [{ type: 'text', text: shown }], structuredContent, isError: false };
}

/** The result of a call that is refused before it is sent to the API. */
export function refusedResult(apiError: ApiError, requestId: string): CallToolResult {
  return errorResult(errorBody(apiError, requestId, true));
}

function errorResult(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError: true };
}

function hintOf(body: Listed, view: ToolView | undefined, { hintFor, today }: HintSources): string | undefined {
  switch (view?.hint) {
    case 'filters':
      return hintOfEmptyList(body, hintFor);
    case 'overdue':
      return hintOfOverdue(body, today);
    case undefined:
      return undefined;
  }
}

function hintOfEmptyList({ data, pagination, query }: Listed, hintFor: HintSources['hintFor']): string | undefined {
  const isEmpty = Array.isArray(data) && data.length === 0 && pagination?.offset === 0;
  return isEmpty && query !== undefined ? hintFor(query.filters) : undefined;
}

// The limit on the length of a list, as a multiple of its length over HTTP, for structured content and text together: some
// clients show the model one, some the other.
const listLengthMax = 1.2;
const frameLength = 150;
// A short list stays whole.
const textLengthMin = 2000;

function textLengthMax({ text }: ApiAnswer, structuredContent: Listed, added: readonly string[] = []): number {
  const { data } = structuredContent;
  if (!Array.isArray(data)) return Infinity;
  // The same list over HTTP is without what the tool adds.
  const addedLength = added.length === 0 ? 0 : JSON.stringify(onlyMembers(data, added)).length;
  const left = listLengthMax * (text.length - addedLength) - JSON.stringify(structuredContent).length - frameLength;
  return Math.max(left, textLengthMin);
}

type Records = readonly Readonly<Record<string, unknown>>[];

function withoutMembers(records: Records, names: readonly string[]): Records {
  if (names.length === 0) return records;
  return records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))));
}

function onlyMembers(records: Records, names: readonly string[]): Records {
  return records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))));
}

interface Created {
  readonly name: string;
  readonly status: string;
  readonly nextPaymentDate: string;
}

/** The answer to a creation, or to a batch with creations. */
interface Answer {
  readonly data?: unknown;
  readonly results?: unknown;
}

const namesMax = 5;

/** The hint for what was created, or would be, with a next payment in the past; undefined when there is none. */
function hintOfOverdue({ data, results }: Answer, today: string): string | undefined {
  const records = results === undefined ? [data] : createdBy(results);
  const overdue = (records as readonly (Created | undefined)[]).flatMap((record) =>
    record?.status === 'active' && record.nextPaymentDate < today ? [record] : [],
  );
  if (overdue.length === 0) return undefined;
  // Names are data: quoted, so that none reads like a part of the hint.
  const named = overdue
    .slice(0, namesMax)
    .map((one) => `${JSON.stringify(one.name)} was due on ${one.nextPaymentDate}`);
  const others = overdue.length > namesMax ? ` and ${overdue.length - namesMax} more` : '';
  return `The next payment is in the past: ${named.join(', ')}${others}. Ask the user whether it was made; if so, record it with renewSubscription. Else lastPaymentDate may be wrong.`;
}

function createdBy(results: unknown): readonly unknown[] {
  return (results as readonly { readonly action: string; readonly data?: unknown }[]).flatMap((result) =>
    result.action === 'create' ? [result.data] : [],
  );
}
