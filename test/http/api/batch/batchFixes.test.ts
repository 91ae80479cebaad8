import { expect, test } from 'bun:test';
import { absentId, expectRefusal, subscriptionsPath, withoutWriting } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const creation = { action: 'create', subscription: validDraft };
const update = { action: 'update', id: absentId, patch: { amount: 1 } };

const sendRefused = (json: unknown) =>
  withoutWriting(service, () => service.call('POST', `${subscriptionsPath}/batch`, { json }));

test.each([
  [{ action: 'create', data: validDraft }, 'Rename "data" to "subscription".'],
  [{ action: 'create', data: { title: 'A' } }, 'Rename "data" to "subscription".'],
  [{ action: 'update', id: absentId, subscription: { amount: 1 } }, 'Rename "subscription" to "patch".'],
  [{ ...creation, data: { amount: 1 } }, 'Move the content of "data" into "subscription".'],
  [{ action: 'create', name: 'A', price: 3 }, 'Put "name", "price" into "subscription".'],
  [{ ...update, status: 'paused' }, 'Put "status" into "patch".'],
  [{ action: 'update', ifMatch: '"1"', id: absentId, status: 'paused' }, 'Put "status" into "patch".'],
])('an operation with its fields in the wrong place is answered with the right place: %j', async (operation, fix) => {
  const answer = await sendRefused({ operations: [operation] });
  expectRefusal(answer, 400, { code: 'invalid_batch', suggestedFix: fix });
  expect(answer.json.error.faults).toMatchObject([{ index: 0, suggestedFix: fix }]);
});

test.each([
  [{ action: 'delete', subscriptionId: absentId }, 'Rename "subscriptionId" to "id"; allowed: action, id, ifMatch.'],
  [
    { action: 'update', uuid: absentId, patch: {} },
    'Rename "uuid" to "id"; allowed: action, id, ifMatch, patch, details.',
  ],
  [{ ...update, uuid: absentId }, 'Remove "uuid"; allowed: action, id, ifMatch, patch, details.'],
])('an operation whose id has another name is answered with the right name: %j', async (operation, suggestedFix) => {
  expectRefusal(await sendRefused({ operations: [operation] }), 400, { code: 'invalid_batch', suggestedFix });
});

test.each([
  [{ op: 'create', subscription: validDraft }, 'Rename "op" to "action".'],
  [{ Type: 'delete', id: absentId }, 'Rename "Type" to "action".'],
  [{ ...creation, action: 'add' }, 'Send "create".'],
  [{ ...update, action: 'PATCH' }, 'Send "update".'],
  [{ action: 'remove', id: absentId }, 'Send "delete".'],
  [{ action: 'cancel', id: absentId }, 'Send one of the allowed values: create, update, renew, delete.'],
  [{ action: 1 }, 'Send one of the allowed values: create, update, renew, delete.'],
  [{ id: absentId }, 'Add "action" with one of the allowed values: create, update, renew, delete.'],
  [{ subscription: validDraft }, 'Add "action": "create".'],
  [{ id: absentId, patch: { amount: 1 } }, 'Add "action": "update".'],
  [{ id: absentId, dueOn: '2026-06-15' }, 'Add "action": "renew".'],
])(
  'an operation with a missing or unknown action is answered with the right one: %j',
  async (operation, suggestedFix) => {
    const message = 'action must be one of "create", "update", "renew", "delete".';
    const allowedValues = ['create', 'update', 'renew', 'delete'];
    const answer = await sendRefused({ operations: [operation] });
    expectRefusal(answer, 400, { code: 'invalid_batch', field: 'action', message, suggestedFix, allowedValues });
  },
);

test.each([
  [[creation], 'invalid_json', 'Send one JSON object: {"operations": […]}, with the operations in the list.'],
  [{ ops: [creation] }, 'invalid_batch', 'Rename "ops" to "operations".'],
  [creation, 'invalid_batch', 'Put the body into a list: {"operations": [{…}]}.'],
  [
    validDraft,
    'invalid_batch',
    'Put the fields into an operation: {"operations": [{"action": "create", "subscription": {…}}]}.',
  ],
  [{ operations: [creation], ops: [] }, 'invalid_batch', 'Remove "ops"; allowed: operations.'],
])('a body that is not a batch is answered with how to make it one: %j', async (json, code, suggestedFix) => {
  expectRefusal(await sendRefused(json), 400, { code, suggestedFix });
});
