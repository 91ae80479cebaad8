import type { ReadSources } from '../../store/reports/sources.ts';
import type { Page, Paged } from '../../store/sqlite/page.ts';
import { foundPage } from './found.ts';
import { rowsUntilEndOf, type ReadKind } from './walks.ts';

/** A page of a list without filters. */
export interface ListRead<Kind extends string> {
  readonly kind: Kind;
  readonly page: Page;
}

/** The list of keys and sessions. */
export const keys: ReadKind<ListRead<'keys'>> = listOf(({ credentialLists }, ...page) => credentialLists.keys(...page));

/** The list of users. */
export const users: ReadKind<ListRead<'users'>> = listOf(({ credentialLists }, ...page) =>
  credentialLists.users(...page),
);

/** The list of feeds. */
export const feeds: ReadKind<ListRead<'feeds'>> = listOf((sources, ...page) => sources.feeds.list(...page));

/** The list of channels. */
export const channels: ReadKind<ListRead<'channels'>> = listOf((sources, ...page) => sources.channels.list(...page));

/** The list of rules. */
export const reminders: ReadKind<ListRead<'reminders'>> = listOf((sources, ...page) => sources.reminders.list(...page));

/** The list of imports. */
export const imports: ReadKind<ListRead<'imports'>> = listOf((sources, ...page) => sources.imports.list(...page));

/** A list that follows the index of its order until its page is full. */
function listOf(list: (sources: ReadSources, ownerId: number, page: Page) => Paged<string>) {
  return {
    find: (sources: ReadSources, ownerId: number, { page }: { readonly page: Page }) =>
      foundPage(list(sources, ownerId, page), page),
    walk: ({ page }: { readonly page: Page }) => rowsUntilEndOf(page),
  };
}
