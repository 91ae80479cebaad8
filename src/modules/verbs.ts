import { recordUses } from '../core/access/uses.ts';
import { recordChanges } from '../core/audit/record.ts';
import type { Db } from '../core/database/db.ts';
import { writeNothing } from '../core/database/migrations.ts';
import { systemRandomness } from '../core/runtime/system.ts';
import { createExecutor, type Perform } from '../core/writer/executor.ts';
import { openIdempotencyStore } from '../core/writer/idempotencyStore.ts';
import type { Tools, Verbs } from '../core/writer/verbs.ts';
import { readUpdateTrail } from './audit/store/updateTrail.ts';
import { batchVerb } from './batch/writes.ts';
import { renewDue } from './subscriptions/writes/renewDue.ts';
import { prepareRecordStatements } from './subscriptions/writes/statements.ts';
import { entityVerbs } from './writers.ts';

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

/** Creates a function that executes commands of all kinds on a database. */
export function performOn(database: Db): Perform {
  const newId = () => systemRandomness.uuid();
  const tools: Tools = {
    database,
    newId,
    records: prepareRecordStatements(database, newId),
    updates: readUpdateTrail(database),
    outcomes: openIdempotencyStore(database),
    record: recordChanges(database, newId),
  };
  return createExecutor(verbs, tools);
}
