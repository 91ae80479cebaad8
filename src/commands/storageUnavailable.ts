/** The storage cannot serve now (busy, full, read-only or failing); nothing is half-written and a later try may succeed. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}

/** The storage failed while it wrote: whether the change was stored, wholly or not at all, is not known. */
export class OutcomeUnknown extends StorageUnavailable {
  override readonly name = 'OutcomeUnknown';
}
