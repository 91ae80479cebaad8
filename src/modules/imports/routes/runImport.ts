import type { CommandOf } from '../../commands.ts';
import type { OperatorOrigin, WriteOptions, WriteOrigin } from '../../../core/writer/origin.ts';
import type { Randomness } from '../../../core/runtime/system.ts';
import type { WriteDoor } from '../../../core/writer/queue.ts';
import type { ImportPort } from './port.ts';
import type { ImportTask, PreparedImport } from './prepareImport.ts';
import { sha256 } from '../../../core/runtime/host.ts';

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
  readonly origin:
    (WriteOrigin & WriteOptions) | (OperatorOrigin & { readonly ownerId: number; readonly dryRun?: true });
  /** Called once with a file that was read, before something is written; may throw. */
  readonly onRead?: (read: ReadImport) => void;
}

// Each time, somebody has changed the same subscriptions between the reading of a file and its write.
const attemptsMax = 3;

/**
 * Imports a file: reads it elsewhere, and has its records stored in one transaction.
 *
 * @returns why the file cannot be read, or that faulty records refuse it; else what the write gave, with what was read
 */
export async function runImport(parts: ImportParts, request: ImportRequest) {
  const { task, onRead } = request;
  for (let attempt = 1; ; attempt += 1) {
    const read = await parts.prepare(task);
    if ('unreadable' in read) return read;
    if (attempt === 1) onRead?.(read);
    if (read.failed > 0 && task.onError === 'refuse') return { refused: read };
    const result = await store(parts, request, read);
    if (result.outcome !== 'overtaken' || attempt === attemptsMax) return { result, read };
  }
}

/** Has a file that was read stored. */
function store({ submit, randomness }: ImportParts, { task, origin }: ImportRequest, read: ReadImport) {
  const { importId, isDryRun } = task;
  const { format, rows, revision, shared, payments } = read;
  const { created, updated } = shared !== undefined || isDryRun ? read : nothing;
  const about = { auditEntryId: randomness.uuid(), importId, format, rows, created, updated, payments, revision };
  const run = { kind: 'import.run', ...about, ...(shared !== undefined && { shared }) };
  return submit({ ...origin, ...retryOf(read, { task, origin }), ...run } as CommandOf<'import.run'>);
}

const nothing = { created: 0, updated: 0 };

/** The idempotency key, bound to the file, and what a retry is answered with. */
function retryOf({ fileHash, report }: ReadImport, { task, origin }: Pick<ImportRequest, 'task' | 'origin'>) {
  if (!('idempotency' in origin) || origin.idempotency === undefined) return {};
  const { idempotency } = origin;
  const fingerprint = sha256(`${idempotency.fingerprint} ${fileHash}`, 'hex');
  const bound = { idempotency: { ...idempotency, fingerprint } };
  return task.isDryRun ? bound : { ...bound, reportJson: new TextDecoder().decode(report) };
}
