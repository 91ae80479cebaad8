/** A page of a list: at most `limit` records after the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A part of a list, and whether more follows. */
export interface Paged<Item> {
  readonly items: Item[];
  readonly hasMore: boolean;
}

/** Reads one record more than the page has, which shows whether another page follows without a count. */
export function pageOf<Item>(page: Page, read: (limit: number) => Item[]): Paged<Item> {
  const items = read(page.limit + 1);
  const hasMore = items.length > page.limit;
  if (hasMore) items.pop();
  return { items, hasMore };
}
