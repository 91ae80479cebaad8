import { Value } from '@sinclair/typebox/value';
import { faultInDraft, faultInPatchAlone } from '../domain/subscription.ts';
import { explainBatchShape, explainMisplaced, fixForAction, unknownMember } from './batchFixes.ts';
import { Refusal } from './errors.ts';
import { explainBody, explainNoObject, explainRelation } from './faults.ts';
import { batchActions, batchOperations, batchOperationsMax } from './schemas/batch.ts';
import { Choice, keepsRule, ruleOf } from './schemas/fieldTypes.ts';
import { meantBy } from './schemas/meant.ts';
import { isMembers, type Members } from './schemas/members.ts';
import { quotedName } from './schemas/quotedName.ts';
import { SubscriptionDraftBody, SubscriptionPatchBody, SubscriptionPath } from './schemas/subscription.ts';
import { fixForTerm, type TermPlace } from './termFaults.ts';

/** A fault and the place, from 0, of the operation that has it. */
export interface OperationFault {
  readonly index: number;
  readonly refusal: Refusal;
}

const Action = Choice(batchActions);

/** Why the body of a batch was refused by its schema. */
export function explainBatch(body: unknown, bytesMax: number): Refusal {
  const misshapen = explainBatchShape(body);
  if (misshapen !== undefined) return misshapen;
  if (!isMembers(body)) return explainNoObject(body, bytesMax);
  const unknown = Object.keys(body).find((name) => name !== 'operations');
  if (unknown !== undefined) return explainUnknown(unknown, { given: body, known: ['operations'], place: 'batch' });
  const { operations } = body;
  const isList = Array.isArray(operations);
  if (!isList || operations.length === 0 || operations.length > batchOperationsMax) {
    return new Refusal('invalid_batch', {
      field: 'operations',
      message: `operations must be a list of 1 to ${batchOperationsMax} operations.`,
      suggestedFix:
        isList && operations.length > 0
          ? `Send at most ${batchOperationsMax} operations at once.`
          : 'Send {"operations": [{"action": "create", "subscription": {…}}]} with at least one operation.',
    });
  }
  const refusal = faultOfBatch(operations);
  if (refusal === undefined) throw new Error('a batch was refused that breaks no rule');
  return refusal;
}

/** The error for operations that can be seen to be faulty without looking at what is stored, if there are any. */
export function faultOfBatch(operations: readonly unknown[]): Refusal | undefined {
  const faults = operations.flatMap((operation, index) => {
    const refusal = explainOperation(operation);
    return refusal === undefined ? [] : [{ index, refusal }];
  });
  return refusalOfFaults(faults);
}

/** One error out of the faults of single operations: the first one's, with all of them beside it; none when there is none. */
export function refusalOfFaults(faults: readonly OperationFault[]): Refusal | undefined {
  const first = faults[0]?.refusal;
  if (first === undefined) return undefined;
  const listed = faults.map(({ index, refusal: { errorCode, message, details } }) => ({
    index,
    code: errorCode,
    message,
    ...details,
  }));
  return new Refusal(first.errorCode, { ...first.details, faults: listed }, first.headers);
}

function explainOperation(operation: unknown): Refusal | undefined {
  if (!isMembers(operation)) {
    return new Refusal('invalid_batch', {
      field: 'operations',
      message: 'An operation must be an object.',
      suggestedFix: 'Send each operation as an object with its action.',
    });
  }
  const { action } = operation;
  if (!isAction(action)) {
    return new Refusal('invalid_batch', {
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
      place: action === 'create' ? 'draftInBatch' : 'operation',
    });
  }
  if (known.includes('id') && !keepsRule(SubscriptionPath.properties.id, operation['id'])) return invalidId();
  if (Object.hasOwn(operation, 'ifMatch') && typeof operation['ifMatch'] !== 'string') return invalidIfMatch();
  if (action === 'create') return explainDraft(operation['subscription']);
  return action === 'update' ? explainPatch(operation['patch']) : undefined;
}

function invalidId(): Refusal {
  return new Refusal('invalid_subscription_id', {
    field: 'id',
    message: 'The id of the operation is not a UUID.',
    suggestedFix: 'Take the id from the list of subscriptions (GET /api/v1/subscriptions).',
    forTools: { suggestedFix: 'Take the id from listSubscriptions.' },
  });
}

function invalidIfMatch(): Refusal {
  return new Refusal('invalid_batch', {
    field: 'ifMatch',
    message: 'ifMatch must be a text.',
    suggestedFix: String.raw`Send the ETag of the record with its double quotes: "ifMatch": "\"9a3f0c55e1d2b784\"".`,
  });
}

function explainDraft(draft: unknown): Refusal | undefined {
  if (!isMembers(draft)) return missingObject('subscription');
  if (!Value.Check(SubscriptionDraftBody, draft)) return explainBody(SubscriptionDraftBody, draft, true);
  const fault = faultInDraft(draft);
  return fault && explainRelation(fault, draft);
}

function explainPatch(patch: unknown): Refusal | undefined {
  if (!isMembers(patch)) return missingObject('patch');
  if (!Value.Check(SubscriptionPatchBody, patch)) return explainBody(SubscriptionPatchBody, patch, true);
  const fault = faultInPatchAlone(patch);
  return fault && explainRelation(fault, patch);
}

function missingObject(field: 'subscription' | 'patch'): Refusal {
  return new Refusal('invalid_batch', {
    field,
    message: `${field} must be an object.`,
    suggestedFix: `Send ${field} with its fields, as the body of a single ${field === 'patch' ? 'PATCH' : 'POST'} has them.`,
    forTools: {
      suggestedFix: `Send ${field} with its fields, as ${field === 'patch' ? 'updateSubscription' : 'createSubscription'} takes them.`,
    },
  });
}

interface Surroundings {
  readonly given: Members;
  readonly known: readonly string[];
  readonly place: TermPlace;
}

function explainUnknown(name: string, { given, known, place }: Surroundings): Refusal {
  const shown = quotedName(name);
  const value = given[name];
  const isMisnamedId =
    known.includes('id') && !Object.hasOwn(given, 'id') && keepsRule(SubscriptionPath.properties.id, value);
  const meant = isMisnamedId ? 'id' : meantBy(name, known);
  const remedy = meant === undefined ? `Remove ${shown}` : `Rename ${shown} to "${meant}"`;
  const fix = `${remedy}; known are ${known.join(', ')}.`;
  return unknownMember(name, fix, meant === undefined ? fixForTerm(name, value, place) : undefined);
}

function isAction(value: unknown): value is keyof typeof batchOperations {
  return keepsRule(Action, value);
}
