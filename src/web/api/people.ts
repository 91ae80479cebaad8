import { allPages } from './answers.ts';
import { api, bodyOf } from './client.ts';
import { mayManage } from './session.ts';

/** The names of the people by id, for an admin who needs them. */
export async function loadPeople(isNeeded: boolean, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (!isNeeded || !mayManage.value) return new Map();
  const users = await allPages((query) => bodyOf(api.GET('/api/v1/users', { params: { query }, signal })));
  return new Map(users.map(({ id, name }) => [id, name]));
}
