import { recordUses } from '../core/access/uses.ts';
import { findServiceKeys, recordChanges, recordWrites } from '../core/audit/record.ts';
import type { Db } from '../core/database/db.ts';
import { writeNothing } from '../core/database/migrations.ts';
import { systemRandomness } from '../core/runtime/system.ts';
import { createExecutor, type Perform, type Tools } from '../core/writer/executor.ts';
import { openIdempotencyStore } from '../core/writer/idempotencyStore.ts';
import { readUpdateTrail } from './audit/store/updateTrail.ts';
import { batchVerb } from './batch/writes.ts';
import { revertVerbs } from './audit/writes/reverts.ts';
import type { AllVerbs } from './commands.ts';
import { merged } from './merged.ts';
import { renewDue } from './subscriptions/writes/renewDue.ts';
import { prepareOutbox } from './deliveries/writes/outbox.ts';
import { prepareRecordStatements } from './subscriptions/writes/statements.ts';
import * as writers from './writers.ts';

const ofService = { current: undefined, storesOutcome: false } as const;

const ofModules = Object.values(writers);
const entityVerbs = merged(ofModules.map(({ verbs: ofModule }) => ofModule));
const reverts = merged(ofModules.flatMap((writer) => ('reverts' in writer ? [writer.reverts] : [])));

/** The verb of each kind of command. */
export const verbs: AllVerbs = {
  ...entityVerbs,
  ...revertVerbs(reverts),
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
