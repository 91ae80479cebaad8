import type { ImportPort } from '../../src/modules/imports/routes/port.ts';
import { prepareImport } from '../../src/modules/imports/routes/prepareImport.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { Store } from '../../src/modules/store.ts';

/** Reads the files of imports in this thread. */
export function importInline({ planImport }: Pick<Store, 'planImport'>): ImportPort {
  return {
    // In a separate task, as in the worker.
    prepare: (task) => Promise.resolve().then(() => prepareImport(planImport, () => systemRandomness.uuid(), task)),
  };
}
