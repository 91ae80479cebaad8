import { api, bodyOf, type Schemas } from '../../api/client.ts';
import type { Entry } from './entries.ts';

const limit = 100;

interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly hasMore: boolean };
}

/** All keys and sessions of the owner. */
export function loadEntries(signal: AbortSignal): Promise<readonly Entry[]> {
  return allPages((offset) => bodyOf(api.GET('/api/v1/keys', { params: { query: { limit, offset } }, signal })));
}

/** All users of the owner. */
export function loadUsers(signal: AbortSignal): Promise<readonly Schemas['User'][]> {
  return allPages((offset) => bodyOf(api.GET('/api/v1/users', { params: { query: { limit, offset } }, signal })));
}

/** Revokes a key, or ends a session. */
export async function revoke({ id }: Entry): Promise<void> {
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
