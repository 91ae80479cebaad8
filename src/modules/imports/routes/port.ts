import { StorageUnavailable } from '../../../core/writer/storageUnavailable.ts';
import type { OpenFiles } from '../../../core/directory/openFiles.ts';
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

/** The answer of the thread that reads a file: what is to be imported, or why the file could not be read. */
export type ImportAnswer =
  | { readonly prepared: PreparedImport }
  /** Whether the storage is the cause; otherwise it is a bug. */
  | { readonly isUnavailable: boolean; readonly reason: string };

/** The question to it: the database, and the file. */
export interface ImportQuestion {
  readonly dataDirectory: string;
  /** The files that the server has open; other files that have taken their place are refused. */
  readonly files: OpenFiles | undefined;
  readonly task: ImportTask;
}
