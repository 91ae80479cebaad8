import { asStorageFault } from '../database/storageErrors.ts';
import type { ClientResult, WriteResult } from '../../modules/commands.ts';
import { LimitRefusal } from './roomForOwners.ts';
import { OutcomeUnknown, StorageUnavailable } from './storageUnavailable.ts';

/** The outcome of one command of a group, as plain data that can leave the worker. */
export type CommandOutcome =
  | { readonly result: WriteResult }
  | { readonly unavailable: string; readonly isUnknown?: true }
  | { readonly failed: { readonly message: string; readonly stack: string } };

/** An outcome as it is stored under an idempotency key: with the id of its subscription, which the view of details lacks. */
export type StoredOutcome = ClientResult & { readonly of?: string | undefined };

/** The result in an outcome. Throws {@link StorageUnavailable} or the original error when there is none. */
export function resultOf(outcome: CommandOutcome): WriteResult {
  if ('result' in outcome) return outcome.result;
  if ('unavailable' in outcome) {
    throw outcome.isUnknown === true
      ? new OutcomeUnknown(outcome.unavailable)
      : new StorageUnavailable(outcome.unavailable);
  }
  const failure = new Error(outcome.failed.message);
  failure.stack = outcome.failed.stack;
  throw failure;
}

/** The outcome of a command that has failed. */
export function outcomeOf(error: unknown): CommandOutcome {
  if (error instanceof LimitRefusal) return { result: error.result };
  const fault = asStorageFault(error);
  if (fault instanceof OutcomeUnknown) return { unavailable: fault.message, isUnknown: true };
  if (fault instanceof StorageUnavailable) return { unavailable: fault.message };
  const { message, stack = message } = fault instanceof Error ? fault : new Error(String(fault));
  return { failed: { message, stack } };
}
