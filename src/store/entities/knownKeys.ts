import { hashApiKey } from '../../domain/keys/apiKey.ts';
import { connectToRead } from '../sqlite/database.ts';

/**
 * Whether the database of a data directory, of whatever schema version, knows an API key, be it one that has ended.
 *
 * @throws {DatabaseRefused} when it cannot be read
 */
export function isKnownKey(dataDirectory: string, key: string): boolean {
  const database = connectToRead(dataDirectory);
  try {
    return database.query('SELECT 1 FROM api_keys WHERE hash = ?').get(hashApiKey(key)) !== null;
  } finally {
    database.close();
  }
}
