import { signal, type ReadonlySignal } from '@preact/signals';

/** Which subscriptions are selected, by id. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  readonly set: (ids: readonly string[], isSelected: boolean) => void;
  readonly clear: () => void;
}

/** A selection of nothing. */
export function createSelection(): Selection {
  const ids = signal<ReadonlySet<string>>(new Set());
  return {
    ids,
    set: (changed, isSelected) => {
      const next = new Set(ids.peek());
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      ids.value = next;
    },
    clear: () => (ids.value = new Set()),
  };
}
