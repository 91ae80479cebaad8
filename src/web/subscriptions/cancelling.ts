import { signal } from '@preact/signals';

/** What a dialog that notes a cancellation is about. */
export interface Cancelled {
  readonly id: string;
  readonly name: string;
}

/** The subscription that the user says is cancelled, while a dialog asks when it ends. */
export const cancelled = signal<Cancelled | undefined>(undefined);

/** Asks when a subscription ends that was cancelled with its provider, and notes it. */
export function askWhenItEnds({ id, name }: Cancelled): void {
  cancelled.value = { id, name };
}

/** Closes the dialog. */
export function closeCancelDialog(): void {
  cancelled.value = undefined;
}
