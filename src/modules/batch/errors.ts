import { Value } from '@sinclair/typebox/value';
import { faultInDraft, faultInPatchAlone, faultInSteps } from '../subscriptions/rules/subscription.ts';
import type { DetailsPatch } from '../subscriptions/detailModel.ts';
import { ApiError, faultOf, firstOf } from '../../core/http/errors/apiError.ts';
import { parseEntityTags } from '../../core/http/pipeline/entityTags.ts';
import { batchBytesMax } from '../../core/http/pipeline/requestBody.ts';
import { explainNotAnObject, faultsOfBody } from '../../core/http/validation/faults.ts';
import { batchActions, batchOperationsMax, type BatchSchemas } from './model.ts';
import { keepsRule, ruleOf } from '../../core/fields/define.ts';
import { Choice, isMembers, type Members } from '../../core/fields/fieldTypes.ts';
import { fixForOption, nearestFieldOf, quotedName } from '../../core/fields/suggestions.ts';
import { amountMissing, explainRelation } from '../subscriptions/errors.ts';
import { DetailsBody, paymentMembers, RenewalBody, subscriptionId, SubscriptionPath } from '../subscriptions/model.ts';
import { lacksAmount } from '../subscriptions/rules/renewal.ts';

/** A fault and the index, from 0, of its operation. */
export interface OperationFault {
  readonly index: number;
  readonly apiError: ApiError;
}

const Action = Choice(batchActions);
type BatchAction = (typeof batchActions)[number];

/** The error for a batch body that its schema refused. */
export function explainBatch(body: unknown, schemas: BatchSchemas): ApiError {
  if (!isMembers(body)) return explainNotAnObject(body, batchBytesMax);
  const unknown = Object.keys(body).find((name) => name !== 'operations');
  if (unknown !== undefined) return explainUnknown(unknown, ['operations']);
  const { operations } = body;
  const isList = Array.isArray(operations);
  if (!isList || operations.length === 0 || operations.length > batchOperationsMax) {
    return new ApiError('invalid_batch', {
      field: 'operations',
      message: `operations must be a list of 1 to ${batchOperationsMax} operations.`,
      suggestedFix:
        isList && operations.length > 0
          ? `Send at most ${batchOperationsMax} operations at once.`
          : 'Send {"operations": [{"action": "create", "subscription": {…}}]} with at least one operation.',
    });
  }
  const apiError = faultOfBatch(operations, schemas);
  if (apiError === undefined) throw new Error('a batch was refused without a fault');
  return apiError;
}

/** The error for operations that are faulty whatever is stored; undefined without faults. */
export function faultOfBatch(operations: readonly unknown[], schemas: BatchSchemas): ApiError | undefined {
  const faults = operations.flatMap((operation, index) => {
    const apiError = explainOperation(operation, schemas);
    return apiError === undefined ? [] : [{ index, apiError }];
  });
  return apiErrorOfFaults(faults);
}

/** Combines faults into one error: the first one, with the list of all; undefined without faults. */
export function apiErrorOfFaults(faults: readonly OperationFault[]): ApiError | undefined {
  const first = faults[0]?.apiError;
  if (first === undefined) return undefined;
  const listed = faults.map(({ index, apiError: { errorCode, message, details } }) => ({
    index,
    code: errorCode,
    message,
    ...details,
  }));
  const error = new ApiError(first.errorCode, { ...first.details, faults: listed }, first.headers);
  error.allFaults = () =>
    faults.flatMap(({ index, apiError }) =>
      (apiError.allFaults?.() ?? [faultOf(apiError)]).map((fault) => ({ index, ...fault })),
    );
  return error;
}

function explainOperation(operation: unknown, schemas: BatchSchemas): ApiError | undefined {
  if (!isMembers(operation)) {
    return new ApiError('invalid_batch', {
      field: 'operations',
      message: 'An operation must be an object.',
      suggestedFix: 'Send each operation as an object with its action.',
    });
  }
  const { action } = operation;
  if (!isAction(action)) return invalidAction(action);
  const known = Object.keys(schemas.operations[action].properties);
  const unknown = Object.keys(operation).find((name) => !known.includes(name));
  if (unknown !== undefined) return explainUnknown(unknown, known, carriers[action]);
  if (known.includes('id') && !keepsRule(SubscriptionPath.properties.id, operation['id'])) return invalidId();
  if (Object.hasOwn(operation, 'ifMatch') && !isIfMatch(operation['ifMatch'])) return invalidIfMatch();
  return firstOf(contentFaults[action](operation, schemas));
}

/** For each action, the faults of the content of its operation. */
const contentFaults: Readonly<Record<BatchAction, (operation: Members, schemas: BatchSchemas) => Iterable<ApiError>>> =
  {
    create: faultsOfCreation,
    update: faultsOfChange,
    renew: faultsOfPayment,
    delete: () => [],
  };

function invalidAction(action: unknown): ApiError {
  const meant = typeof action === 'string' ? nearestFieldOf(action, batchActions) : undefined;
  return new ApiError('invalid_batch', {
    field: 'action',
    message: `action must be ${ruleOf(Action)}.`,
    suggestedFix: meant === undefined ? 'Send "action" with one of the allowed values.' : `Send "${meant}".`,
    allowedValues: batchActions,
  });
}

function invalidId(): ApiError {
  return new ApiError('invalid_subscription_id', {
    field: 'id',
    message: 'The id of the operation is not a UUID.',
    ...subscriptionId.fix,
  });
}

function isIfMatch(value: unknown): boolean {
  return typeof value === 'string' && parseEntityTags(value) !== undefined;
}

function invalidIfMatch(): ApiError {
  return new ApiError('invalid_batch', {
    field: 'ifMatch',
    message: 'ifMatch must be a text with an ETag in double quotes.',
    suggestedFix: String.raw`Send the ETag of the record with its double quotes: "ifMatch": "\"9a3f0c55e1d2b784\"".`,
  });
}

function* faultsOfCreation(
  { subscription: sent, details }: Members,
  { draft }: BatchSchemas,
): Generator<ApiError, void> {
  if (!isMembers(sent)) return yield missingObject('subscription');
  yield* faultsOfBody(draft, sent, true);
  yield* faultsOfDetails(details);
  if (!Value.Check(draft, sent) || !areDetails(details)) return;
  const fault = faultInDraft(sent, details) ?? faultInSteps(details, sent.lastPaymentDate);
  if (fault !== undefined) yield explainRelation(fault, sent);
}

/** The faults of an update, which has a patch, details, or both. */
function* faultsOfChange({ patch, details }: Members, schemas: BatchSchemas): Generator<ApiError, void> {
  if (!isMembers(patch) && (patch !== undefined || details === undefined)) return yield missingObject('patch');
  if (patch !== undefined) yield* faultsOfBody(schemas.patch, patch, true);
  yield* faultsOfDetails(details);
  if ((patch !== undefined && !Value.Check(schemas.patch, patch)) || !areDetails(details)) return;
  const fault = faultInPatchAlone(patch ?? {}, details);
  if (fault !== undefined) yield explainRelation(fault, patch ?? {});
}

function* faultsOfPayment(operation: Members): Generator<ApiError, void> {
  const members = Object.entries(operation).filter(([name]) => Object.hasOwn(paymentMembers, name));
  const payment = Object.fromEntries(members);
  yield* faultsOfBody(RenewalBody, payment, true);
  if (Value.Check(RenewalBody, payment) && lacksAmount(payment)) yield amountMissing();
}

function* faultsOfDetails(details: unknown): Generator<ApiError, void> {
  if (details === undefined) return;
  if (isMembers(details)) yield* faultsOfBody(DetailsBody, details, true);
  else yield missingObject('details');
}

/** Whether the details of an operation are valid, or absent. */
function areDetails(details: unknown): details is DetailsPatch | undefined {
  return details === undefined || Value.Check(DetailsBody, details);
}

function missingObject(field: 'subscription' | 'patch' | 'details'): ApiError {
  return new ApiError('invalid_batch', {
    field,
    message: `${field} must be an object.`,
    suggestedFix: `Send ${field} with its fields.`,
  });
}

/** The members of an operation that have the fields of the record. */
const carriers = { create: '"subscription"', update: '"patch"', renew: undefined, delete: undefined } as const;

/**
 * The error for an unknown member of a batch or of an operation.
 *
 * @param carrier the member in which a field belongs: a client that removed the field would make another change
 */
function explainUnknown(name: string, known: readonly string[], carrier?: string): ApiError {
  const shown = quotedName(name);
  const meant = nearestFieldOf(name, known);
  const remedy = carrier === undefined ? `Remove ${shown}` : `Put ${shown} into ${carrier} or "details"`;
  const suggestedFix = meant === undefined ? remedy : `Rename ${shown} to "${meant}"`;
  return new ApiError('invalid_batch', {
    field: name,
    message: `There is no member ${shown} here.`,
    suggestedFix: `${suggestedFix}; allowed: ${known.join(', ')}.`,
    ...(meant === undefined ? fixForOption(name) : undefined),
  });
}

function isAction(value: unknown): value is BatchAction {
  return keepsRule(Action, value);
}
