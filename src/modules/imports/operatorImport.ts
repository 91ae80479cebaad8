import type { LimitReached } from '../../core/writer/roomForOwners.ts';
import { SettingRefused } from '../../core/config/sources.ts';
import type { ImportFault } from './rules/importTypes.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import { readWishes, type ImportWishes } from './routes/wishes.ts';
import { importBytesMax } from './routes/admission.ts';
import { prepareImport, type ImportReport } from './routes/prepareImport.ts';
import { runImport } from './routes/runImport.ts';
import { instantOf, type Clock, type Randomness } from '../../core/runtime/system.ts';
import type { OpenedStore } from '../store.ts';
import type { WriteDoor } from '../../core/writer/queue.ts';
import { limitFix, limitMessage } from '../../core/http/responses/writeErrors.ts';
import { StorageUnavailable } from '../../core/writer/storageUnavailable.ts';

/** The largest file, in bytes. */
export const fileBytesMax = importBytesMax;

/** How the operator wants a file to be imported: as a request says it. */
export interface ImportChoices extends ImportWishes {
  readonly isDryRun: boolean;
}

interface ImportSources {
  /** The time zone in which days begin. */
  readonly timezone: string;
  /** The currencies that may be written. */
  readonly currencies: readonly string[];
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/**
 * Imports a file for an owner, in one transaction of this process, which it blocks, as the API does for a client.
 *
 * @returns the report, and whether faulty records refused the file; or why the file cannot be read, or that its owner has no room
 * for it
 * @throws {SettingRefused} for a mapping, symbols or an encoding that cannot be read
 * @throws {StorageUnavailable} when the storage cannot serve, or others keep changing the same subscriptions
 */
export async function importFile(
  store: OpenedStore,
  { ownerId, bytes, ...choices }: ImportChoices & { readonly ownerId: number; readonly bytes: Uint8Array },
  { timezone, currencies, clock, randomness }: ImportSources,
): Promise<
  | { readonly report: ImportReport; readonly isRefused: boolean }
  | { readonly unreadable: ImportFault }
  | { readonly beyond: string }
> {
  const at = instantOf(clock);
  const wishes = asFlags(() => readWishes(choices, { currencies, at, timeZone: timezone }));
  const newId = () => randomness.uuid();
  const { isDryRun } = choices;
  const task = { bytes, ...wishes, ownerId, importId: newId(), at, isDryRun };
  const parts = {
    randomness,
    prepare: () => Promise.resolve(prepareImport(store.planImport, newId, task)),
    submit: ((command) => Promise.resolve(store.inProcess.commit(command))) as WriteDoor['submit'],
  };
  const actor = { kind: 'service', requestId: newId() } as const;
  const origin = { actor, at, ownerId, ...(isDryRun && { dryRun: true as const }) };
  const outcome = await runImport(parts, { task, origin });
  if ('unreadable' in outcome) return outcome;
  if (outcome.refused !== undefined) return { report: reportIn(outcome.refused), isRefused: true };
  if (outcome.result.outcome === 'limitReached') return { beyond: beyondOf(outcome.result) };
  if (outcome.result.outcome === 'overtaken')
    throw new StorageUnavailable('the subscriptions were changed while the file was read');
  return { report: reportIn(outcome.read), isRefused: false };
}

function reportIn({ report }: { readonly report: Uint8Array }): ImportReport {
  return JSON.parse(new TextDecoder().decode(report)) as ImportReport;
}

/** Why there is no room, and what to do; who imports is the operator. */
function beyondOf(reached: LimitReached): string {
  return `${limitMessage(reached)} ${limitFix(reached.limited, 'operator')}`;
}

/** Reads parameters; what is wrong with one is said of its flag. */
function asFlags<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { field = '', suggestedFix = '', allowedValues } = error.details;
    const allowed = allowedValues === undefined ? '' : ` Allowed are ${allowedValues.join(', ')}.`;
    const flag = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new SettingRefused(`--${flag} cannot be read. ${suggestedFix}${allowed}`, { cause: error });
  }
}
