import type { ImportPort } from '../../src/modules/imports/routes/port.ts';
import { prepareImport, sharedOf } from '../../src/modules/imports/routes/prepareImport.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { Store } from '../../src/modules/store.ts';

const newId = () => systemRandomness.uuid();

/** Prepares imports and their undoes in this thread. */
export function importInline({ planImport, planUndo }: Pick<Store, 'planImport' | 'planUndo'>): ImportPort {
  return {
    // In a separate task, as in the worker.
    prepare: (task) => Promise.resolve().then(() => prepareImport(planImport, newId, task)),
    prepareUndo: (task) => Promise.resolve().then(() => sharedOf(planUndo(task, newId))),
  };
}
