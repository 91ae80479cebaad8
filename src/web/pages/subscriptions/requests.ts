import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { RequestRefused } from '../../api/errors.ts';
import { allPagesAtOnce } from '../../api/pages.ts';
import type { Subscription } from './model/record.ts';

/** One operation of a batch. */
export type Operation = Schemas['Batch']['operations'][number];

/** One that updates. */
type UpdateOperation = Extract<Operation, { readonly action: 'update' }>;

/** A subscription with its details, and the entity tag of both. */
export interface Version {
  readonly record: Subscription;
  readonly etag: string;
}

const pageSize = 100;
const batchSize = 100;

/** All subscriptions with their details, in the order of their creation. */
export function loadAll(signal: AbortSignal): Promise<readonly Subscription[]> {
  return allPagesAtOnce((page) => loadPage(page, signal), {
    countAll: async () => (await bodyOf(api.GET('/api/v1/analytics/summary', { signal }))).summary.counts.total,
  });
}

function loadPage(page: { readonly limit: number; readonly offset: number }, signal: AbortSignal) {
  const query = { ...page, sort: 'createdAt', include: 'details' } as const;
  return bodyOf(api.GET('/api/v1/subscriptions', { params: { query }, signal }));
}

/** The subscriptions that were added last, for suggestions. */
export async function loadNewest(signal: AbortSignal): Promise<readonly Subscription[]> {
  const query = { limit: pageSize, include: 'details' } as const;
  return (await bodyOf(api.GET('/api/v1/subscriptions', { params: { query }, signal }))).data;
}

/** The present version of a subscription. */
export async function loadVersion(id: string, signal?: AbortSignal): Promise<Version> {
  const params = { path: { id }, query: { include: 'details' } } as const;
  const { data, error, response } = await api.GET('/api/v1/subscriptions/{id}', {
    params,
    ...(signal && { signal }),
  });
  if (data === undefined) throw new RequestRefused(response, error);
  // A compressed answer has the tag of the record with a mark.
  const etag = (response.headers.get('etag') ?? '').replace(/^W\//, '');
  return { record: data.data, etag };
}

/**
 * Makes changes: up to 100 are all made or none; more are made in several steps.
 *
 * @returns the results in the order of the operations, and the ids of the requests that made them
 */
export async function change(operations: readonly Operation[], key?: string) {
  const results: Schemas['BatchAnswer']['results'] = [];
  const requestIds: string[] = [];
  for (let start = 0; start < operations.length; start += batchSize) {
    const body = { operations: operations.slice(start, start + batchSize) };
    const params = key === undefined ? {} : { header: { 'Idempotency-Key': key } };
    const answer = await bodyOf(api.POST('/api/v1/subscriptions/batch', { params, body }));
    results.push(...answer.results);
    requestIds.push(answer.requestId);
  }
  return { results, requestIds };
}

/**
 * Updates the version of a subscription that has an entity tag: fields, details or both, as one write.
 *
 * @returns the id of the request
 * @throws {RequestRefused} 412 when somebody has changed the subscription since
 */
export async function update(operation: UpdateOperation, etag: string): Promise<string> {
  const { id, patch, details } = operation;
  // In a batch, the tag of an update without details is that of the record alone.
  if (details !== undefined || patch === undefined) {
    const { requestIds } = await change([{ ...operation, ifMatch: etag }]);
    return requestIds[0] ?? '';
  }
  const params = { path: { id }, query: { include: 'details' }, header: { 'If-Match': etag } } as const;
  return (await bodyOf(api.PATCH('/api/v1/subscriptions/{id}', { params, body: patch }))).requestId;
}

/** What a change would do: the record after it, and the ids of others with the same name. Nothing is stored. */
export async function preview(operation: Operation, signal: AbortSignal) {
  const params = { query: { dryRun: true } } as const;
  const answer = await bodyOf(
    api.POST('/api/v1/subscriptions/batch', { params, body: { operations: [operation] }, signal }),
  );
  const [result] = answer.results;
  if (result === undefined || result.action === 'delete') throw new Error('a dry run without a record');
  return { record: result.data, duplicateIds: result.warnings?.flatMap((one) => one.subscriptionIds ?? []) ?? [] };
}
