import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { allPages } from '../../api/pages.ts';
import { useResource, type Resource } from '../../api/resource.ts';
import { mayManage } from '../../api/session.ts';
import type { Entry, OwnSession } from './entries.ts';

/** The people who share the book, for an admin; nobody for others. */
export function useUsers(): Resource<readonly Schemas['User'][]> {
  return useForAdmins((signal) => allPages((query) => bodyOf(api.GET('/api/v1/users', { params: { query }, signal }))));
}

/** The keys and sessions of the owner, for an admin; none for others. */
export function useEntries(): Resource<readonly Entry[]> {
  return useForAdmins((signal) => allPages((query) => bodyOf(api.GET('/api/v1/keys', { params: { query }, signal }))));
}

function useForAdmins<Item>(load: (signal: AbortSignal) => Promise<readonly Item[]>): Resource<readonly Item[]> {
  return useResource(async (signal) => (mayManage.value ? load(signal) : []));
}

/** Loads the sessions of the user. */
export function useOwnSessions(): Resource<readonly OwnSession[]> {
  return useResource(async (signal) => (await bodyOf(api.GET('/api/v1/sessions', { signal }))).data);
}

/** Ends a session of the user. */
export async function endOwnSession({ id }: Pick<OwnSession, 'id'>): Promise<void> {
  await bodyOf(api.DELETE('/api/v1/sessions/{id}', { params: { path: { id } } }));
}

/** Revokes a key, or ends a session. */
export async function revoke({ id }: Pick<Entry, 'id'>): Promise<void> {
  await bodyOf(api.DELETE('/api/v1/keys/{id}', { params: { path: { id } } }));
}
