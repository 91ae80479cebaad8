import { api, bodyOf, type Schemas } from '../api/client.ts';
import { randomKey } from '../api/randomKey.ts';

export type Operation = Schemas['Batch']['operations'][number];

type UpdateOperation = Extract<Operation, { readonly action: 'update' }>;

/**
 * Makes changes, all of them or none: at most as many as a batch may have.
 *
 * @returns the results in the order of the operations, and the id of the request that made them
 */
export async function change(operations: readonly Operation[], key?: string) {
  const params = key === undefined ? {} : { header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/subscriptions/batch', { params, body: { operations: [...operations] } }));
}

/** Creates a function that adds a subscription, with the way back. Sent again after a lost answer, the same draft is not added twice. */
export function adding() {
  let attempt = { text: '', key: '' };
  return async (operation: Operation) => {
    const text = JSON.stringify(operation);
    if (attempt.text !== text) attempt = { text, key: randomKey() };
    const { results } = await change([operation], attempt.key);
    const [result] = results;
    if (result === undefined || result.action === 'delete') throw new Error('a creation without a record');
    const { data: record } = result;
    const params = { path: { id: record.id } };
    return { record, undo: () => bodyOf(api.DELETE('/api/v1/subscriptions/{id}', { params })) };
  };
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
    return (await change([{ ...operation, ifMatch: etag }])).requestId;
  }
  const params = { path: { id }, query: { include: 'details' }, header: { 'If-Match': etag } } as const;
  return (await bodyOf(api.PATCH('/api/v1/subscriptions/{id}', { params, body: patch }))).requestId;
}
