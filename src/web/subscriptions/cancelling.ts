import { signal } from '@preact/signals';

/** What a dialog that notes a cancellation is about. */
export interface Cancelled {
  readonly id: string;
  readonly name: string;
  /** Whether it most probably ends now, as one that is recorded twice. */
  readonly isNow?: boolean;
}

/** The subscription that the user says is cancelled, while a dialog asks when it ends. */
export const cancelled = signal<Cancelled | undefined>(undefined);

/** Asks when a subscription ends that was cancelled with its provider, and notes it. */
export function askWhenItEnds({ id, name, isNow = false }: Cancelled): void {
  cancelled.value = { id, name, isNow };
}

export function closeCancelDialog(): void {
  cancelled.value = undefined;
}
