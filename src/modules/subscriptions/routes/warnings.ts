import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { named } from '../../../core/fields/schemaMarks.ts';
import { exactly, isDryRun, oneOf, requestId, uuid } from '../../../core/http/openapi/components.ts';
import type { ClientResult, OperationOutcome } from '../../commands.ts';
import type { DetailsView } from '../detailModel.ts';

/** A warning of a dry run. */
export const exampleWarning = {
  code: 'possible_duplicate',
  message: 'A subscription that is not cancelled has the same name: this one may already be recorded.',
  subscriptionIds: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79'],
};

/**
 * A warning in the answer to a dry run: other subscriptions that are not cancelled have the same name, or the details have a
 * notice period from which no day follows.
 */
const Warning = named(
  'Warning',
  exactly({
    code: named('WarningCode', oneOf(['possible_duplicate', 'notice_unknown'])),
    message: Type.String(),
    subscriptionIds: Type.Optional(
      Type.Array(uuid, { minItems: 1, maxItems: 10, description: 'The recorded ones; ten at most.' }),
    ),
    operationIndexes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 1,
        maxItems: 10,
        description: 'The indexes, from 0, of operations of the same batch that would create one.',
      }),
    ),
  }),
);

/** The warnings of a dry run. */
export const warnings = Type.Optional(Type.Array(Warning, { description: 'Only in the answer to a dry run.' }));

/** The schema of the answer to a change of which a dry run may warn. */
export function warnedChangeOf(name: string, data: TSchema): TSchema {
  return named(
    name,
    exactly(
      { data, dryRun: Type.Optional(isDryRun), warnings, requestId },
      { dependentRequired: { warnings: ['dryRun'] } },
    ),
  );
}

const messageOfStored = 'A subscription that is not cancelled has the same name: this one may already be recorded.';
const messageOfBatch = 'Another operation of this batch creates a subscription of the same name.';

const noticeUnknown = {
  code: 'notice_unknown',
  message: 'The last day for notice is unknown: noticePeriod needs termEndsOn, the last day of the present term.',
} as const;

/**
 * The member `warnings` of the answer to a dry run; no member without warnings.
 *
 * @param createdBy the indexes of the operations of the same batch, by the id of the record that they would create
 */
export function warningsIn(
  result: ClientResult | OperationOutcome,
  createdBy: ReadonlyMap<string, number> = new Map(),
): { warnings?: readonly Static<typeof Warning>[] } {
  const duplicateIds = 'duplicateIds' in result ? (result.duplicateIds ?? []) : [];
  const subscriptionIds = duplicateIds.filter((id) => !createdBy.has(id));
  // The id of a record that a dry run would create is not kept, so the index of its operation is shown.
  const operationIndexes = duplicateIds.flatMap((id) => createdBy.get(id) ?? []);
  const code = 'possible_duplicate';
  const found = [
    ...(subscriptionIds.length > 0 ? [{ code, message: messageOfStored, subscriptionIds } as const] : []),
    ...(operationIndexes.length > 0 ? [{ code, message: messageOfBatch, operationIndexes } as const] : []),
    ...(isNoticeUnknown(result) ? [noticeUnknown] : []),
  ];
  return found.length > 0 ? { warnings: found } : {};
}

/** Whether a dry run shows details with a notice period, and without any day from which the last one for notice follows. */
function isNoticeUnknown(result: ClientResult | OperationOutcome): boolean {
  if (!('dryRun' in result && 'viewJson' in result)) return false;
  const view = JSON.parse(result.viewJson ?? '{}') as Partial<DetailsView> & { readonly details?: DetailsView };
  const { noticePeriod, termEndsOn, noticeBy } = view.details ?? view;
  return Boolean(noticePeriod) && termEndsOn === null && noticeBy === null;
}
