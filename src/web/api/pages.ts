const pageSize = 100;

interface Page<Entry> {
  readonly data: readonly Entry[];
  readonly pagination: { readonly hasMore: boolean };
}

/**
 * All entries of a list that the service gives in pages, one page after the other.
 *
 * @param read reads the page with this limit and offset
 * @param most stops after so many entries
 */
export async function allPages<Entry>(
  read: (page: { readonly limit: number; readonly offset: number }) => Promise<Page<Entry>>,
  most = Infinity,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const { data, pagination } = await read({ limit: pageSize, offset: entries.length });
    entries.push(...data);
    if (!pagination.hasMore || data.length === 0 || entries.length >= most) return entries;
  }
}
