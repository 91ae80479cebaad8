import { detailFields } from '../../../domain/subscriptions/detailFields.ts';
import { writableFieldsInOrder } from '../../../domain/subscriptions/fields.ts';
import { ApiError, type ErrorDetails } from '../../errors/apiError.ts';
import { BodyFault } from '../../pipeline/requestBody.ts';
import { batchActions, batchOperations } from './schema.ts';
import { nearestFieldOf, plainForm, quotedName } from '../../suggestions/fields.ts';
import { wordsFor } from '../../validation/bodies.ts';
import { isMembers, type Members } from '../../validation/fieldTypes.ts';

const actionNames = new Set(['op', 'operation', 'type', 'kind', 'method', 'verb', 'command']);

/** The member of an operation that has the fields of the subscription. */
const carriers = { create: 'subscription', update: 'patch', renew: undefined, delete: undefined } as const;

/** The error for a body that is nearly a batch: a bare list, one operation, or the list under another name. */
export function explainBatchShape(body: unknown): ApiError | undefined {
  if (body === BodyFault.notAnObject) {
    const suggestedFix = 'Send one JSON object: {"operations": […]}, with the operations in the list.';
    return new ApiError('invalid_json', { message: 'The body is JSON but not an object.', suggestedFix });
  }
  if (!isMembers(body) || Object.hasOwn(body, 'operations')) return undefined;
  const [name] = Object.keys(body);
  if (name === undefined) return undefined;
  if (Array.isArray(body[name])) return unknownMember(name, `Rename ${quotedName(name)} to "operations".`);
  if (Object.hasOwn(body, 'action')) {
    const list = 'into a list: {"operations": [{…}]}.';
    return unknownMember(name, `Put the body ${list}`, { forTools: { suggestedFix: `Put the operation ${list}` } });
  }
  if (!isMisplacedField(name)) return undefined;
  return unknownMember(
    name,
    'Put the fields into an operation: {"operations": [{"action": "create", "subscription": {…}}]}.',
  );
}

/** The error for an unknown member of an operation whose content belongs elsewhere and must not be lost. */
export function explainMisplaced(operation: Members, action: keyof typeof batchOperations): ApiError | undefined {
  const carrier = carriers[action];
  const unknown = Object.keys(operation).filter((name) => !Object.hasOwn(batchOperations[action].properties, name));
  const [name] = unknown;
  if (carrier === undefined || name === undefined) return undefined;
  if (holdsFields(operation[name])) {
    const isFree = !Object.hasOwn(operation, carrier);
    const suggestedFix = isFree
      ? `Rename ${quotedName(name)} to "${carrier}".`
      : `Move the content of ${quotedName(name)} into "${carrier}".`;
    return unknownMember(name, suggestedFix);
  }
  const details = unknown.filter(isMisplacedDetail).map(quotedName).join(', ');
  if (isMisplacedDetail(name)) return unknownMember(name, `Put ${details} into "details".`);
  if (!isMisplacedField(name)) return undefined;
  const fields = unknown.filter(isMisplacedField).map(quotedName).join(', ');
  return unknownMember(name, `Put ${fields} into "${carrier}".`);
}

/** How to correct the action of an operation. Suggests a deletion only when a word for it was sent. */
export function fixForAction(operation: Members): string {
  const { action } = operation;
  const meant = typeof action === 'string' ? nearestFieldOf(action, batchActions) : undefined;
  if (meant !== undefined) return `Send "${meant}".`;
  const all = `one of the allowed values: ${batchActions.join(', ')}`;
  if (action !== undefined) return `Send ${all}.`;
  const name = Object.keys(operation).find((known) => actionNames.has(known.toLowerCase()));
  if (name !== undefined && typeof operation[name] === 'string') return `Rename ${quotedName(name)} to "action".`;
  if (isMembers(operation['subscription'])) return 'Add "action": "create".';
  if (Object.hasOwn(operation, 'dueOn')) return 'Add "action": "renew".';
  return isMembers(operation['patch']) ? 'Add "action": "update".' : `Add "action" with ${all}.`;
}

/** The error for an unknown member; `otherwise` overrides its details. */
export function unknownMember(name: string, suggestedFix: string, otherwise?: ErrorDetails): ApiError {
  return new ApiError('invalid_batch', {
    field: name,
    message: `There is no member ${quotedName(name)} here.`,
    suggestedFix,
    ...otherwise,
  });
}

/** Whether the value is an object with fields of a subscription, even misspelt ones. */
function holdsFields(value: unknown): boolean {
  return isMembers(value) && Object.keys(value).some(isMisplacedField);
}

function isMisplacedField(name: string): boolean {
  return nearestFieldOf(name, writableFieldsInOrder, {}, wordsForDetails) !== undefined;
}

const wordsForDetails = wordsFor(detailFields);

function isMisplacedDetail(name: string): boolean {
  return wordsForDetails.includes(plainForm(name)) && !isMisplacedField(name);
}
