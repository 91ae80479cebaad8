import type { Database } from 'bun:sqlite';
import type { ImportPort } from '../../src/http/api/imports/port.ts';
import { prepareImport } from '../../src/http/api/imports/prepareImport.ts';
import { systemRandomness } from '../../src/runtime/system.ts';
import { planImports } from '../../src/store/imports/plan.ts';

/** Reads the files of imports in this thread, over a connection of this process. */
export function importInline(database: Database): ImportPort {
  const planImport = planImports(database);
  return {
    // In a separate task, as in the worker.
    prepare: (task) => Promise.resolve().then(() => prepareImport(planImport, systemRandomness.uuid, task)),
  };
}
