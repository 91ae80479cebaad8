import type { Page } from '../../store/sqlite/page.ts';
import { foundPage } from './found.ts';
import { rowsUntilEndOf, type ReadKind } from './walks.ts';

/** A page of the imports. */
export interface ImportsRead {
  readonly kind: 'imports';
  readonly page: Page;
}

/** The list of imports. It follows the index of its order until its page is full. */
export const imports: ReadKind<ImportsRead> = {
  find: ({ imports: reader }, ownerId, { page }) => foundPage(reader.list(ownerId, page), page),
  walk: ({ page }) => rowsUntilEndOf(page),
};
