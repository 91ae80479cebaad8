import type { ReadSources } from './sources.ts';
import type { Page, Paged } from '../core/database/page.ts';
import { foundPage, type Finder } from '../core/http/reads/found.ts';

/** A page of a list without filters. */
export interface ListRead<Kind extends string> {
  readonly kind: Kind;
  readonly page: Page;
}

/** The list of keys and sessions. */
export const keys: Finder<ListRead<'keys'>> = listOf(({ credentialLists }, ...page) => credentialLists.keys(...page));

/** The list of users. */
export const users: Finder<ListRead<'users'>> = listOf(({ credentialLists }, ...page) =>
  credentialLists.users(...page),
);

/** The list of feeds. */
export const feeds: Finder<ListRead<'feeds'>> = listOf((sources, ...page) => sources.feeds.list(...page));

/** The list of channels. */
export const channels: Finder<ListRead<'channels'>> = listOf((sources, ...page) => sources.channels.list(...page));

/** The list of rules. */
export const reminders: Finder<ListRead<'reminders'>> = listOf((sources, ...page) => sources.reminders.list(...page));

/** The list of imports. */
export const imports: Finder<ListRead<'imports'>> = listOf((sources, ...page) => sources.imports.list(...page));

function listOf(list: (sources: ReadSources, ownerId: number, page: Page) => Paged<string>) {
  return (sources: ReadSources, ownerId: number, { page }: { readonly page: Page }) =>
    foundPage(list(sources, ownerId, page), page);
}
