import { Value } from '@sinclair/typebox/value';
import { faultInDraft, faultInPatchAlone } from '../../../domain/subscriptions/subscription.ts';
import type { DetailsPatch } from '../../../domain/subscriptions/detailFields.ts';
import { explainBatchShape, explainMisplaced, fixForAction, unknownMember } from './fixes.ts';
import { ApiError } from '../../errors/apiError.ts';
import { batchBytesMax } from '../../pipeline/requestBody.ts';
import { explainBody, explainNotAnObject } from '../../validation/faults.ts';
import { batchActions, batchOperations, batchOperationsMax } from './schema.ts';
import { Choice, isMembers, keepsRule, ruleOf, type Members } from '../../validation/fieldTypes.ts';
import { nearestFieldOf, quotedName } from '../../suggestions/fields.ts';
import { DetailsPatchBody } from '../details/schema.ts';
import { explainRelation } from '../subscriptions/writeErrors.ts';
import {
  changedWith,
  paymentMembers,
  RenewalBody,
  SubscriptionDraftBody,
  subscriptionId,
  SubscriptionPatchBody,
  SubscriptionPath,
} from '../subscriptions/schema.ts';
import { fixForMisplacedOption, type OptionPlace } from '../../suggestions/misplacedOptions.ts';

/** A fault and the index, from 0, of its operation. */
export interface OperationFault {
  readonly index: number;
  readonly apiError: ApiError;
}

const Action = Choice(batchActions);

/** The error for a batch body that its schema refused. */
export function explainBatch(body: unknown): ApiError {
  const misshapen = explainBatchShape(body);
  if (misshapen !== undefined) return misshapen;
  if (!isMembers(body)) return explainNotAnObject(body, batchBytesMax);
  const unknown = Object.keys(body).find((name) => name !== 'operations');
  if (unknown !== undefined) return explainUnknown(unknown, { given: body, known: ['operations'], place: 'batch' });
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
  const apiError = faultOfBatch(operations);
  if (apiError === undefined) throw new Error('a batch was refused without a fault');
  return apiError;
}

/** The error for operations that are faulty whatever is stored; undefined without faults. */
export function faultOfBatch(operations: readonly unknown[]): ApiError | undefined {
  const faults = operations.flatMap((operation, index) => {
    const apiError = explainOperation(operation);
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
  return new ApiError(first.errorCode, { ...first.details, faults: listed }, first.headers);
}

function explainOperation(operation: unknown): ApiError | undefined {
  if (!isMembers(operation)) {
    return new ApiError('invalid_batch', {
      field: 'operations',
      message: 'An operation must be an object.',
      suggestedFix: 'Send each operation as an object with its action.',
    });
  }
  const { action } = operation;
  if (!isAction(action)) {
    return new ApiError('invalid_batch', {
      field: 'action',
      message: `action must be ${ruleOf(Action)}.`,
      suggestedFix: fixForAction(operation),
      allowedValues: batchActions,
    });
  }
  const misplaced = explainMisplaced(operation, action);
  if (misplaced !== undefined) return misplaced;
  const known = Object.keys(batchOperations[action].properties);
  const unknown = Object.keys(operation).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return explainUnknown(unknown, {
      given: operation,
      known,
      place: action === 'create' ? 'creationInBatch' : 'operation',
    });
  }
  if (known.includes('id') && !keepsRule(SubscriptionPath.properties.id, operation['id'])) return invalidId();
  if (Object.hasOwn(operation, 'ifMatch') && typeof operation['ifMatch'] !== 'string') return invalidIfMatch();
  return contentFaults[action](operation);
}

/** For each action, the error for the content of its operation; undefined without a fault. */
const contentFaults: Readonly<Record<keyof typeof batchOperations, (operation: Members) => ApiError | undefined>> = {
  create: ({ subscription, details }) => explainDraft(subscription, details),
  update: explainChange,
  renew: explainPayment,
  delete: () => undefined,
};

function invalidId(): ApiError {
  return new ApiError('invalid_subscription_id', {
    field: 'id',
    message: 'The id of the operation is not a UUID.',
    ...subscriptionId.fix,
  });
}

function invalidIfMatch(): ApiError {
  return new ApiError('invalid_batch', {
    field: 'ifMatch',
    message: 'ifMatch must be a string.',
    suggestedFix: String.raw`Send the ETag of the record with its double quotes: "ifMatch": "\"9a3f0c55e1d2b784\"".`,
  });
}

function explainDraft(draft: unknown, details: unknown): ApiError | undefined {
  if (!isMembers(draft)) return missingObject('subscription');
  if (!Value.Check(SubscriptionDraftBody, draft)) return explainBody(SubscriptionDraftBody, draft, true);
  if (!areDetails(details)) return explainDetails(details);
  const fault = faultInDraft(draft, details);
  return fault && explainRelation(fault, draft);
}

/** The error for an update, which has a patch, details, or both. */
function explainChange({ patch, details }: Members): ApiError | undefined {
  if (!isMembers(patch) && (patch !== undefined || details === undefined)) return missingObject('patch');
  if (patch !== undefined && !Value.Check(SubscriptionPatchBody, patch))
    return explainBody(SubscriptionPatchBody, patch, true);
  if (!areDetails(details)) return explainDetails(details);
  const fault = faultInPatchAlone(patch ?? {}, details);
  return fault && explainRelation(fault, patch ?? {});
}

function explainPayment(operation: Members): ApiError | undefined {
  const members = Object.entries(operation).filter(([name]) => Object.hasOwn(paymentMembers, name));
  const payment = Object.fromEntries(members);
  return Value.Check(RenewalBody, payment) ? undefined : explainBody(RenewalBody, payment, true);
}

/** Whether the details of an operation are valid, or absent. */
function areDetails(details: unknown): details is DetailsPatch | undefined {
  return details === undefined || Value.Check(DetailsPatchBody, details);
}

function explainDetails(details: unknown): ApiError {
  return isMembers(details) ? explainBody(DetailsPatchBody, details, true) : missingObject('details');
}

const likeSingle = {
  subscription: ['POST', 'createSubscription'],
  patch: ['PATCH', 'updateSubscription'],
  details: ['PATCH of details', 'updateDetails'],
} as const;

function missingObject(field: keyof typeof likeSingle): ApiError {
  const [method, tool] = likeSingle[field];
  return new ApiError('invalid_batch', {
    field,
    message: `${field} must be an object.`,
    suggestedFix: `Send ${field} with its fields, like the body of a single ${method}.`,
    forTools: { suggestedFix: `Send ${field} with its fields, as in ${tool}.` },
  });
}

interface Surroundings {
  readonly given: Members;
  readonly known: readonly string[];
  readonly place: OptionPlace;
}

function explainUnknown(name: string, { given, known, place }: Surroundings): ApiError {
  const shown = quotedName(name);
  const value = given[name];
  const isMisnamedId =
    known.includes('id') && !Object.hasOwn(given, 'id') && keepsRule(SubscriptionPath.properties.id, value);
  const meant = isMisnamedId ? 'id' : nearestFieldOf(name, known);
  const remedy = meant === undefined ? `Remove ${shown}` : `Rename ${shown} to "${meant}"`;
  const fix = `${remedy}; allowed: ${known.join(', ')}.`;
  return unknownMember(
    name,
    fix,
    meant === undefined ? fixForMisplacedOption(name, value, place, changedWith) : undefined,
  );
}

function isAction(value: unknown): value is keyof typeof batchOperations {
  return keepsRule(Action, value);
}
