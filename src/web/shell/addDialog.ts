import { signal } from '@preact/signals';

/** Whether the dialog that adds a subscription is open. */
export const isAddDialogOpen = signal(false);

/** Opens the dialog that adds a subscription, on any page. */
export function openAddDialog(): void {
  isAddDialogOpen.value = true;
}

/** Closes it. */
export function closeAddDialog(): void {
  isAddDialogOpen.value = false;
}
