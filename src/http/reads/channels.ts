import type { Page } from '../../store/sqlite/page.ts';
import { foundPage } from './found.ts';
import { rowsUntilEndOf, type ReadKind } from './walks.ts';

/** A page of the channels. */
export interface ChannelsRead {
  readonly kind: 'channels';
  readonly page: Page;
}

/** The list of channels. It follows the index of its order until its page is full. */
export const channels: ReadKind<ChannelsRead> = {
  find: ({ channels: sources }, ownerId, { page }) => foundPage(sources.list(ownerId, page), page),
  walk: ({ page }) => rowsUntilEndOf(page),
};
