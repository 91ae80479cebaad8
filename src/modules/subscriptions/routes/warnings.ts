import type { ClientResult } from '../../commands.ts';

/** A warning in the answer to a dry run. */
interface Warning {
  readonly code: 'possible_duplicate';
  readonly message: string;
  /** The stored subscriptions of the same name, if there are any. */
  readonly subscriptionIds?: readonly string[];
  /** The indexes, from 0, of the operations of the same batch that would create one of the same name, if there are any. */
  readonly operationIndexes?: readonly number[];
}

const messageOfStored = 'A subscription that is not cancelled has the same name: this one may already be recorded.';
const messageOfBatch = 'Another operation of this batch creates a subscription of the same name.';

/** The member `warnings` of the answer to the dry run of one write; no member without warnings. */
export function warningsIn(result: ClientResult) {
  return warningsOf('duplicateIds' in result ? (result.duplicateIds ?? []) : []);
}

/**
 * The member `warnings` of the answer to a dry run; no member without warnings.
 *
 * @param createdBy the indexes of the operations of the same batch, by the id of the record that they would create
 */
export function warningsOf(
  duplicateIds: readonly string[],
  createdBy: ReadonlyMap<string, number> = new Map(),
): { warnings?: readonly Warning[] } {
  const subscriptionIds = duplicateIds.filter((id) => !createdBy.has(id));
  // The id of a record that a dry run would create is not kept, so the index of its operation is shown.
  const operationIndexes = duplicateIds.flatMap((id) => createdBy.get(id) ?? []);
  const code = 'possible_duplicate';
  const ofStored = { code, message: messageOfStored, subscriptionIds } as const;
  const ofBatch = { code, message: messageOfBatch, operationIndexes } as const;
  const warnings = [
    ...(subscriptionIds.length > 0 ? [ofStored] : []),
    ...(operationIndexes.length > 0 ? [ofBatch] : []),
  ];
  return warnings.length > 0 ? { warnings } : {};
}
