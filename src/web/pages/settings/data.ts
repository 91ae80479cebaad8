import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource, type Resource } from '../../api/resource.ts';
import { mayManage } from '../../api/session.ts';
import type { OwnSession } from './browsers.ts';
import type { Entry } from './entries.ts';

const limit = 100;

/** What several sections of the page show, loaded once. Only for an admin; else both stay empty. */
export interface Lists {
  readonly users: Resource<readonly Schemas['User'][]>;
  readonly entries: Resource<readonly Entry[]>;
}

/** The properties of a section of the page. */
export interface SectionProps {
  readonly lists: Lists;
}

/** Loads the lists. */
export function useLists(): Lists {
  return {
    users: useResource((abort) => (mayManage.value ? loadUsers(abort) : nothing)),
    entries: useResource((abort) => (mayManage.value ? loadEntries(abort) : nothing)),
  };
}

const nothing = Promise.resolve([]);

interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly hasMore: boolean };
}

function loadEntries(signal: AbortSignal): Promise<readonly Entry[]> {
  return allPages((offset) => bodyOf(api.GET('/api/v1/keys', { params: { query: { limit, offset } }, signal })));
}

function loadUsers(signal: AbortSignal): Promise<readonly Schemas['User'][]> {
  return allPages((offset) => bodyOf(api.GET('/api/v1/users', { params: { query: { limit, offset } }, signal })));
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

async function allPages<Item>(load: (offset: number) => Promise<Page<Item>>): Promise<readonly Item[]> {
  const items: Item[] = [];
  let page: Page<Item>;
  do {
    page = await load(items.length);
    items.push(...page.data);
  } while (page.pagination.hasMore && page.data.length > 0);
  return items;
}
