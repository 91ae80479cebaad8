/** The storage cannot serve now (busy, full, read-only or failing); nothing was half-written and a later try may succeed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
