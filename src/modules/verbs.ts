import { recordUses } from '../core/access/uses.ts';
import { findServiceKeys, recordChanges, recordWrites } from '../core/audit/record.ts';
import type { Db } from '../core/database/db.ts';
import { writeNothing } from '../core/database/migrations.ts';
import { systemRandomness } from '../core/runtime/system.ts';
import { createExecutor, type Perform, type Tools, type Verbs } from '../core/writer/executor.ts';
import { openIdempotencyStore } from '../core/writer/idempotencyStore.ts';
import { readUpdateTrail } from './audit/store/updateTrail.ts';
import { batchVerb } from './batch/writes.ts';
import { entityVerbs } from './commands.ts';
import { renewDue } from './subscriptions/writes/renewDue.ts';
import { prepareOutbox } from './deliveries/writes/outbox.ts';
import { prepareRecordStatements } from './subscriptions/writes/statements.ts';

const ofService = { current: undefined, storesOutcome: false } as const;

/** The verb of each kind of command. */
export const verbs: Verbs = {
  ...entityVerbs,
  batch: batchVerb(entityVerbs),
  probe: {
    ...ofService,
    perform({ database }) {
      writeNothing(database.$client);
      return { outcome: 'probed' };
    },
  },
  forget: { ...ofService, perform: ({ outcomes }, command) => outcomes.forget(command) },
  recordUses: { ...ofService, perform: recordUses },
  renewDue: { ...ofService, perform: renewDue },
};

/** Prepares what verbs work with. */
export function toolsOn(database: Db): Tools {
  const newId = () => systemRandomness.uuid();
  const outbox = prepareOutbox(database, newId);
  const recordWrite = recordWrites(database, outbox.addEntry);
  return {
    database,
    newId,
    records: prepareRecordStatements(database, outbox, recordWrite),
    updates: readUpdateTrail(database),
    outcomes: openIdempotencyStore(database),
    record: recordChanges(findServiceKeys(database, newId), recordWrite),
  };
}

/** Creates a function that executes commands of all kinds on a database. */
export function performOn(database: Db): Perform {
  return createExecutor(verbs, toolsOn(database));
}
