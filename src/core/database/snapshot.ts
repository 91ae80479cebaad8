import type { Db } from './db.ts';

/** Gives items that are read one by one from one snapshot, which lasts until the consumer stops. */
export function* inSnapshot<Item>(db: Db, items: () => Iterable<Item>): Generator<Item> {
  db.$client.run('BEGIN');
  try {
    yield* items();
  } finally {
    db.$client.run('COMMIT');
  }
}
