import type { Database } from 'bun:sqlite';
import { readAnalytics } from './analytics.ts';
import { keepApiKeys } from './apiKeys.ts';
export type { ApiKeyRecord, KeyHolder, NewApiKey } from './apiKeys.ts';
import { readAuditTrail } from './auditTrail.ts';
import { readSubscriptions } from './subscriptions.ts';
import { openWriteDoor } from './writes.ts';

/** Everything that is kept: what can be read of it, and the one door for writing it. */
export type Store = ReturnType<typeof createStore>;

/** The store over an open database. Its statements are compiled here, once. */
export function createStore(database: Database) {
  const subscriptions = readSubscriptions(database);
  return {
    subscriptions,
    analytics: readAnalytics(database),
    auditTrail: readAuditTrail(database),
    apiKeys: keepApiKeys(database),
    writes: openWriteDoor(database, subscriptions),
    /** Closes the database, its write-ahead log folded in. The store cannot be used afterwards. */
    close(): void {
      database.close(true);
    },
  };
}
