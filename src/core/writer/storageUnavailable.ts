/**
 * The storage cannot serve now: it is busy, full, read-only or failing. Nothing is half-written, and a retry may
 * succeed.
 */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}

/** The storage failed during a write: the change is stored completely or not at all, and the outcome is unknown. */
export class OutcomeUnknown extends StorageUnavailable {
  override readonly name = 'OutcomeUnknown';
}
