/** Which part of a list is wanted: at most `limit` records after the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A part of a list, and whether more of it follows. */
export interface Paged<Item> {
  readonly items: Item[];
  readonly hasMore: boolean;
}

/** Reads one record more than the page holds, which tells whether another page follows without counting them all. */
export function pageOf<Item>(page: Page, read: (limit: number) => Item[]): Paged<Item> {
  const items = read(page.limit + 1);
  const hasMore = items.length > page.limit;
  if (hasMore) items.pop();
  return { items, hasMore };
}
