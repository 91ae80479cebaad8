import type { Page } from '../../store/sqlite/page.ts';
import { foundPage } from './found.ts';
import { rowsUntilEndOf, type ReadKind } from './walks.ts';

/** A page of the keys and sessions. */
export interface KeysRead {
  readonly kind: 'keys';
  readonly page: Page;
}

/** A page of the users. */
export interface UsersRead {
  readonly kind: 'users';
  readonly page: Page;
}

/** The list of keys and sessions. It follows the index of its order until its page is full. */
export const keys: ReadKind<KeysRead> = {
  find: ({ credentialLists }, ownerId, { page }) => foundPage(credentialLists.keys(ownerId, page), page),
  walk: ({ page }) => rowsUntilEndOf(page),
};

/** The list of users. It follows the index of its order until its page is full. */
export const users: ReadKind<UsersRead> = {
  find: ({ credentialLists }, ownerId, { page }) => foundPage(credentialLists.users(ownerId, page), page),
  walk: ({ page }) => rowsUntilEndOf(page),
};
