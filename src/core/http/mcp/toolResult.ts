import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorBody, type ApiError } from '../errors/apiError.ts';
import { isMembers, type Members } from '../../fields/fieldTypes.ts';
import type { ApiAnswer } from './apiCall.ts';
import { shortWrite } from './shortResults.ts';

/** The filters of a list with free text. */
export interface FreeFilters {
  readonly category?: string;
  readonly q?: string;
}

/** Suggests an existing value near that of a filter, if there is one. */
export type HintFor = (filters: FreeFilters) => string | undefined;

/**
 * An answer of the API as the result of a tool: its JSON, with the headers that an agent needs, and a hint. Errors are results,
 * too, so that the agent reads how to correct its call.
 */
export function toolResultOf({ status, etag, isReplayed, text }: ApiAnswer, hintFor: HintFor): CallToolResult {
  // An export may be CSV.
  if (!text.startsWith('{')) return resultOf(text, status);
  const whole = JSON.parse(text) as Members;
  const { body, hint = hintOfEmptyList(whole, hintFor) } = shortWrite(whole, text.length);
  const added = {
    ...(hint !== undefined && { hint }),
    ...(etag !== null && { etag }),
    ...(isReplayed && { replayed: true }),
  };
  const json = body === whole ? text : JSON.stringify(body);
  return resultOf(
    Object.keys(added).length === 0 ? json : `${JSON.stringify(added).slice(0, -1)},${json.slice(1)}`,
    status,
  );
}

/** The result of a call that is refused before it is sent to the API. */
export function refusedResult(apiError: ApiError, requestId: string): CallToolResult {
  return resultOf(JSON.stringify(errorBody(apiError, requestId)), 400);
}

function resultOf(text: string, status: number): CallToolResult {
  return { content: [{ type: 'text', text }], isError: status >= 400 };
}

function hintOfEmptyList({ data, pagination, query }: Members, hintFor: HintFor): string | undefined {
  const isEmpty = Array.isArray(data) && data.length === 0 && isMembers(pagination) && pagination['offset'] === 0;
  const filters = isEmpty && isMembers(query) ? query['filters'] : undefined;
  return isMembers(filters) ? hintFor(filters) : undefined;
}
