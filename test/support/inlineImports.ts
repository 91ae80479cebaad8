import type { ImportPort } from '../../src/http/api/imports/port.ts';
import { prepareImport } from '../../src/http/api/imports/prepareImport.ts';
import { systemRandomness } from '../../src/runtime/system.ts';
import type { Store } from '../../src/store/store.ts';

/** Reads the files of imports in this thread. */
export function importInline({ planImport }: Pick<Store, 'planImport'>): ImportPort {
  return {
    // In a separate task, as in the worker.
    prepare: (task) => Promise.resolve().then(() => prepareImport(planImport, () => systemRandomness.uuid(), task)),
  };
}
