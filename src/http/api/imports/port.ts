import { StorageUnavailable } from '../../../commands/storageUnavailable.ts';
import type { ImportTask, PreparedImport } from './prepareImport.ts';

/** What imports need of the server beyond the store: a thread that reads files. */
export interface ImportPort {
  /** Reads a file and plans its import. Rejects with {@link StorageUnavailable} when the storage cannot serve. */
  readonly prepare: (task: ImportTask) => Promise<PreparedImport>;
}

/** The port of a service without a data directory, such as one that only prints its OpenAPI document. */
export const noImportPort: ImportPort = {
  prepare: () => Promise.reject(new StorageUnavailable('this service reads no files')),
};
