import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { problemOf, RequestRefused } from '../../api/errors.ts';
import type { Subscription } from './model/record.ts';

/** One operation of a batch. */
export type Operation = Schemas['Batch']['operations'][number];

/** A subscription with its details, and the entity tag of both. */
export interface Version {
  readonly record: Subscription;
  readonly etag: string;
}

const pageSize = 100;
const batchSize = 100;

/** All subscriptions with their details, in the order of their creation. */
export async function loadAll(signal: AbortSignal): Promise<readonly Subscription[]> {
  const all: Subscription[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const query = { limit: pageSize, offset, sort: 'createdAt', include: 'details' } as const;
    const { data, pagination } = await bodyOf(api.GET('/api/v1/subscriptions', { params: { query }, signal }));
    all.push(...data);
    if (!pagination.hasMore) return all;
  }
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
  if (data === undefined) throw new RequestRefused(response.status, problemOf(error, response.status));
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

/** What a change would do: the record after it, and the ids of others with the same name. Nothing is stored. */
export async function preview(operation: Operation, signal: AbortSignal) {
  const params = { query: { dryRun: 'true' } } as const;
  const answer = await bodyOf(
    api.POST('/api/v1/subscriptions/batch', { params, body: { operations: [operation] }, signal }),
  );
  const [result] = answer.results;
  if (result === undefined || result.action === 'delete') throw new Error('a dry run without a record');
  return { record: result.data, duplicateIds: result.warnings?.flatMap((one) => one.subscriptionIds ?? []) ?? [] };
}

/**
 * Reverts what requests changed.
 *
 * @throws {RequestRefused} 409 when somebody has changed the same since
 */
export async function revertRequests(requestIds: readonly string[]): Promise<void> {
  for (const id of (await entriesOf(requestIds)).map((entry) => entry.id)) {
    await bodyOf(api.POST('/api/v1/audit/{id}/revert', { params: { path: { id } } }));
  }
}

/** The audit entries of some requests, which are among the newest. */
async function entriesOf(requestIds: readonly string[]): Promise<readonly Schemas['AuditEntry'][]> {
  const found: Schemas['AuditEntry'][] = [];
  for (let offset = 0; offset < 500; offset += pageSize) {
    const params = { query: { limit: pageSize, offset } };
    const { data, pagination } = await bodyOf(api.GET('/api/v1/audit', { params }));
    const own = data.filter(({ requestId }) => requestIds.includes(requestId));
    found.push(...own);
    if (!pagination.hasMore || (found.length > 0 && own.length < data.length)) break;
  }
  return found;
}
