import { StorageUnavailable } from '../../../core/writer/storageUnavailable.ts';
import type { OpenFiles } from '../../../core/directory/openFiles.ts';
import type { UndoTask } from '../store/undo.ts';
import type { ImportTask, PreparedImport } from './prepareImport.ts';

/** What imports need of the server beyond the store: a thread that prepares what one write stores. */
export interface ImportPort {
  /** Reads a file and plans its import. Rejects with {@link StorageUnavailable} when the storage cannot serve. */
  readonly prepare: (task: ImportTask) => Promise<PreparedImport>;
  /** Prepares what an import updated, as it was before, for the command that undoes it. Rejects in the same way. */
  readonly prepareUndo: (task: UndoTask) => Promise<SharedArrayBuffer>;
}

/** The port of a service without a data directory, such as one that only prints its OpenAPI document. */
export const noImportPort: ImportPort = { prepare: readsNone, prepareUndo: readsNone };

function readsNone(): Promise<never> {
  return Promise.reject(new StorageUnavailable('this service reads no files'));
}

/** The answer of the thread: what is to be stored, or why that could not be read. */
export type ImportAnswer =
  | { readonly prepared: PreparedImport }
  | { readonly undo: SharedArrayBuffer }
  /** Whether the storage is the cause; otherwise it is a bug. */
  | { readonly isUnavailable: boolean; readonly reason: string };

/** The question to it: the database, and the file or the import to undo. */
export interface ImportQuestion {
  readonly dataDirectory: string;
  /** The files that the server has open; other files that have taken their place are refused. */
  readonly files: OpenFiles | undefined;
  readonly asked: { readonly task: ImportTask } | { readonly undo: UndoTask };
}
