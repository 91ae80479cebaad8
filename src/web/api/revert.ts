import { api, bodyOf } from './client.ts';

const newestEntries = 20;

/**
 * Undoes the update that an audit entry records.
 *
 * @throws {RequestRefused} 409 when a later write changed what it would restore
 */
export async function revertEntry(id: string): Promise<void> {
  await bodyOf(api.POST('/api/v1/audit/{id}/revert', { params: { path: { id } } }));
}

/**
 * Undoes the update that a request made.
 *
 * @param requestId the id in the answer to that request
 * @throws {RequestRefused} 409 when a later write changed what it would restore
 */
export async function revertRequest(subscriptionId: string, requestId: string): Promise<void> {
  const query = { subscriptionId, limit: newestEntries };
  const { data } = await bodyOf(api.GET('/api/v1/audit', { params: { query } }));
  const entry = data.find((one) => one.requestId === requestId);
  if (entry === undefined) throw new Error(`no entry of the request ${requestId}`);
  await revertEntry(entry.id);
}
