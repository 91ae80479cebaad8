import type { BatchOperation, ClientCommand, CommandKind, CommandOf, OperationOutcome, OutcomeOf } from './commands.ts';
import { isDryRun, type Missing, type Stale } from '../core/writer/origin.ts';
import { recordUses } from '../core/access/uses.ts';
import { entityVerbs } from './writers.ts';
import { orLimitReached } from '../core/writer/roomForOwners.ts';
import { refuseStale, type Tools, type Verb, type Verbs } from '../core/writer/verbs.ts';
import { applicationId } from '../core/database/migrations.ts';
import { renewDue } from './subscriptions/writes/renewDue.ts';

const ofService = { current: undefined, storesOutcome: false } as const;

/** The verb of each kind of command. */
export const verbs: Verbs = {
  ...entityVerbs,
  batch: { perform: performBatch, current: undefined, storesOutcome: true },
  probe: { ...ofService, perform: probe },
  forget: { ...ofService, perform: ({ outcomes }, command) => outcomes.forget(command) },
  recordUses: { ...ofService, perform: recordUses },
  renewDue: { ...ofService, perform: renewDue },
};

/** Executes a command, whatever is stored. */
export function performUnmatched<Kind extends CommandKind>(tools: Tools, command: CommandOf<Kind>): OutcomeOf<Kind> {
  return verbOf<Kind>(command).perform(tools, command);
}

/** Executes a command, unless its record does not match `If-Match`. */
export function performMatched<Kind extends ClientCommand['kind']>(
  tools: Tools,
  command: CommandOf<Kind>,
): OutcomeOf<Kind> | Missing | Stale {
  return refuseUnmatched<Kind>(tools, command) ?? performUnmatched<Kind>(tools, command);
}

function verbOf<Kind extends CommandKind>({ kind }: CommandOf<Kind>): Verb<Kind> {
  return verbs[kind];
}

/** The refusal of a command whose record does not match `If-Match`. */
function refuseUnmatched<Kind extends ClientCommand['kind']>(
  tools: Tools,
  command: CommandOf<Kind>,
): Missing | Stale | undefined {
  if (!('ifMatch' in command) || command.ifMatch === undefined) return undefined;
  const { current } = verbOf<Kind>(command);
  return current && refuseStale(command.ifMatch, current(tools, command));
}

function probe({ database }: Tools): OutcomeOf<'probe'> {
  database.$client.run(`PRAGMA application_id = ${applicationId}`);
  return { outcome: 'probed' };
}

/** Executes the operations of a batch in order: all of them, or none if one fails. */
function performBatch(tools: Tools, { operations, ...batch }: CommandOf<'batch'>): OutcomeOf<'batch'> {
  const { database } = tools;
  database.$client.query('SAVEPOINT operations').run();
  // Checked before the first operation runs: the tags of later operations must not see the changes of earlier ones.
  const refusals = operations.map((operation) => refuseUnmatched<BatchOperation['kind']>(tools, operation));
  const results = operations.map((operation, index): OperationOutcome => {
    const command = isDryRun(batch) ? { ...operation, dryRun: true as const } : operation;
    return refusals[index] ?? orLimitReached(() => performUnmatched<BatchOperation['kind']>(tools, command));
  });
  const faults = results.flatMap((result, index) => (isDone(result) ? [] : [{ index, result }]));
  if (faults.length > 0) database.$client.query('ROLLBACK TO operations').run();
  database.$client.query('RELEASE operations').run();
  return faults.length > 0 ? { outcome: 'batchRefused', faults } : { outcome: 'batch', results };
}

function isDone({ outcome }: OperationOutcome): boolean {
  return outcome === 'stored' || outcome === 'deleted';
}
