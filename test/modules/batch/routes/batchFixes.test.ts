import { expect, test } from 'bun:test';
import { absentId, expectRefusal, subscriptionsPath, withoutWriting } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const creation = { action: 'create', subscription: validDraft };
const update = { action: 'update', id: absentId, patch: { amount: 1 } };

const sendRefused = (json: unknown) =>
  withoutWriting(service, () => service.call('POST', `${subscriptionsPath}/batch`, { json }));

const ofCreation = 'allowed: action, subscription, details.';
const ofUpdate = 'allowed: action, id, ifMatch, patch, details.';

test.each([
  [{ action: 'create', name: 'A', price: 3 }, `Put "name" into "subscription" or "details"; ${ofCreation}`],
  [{ ...creation, notes: 'A' }, `Put "notes" into "subscription" or "details"; ${ofCreation}`],
  [{ ...update, status: 'paused' }, `Put "status" into "patch" or "details"; ${ofUpdate}`],
  [{ ...update, color: 1 }, `Put "color" into "patch" or "details"; ${ofUpdate}`],
  [{ ...update, pacth: {} }, `Rename "pacth" to "patch"; ${ofUpdate}`],
  [{ action: 'update', uuid: absentId, patch: {} }, `Rename "uuid" to "id"; ${ofUpdate}`],
  [{ action: 'delete', subscriptionId: absentId }, 'Rename "subscriptionId" to "id"; allowed: action, id, ifMatch.'],
  [{ action: 'delete', id: absentId, color: 1 }, 'Remove "color"; allowed: action, id, ifMatch.'],
])(
  'an unknown member of an operation is answered with what to do, and its content is not lost: %j',
  async (operation, fix) => {
    const answer = await sendRefused({ operations: [operation] });
    expectRefusal(answer, 400, { code: 'invalid_batch', suggestedFix: fix });
    expect(answer.json.error.faults).toMatchObject([{ index: 0, suggestedFix: fix }]);
  },
);

test.each([
  [{ ...creation, action: 'add' }, 'Send "create".'],
  [{ ...update, action: 'PATCH' }, 'Send "update".'],
  [{ action: 'remove', id: absentId }, 'Send "delete".'],
  [{ action: 'cancel', id: absentId }, 'Send "action" with one of the allowed values.'],
  [{ action: 1 }, 'Send "action" with one of the allowed values.'],
  [{ subscription: validDraft }, 'Send "action" with one of the allowed values.'],
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
  [[creation], 'invalid_json', 'Send one JSON object: { and } around the fields.'],
  [creation, 'invalid_batch', 'Remove "action"; allowed: operations.'],
  [{ operations: [creation], ops: [] }, 'invalid_batch', 'Remove "ops"; allowed: operations.'],
])('a body that is not a batch is refused: %j', async (json, code, suggestedFix) => {
  expectRefusal(await sendRefused(json), 400, { code, suggestedFix });
});
