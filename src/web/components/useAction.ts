import { useSignal, type ReadonlySignal } from '@preact/signals';
import { RequestRefused } from '../api/errors.ts';
import { messageOf } from './ErrorNotice.tsx';

/** Something that a user starts and that may fail. */
export interface Action<Input extends readonly unknown[]> {
  /** Starts it. Returns whether it succeeded. */
  readonly run: (...input: Input) => Promise<boolean>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why it failed the last time; undefined when it did not. */
  readonly error: ReadonlySignal<unknown>;
}

/** Runs something for a component and keeps track of it. */
export function useAction<Input extends readonly unknown[]>(
  action: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);

  async function run(...input: Input): Promise<boolean> {
    isBusy.value = true;
    error.value = undefined;
    try {
      await action(...input);
      return true;
    } catch (reason) {
      error.value = reason;
      return false;
    } finally {
      isBusy.value = false;
    }
  }

  return { run, isBusy, error };
}

/** Gives the focus to the heading of the page, when the button that had it goes away. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** What is wrong with a field of a form; undefined when the service refused something else. */
export function faultOf(error: unknown, field: string): string | undefined {
  return error instanceof RequestRefused && error.problem.field === field ? messageOf(error) : undefined;
}

/** An error that none of the fields of a form shows; undefined when one does. */
export function errorBeside(error: unknown, fields: readonly string[]): unknown {
  return fields.some((field) => faultOf(error, field) !== undefined) ? undefined : error;
}

/** The text of a field of a form. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
