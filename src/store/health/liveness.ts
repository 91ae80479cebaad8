import type { Store, WriteDoor } from '../store.ts';

/** What finding out whether the storage lives needs. */
export interface LivenessOptions {
  readonly store: Pick<Store, 'hasKnownSchema'>;
  readonly writes: WriteDoor & { isIdle(): boolean };
}

/**
 * Resolves when the storage has answered: something could be read, and a write came back, be it with a refusal. Stays open
 * while either hangs. Where nothing is being written nothing is tried, so that an idle server lets its disk sleep.
 *
 * @throws whatever SQLite throws when nothing can be read
 */
export async function storageAnswers({ store, writes }: LivenessOptions): Promise<void> {
  store.hasKnownSchema();
  if (writes.isIdle()) return;
  await writes.submit({ kind: 'probe' }).catch(() => undefined);
}
