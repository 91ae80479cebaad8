import { keepIf } from '../../core/database/db.ts';
import { isDryRun } from '../../core/writer/origin.ts';
import { orLimitReached } from '../../core/writer/roomForOwners.ts';
import { refuseUnmatched, verbOf, type VerbOf, type VerbsOf } from '../../core/writer/executor.ts';
import type { BatchOperation, OperationOutcome, OutcomeOf } from '../commands.ts';

type Kind = BatchOperation['kind'];

/** The verb of a batch, by those of its operations. It executes them in order: all of them, or none if one fails. */
export function batchVerb(verbs: VerbsOf<Kind>): VerbOf<'batch'> {
  return {
    perform(tools, { operations, ...batch }) {
      // Checked before the first operation runs: the tags of later operations must not see the changes of earlier ones.
      const refusals = operations.map((one) => refuseUnmatched(verbOf<Kind>(verbs, one), tools, one));
      const perform = (operation: BatchOperation): OutcomeOf<Kind> =>
        verbOf<Kind>(verbs, operation).perform(
          tools,
          isDryRun(batch) ? { ...operation, dryRun: true as const } : operation,
        );
      const results = keepIf(tools.database, areDone, () =>
        operations.map((one, index): OperationOutcome => refusals[index] ?? orLimitReached(() => perform(one))),
      );
      if (areDone(results)) return { outcome: 'batch', results };
      const faults = results.flatMap((result, index) => (isDone(result) ? [] : [{ index, result }]));
      return { outcome: 'batchRefused', faults };
    },
    current: undefined,
    storesOutcome: true,
  };
}

const areDone = (results: readonly OperationOutcome[]) => results.every(isDone);

function isDone({ outcome }: OperationOutcome): boolean {
  return outcome === 'stored' || outcome === 'deleted';
}
