import type { ImportCommands } from '../../../commands/import.ts';
import type { Idempotency } from '../../../commands/origin.ts';
import type { Randomness } from '../../../runtime/system.ts';
import type { WriteDoor } from '../../../store/store.ts';
import type { ImportPort } from './port.ts';
import type { ImportTask, PreparedImport } from './prepareImport.ts';

type RunCommand = ImportCommands['import.run']['input'];

/** What a command says of its origin and options: what the file does not decide. */
type OriginOf<Command> = Command extends unknown
  ? Omit<Command, 'auditEntryId' | 'importId' | 'format' | 'rows' | 'created' | 'updated' | 'revision' | 'reportJson'>
  : never;

/** A prepared file that can be read. */
type ReadImport = Exclude<PreparedImport, { unreadable: unknown }>;

/** What an import needs. */
export interface ImportParts extends Pick<ImportPort, 'prepare'> {
  readonly submit: WriteDoor['submit'];
  readonly randomness: Pick<Randomness, 'uuid'>;
}

/** A file to import, and whose write it is. */
export interface ImportRequest {
  readonly task: ImportTask;
  /** The origin of the write, with its options; the retry of a file that is another one is refused. */
  readonly origin: OriginOf<RunCommand>;
  /** Called with a file that was read, before something is written; throws to refuse it. */
  readonly admit: (read: ReadImport) => void;
}

// Each time, somebody has changed the same subscriptions between the reading of a file and its write.
const attemptsMax = 3;

/**
 * Imports a file: reads it elsewhere, hands its records to the writer in pieces, and has them stored in one transaction.
 *
 * @returns why the file cannot be read; else what the write gave, with what was read
 */
export async function runImport({ prepare, submit, randomness }: ImportParts, { task, origin, admit }: ImportRequest) {
  const { importId } = task;
  for (let attempt = 1; ; attempt += 1) {
    const read = await prepare(task);
    if ('unreadable' in read) return read;
    if (attempt === 1) admit(read);
    const { format, rows, created, updated, revision, report, pieces } = read;
    try {
      for (const recordsJson of pieces) await submit({ kind: 'import.stage', importId, recordsJson });
      const options = { ...origin, ...boundTo(read, origin) };
      const isKept = 'idempotency' in options && options.idempotency !== undefined && !task.isDryRun;
      const result = await submit({
        ...(options as RunCommand),
        kind: 'import.run',
        auditEntryId: randomness.uuid(),
        importId,
        format,
        rows,
        ...(pieces.length === 0 ? { created: 0, updated: 0 } : { created, updated }),
        revision,
        ...(isKept && { reportJson: new TextDecoder().decode(report) }),
      });
      if (result.outcome !== 'overtaken' || attempt === attemptsMax) return { result, read };
    } finally {
      // Also after a failure: the writer keeps them in memory.
      if (pieces.length > 0) await submit({ kind: 'import.drop', importId }).catch(() => undefined);
    }
  }
}

/** The idempotency key, bound to the file. */
function boundTo({ fileHash }: ReadImport, origin: object): { readonly idempotency?: Idempotency } {
  if (!('idempotency' in origin) || origin.idempotency === undefined) return {};
  const idempotency = origin.idempotency as Idempotency;
  const fingerprint = Bun.SHA256.hash(`${idempotency.fingerprint} ${fileHash}`, 'hex');
  return { idempotency: { ...idempotency, fingerprint } };
}
