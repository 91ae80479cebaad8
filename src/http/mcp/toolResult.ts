import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorBody, type ApiError } from '../responses/errors.ts';
import type { FreeFilters } from '../suggestions/nearValues.ts';
import type { ApiAnswer } from './apiCall.ts';
import type { ListView } from './outputSchema.ts';
import { textOfResult } from './resultText.ts';

/** Suggests an existing value near that of a filter, if there is one. */
export type HintFor = (filters: FreeFilters) => string | undefined;

interface Listed {
  readonly data?: unknown;
  readonly pagination?: { readonly offset: number };
  readonly query?: { readonly filters: FreeFilters };
}

/** An answer of the API as the result of a tool. Errors are results, too, so that the agent reads how to correct its call. */
export function toolResultOf(answer: ApiAnswer, view: ListView | undefined, hintFor: HintFor): CallToolResult {
  const { status, etag, isReplayed, text } = answer;
  const body = JSON.parse(text) as Record<string, unknown> & Listed;
  const hint = view?.hasHint === true ? hintOf(body, hintFor) : undefined;
  const structuredContent = {
    ...(hint !== undefined && { hint }),
    ...body,
    ...(Array.isArray(body.data) && { data: withoutMembers(body.data, view?.leftOut ?? []) }),
    // Headers of the API.
    ...(etag !== null && { etag }),
    ...(isReplayed && { replayed: true }),
  };
  if (status >= 400) return errorResult(structuredContent);
  const shown = textOfResult(structuredContent, textLengthMax(answer, structuredContent));
  return { content: [{ type: 'text', text: shown }], structuredContent, isError: false };
}

/** The result of a call that is refused before it is sent to the API. */
export function refusedResult(apiError: ApiError, requestId: string): CallToolResult {
  return errorResult(errorBody(apiError, requestId, true));
}

function errorResult(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError: true };
}

function hintOf({ data, pagination, query }: Listed, hintFor: HintFor): string | undefined {
  const isEmpty = Array.isArray(data) && data.length === 0 && pagination?.offset === 0;
  return isEmpty && query !== undefined ? hintFor(query.filters) : undefined;
}

// The limit on the length of a list, as a multiple of its length over HTTP, for structured content and text together: some
// clients show the model one, some the other.
const listLengthMax = 1.2;
const frameLength = 150;
// A short list stays whole.
const textLengthMin = 2000;

function textLengthMax({ text }: ApiAnswer, structuredContent: Listed): number {
  if (!Array.isArray(structuredContent.data)) return Infinity;
  const left = listLengthMax * text.length - JSON.stringify(structuredContent).length - frameLength;
  return Math.max(left, textLengthMin);
}

function withoutMembers(records: readonly Record<string, unknown>[], names: readonly string[]) {
  if (names.length === 0) return records;
  return records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))));
}
