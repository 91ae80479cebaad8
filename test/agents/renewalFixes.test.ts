import { describe, expect, test } from 'bun:test';
import { startService } from '../support/service.ts';
import { callOf, channels, type Call, type Given } from './carelessCalls.ts';
import { createCaller, type AgentError } from './carelessWire.ts';
import { obey, type Knowledge } from './obedience.ts';

const service = await startService({ writesInline: true });
const caller = createCaller(service.origin, service.keys.write);

/** An agent that means these values, and looks nothing up. */
function meaning(values: Given): Knowledge {
  return { meant: () => values, findId: () => Promise.resolve(undefined), wasMade: () => Promise.resolve(false) };
}

async function refused(call: Call, code: string): Promise<AgentError> {
  const { error } = await caller.call(call);
  if (error === undefined) throw new Error('the call was not refused');
  expect(error.code).toBe(code);
  return error;
}

const today = '2026-06-16';
const due = { lastPaymentDate: '2026-05-10' };
const later = { lastPaymentDate: '2026-05-17' };
const last = { lastPaymentDate: '9999-11-30' };

/** A record, a faulty payment, the code, and what the agent means; the payment is made when it follows the fix. */
const corrected: readonly (readonly [object, Given, string, Given])[] = [
  [later, {}, 'not_due', {}],
  [due, { dueOn: '2026-07-10' }, 'renewal_conflict', {}],
  [due, { paidOn: '2026-06-18' }, 'invalid_field', { paidOn: today }],
  [due, { paidOn: '2026-05-10' }, 'invalid_field', { paidOn: '2026-06-11' }],
  [{ lastPaymentDate: '2026-06-17' }, { dueOn: '2026-07-17', paidOn: today }, 'invalid_field', {}],
  [{ lastPaymentDate: '2026-06-17' }, { dueOn: '2026-07-17', reschedule: true }, 'invalid_field', {}],
  [{ lastPaymentDate: '2026-06-17' }, { dueOn: '2026-07-17', paidOn: today, reschedule: true }, 'invalid_field', {}],
  [due, { amount: '15.99' }, 'invalid_field', { amount: 15.99 }],
  [due, { reschedule: 'yes' }, 'invalid_field', { reschedule: true }],
  [due, { paid: today }, 'unknown_field', { paidOn: today }],
  [due, { note: 'x' }, 'unknown_field', {}],
  [due, { dryRun: 'x', amount: 1 }, 'invalid_query', { dryRun: true }],
];

/** A record and a payment that cannot be made. */
const hopeless: readonly (readonly [object, Given, string])[] = [
  [due, { dueOn: '2026-05-10' }, 'renewal_conflict'],
  [last, { dueOn: '9999-12-30' }, 'not_renewable'],
];

describe.each(channels)('over %s, an agent that follows the fix of a refused payment literally', (channel) => {
  test.each(corrected)('of the record %j with %j makes the payment', async (fields, given, code, meant) => {
    const record = await service.create(fields as Given);
    const call = callOf('renewSubscription', { id: record.id, ...given }, channel);
    const again = await obey(call, await refused(call, code), meaning(meant));
    expect(again && (await caller.call(again)).error).toBeUndefined();
    expect(again).toBeDefined();
  });

  test.each(hopeless)('of the record %j with %j is told to do nothing', async (fields, given, code) => {
    const record = await service.create(fields as Given);
    const call = callOf('renewSubscription', { id: record.id, ...given }, channel);
    const error = await refused(call, code);
    expect(error.suggestedFix).toStartWith('Do nothing: ');
    expect(await obey(call, error, meaning({}))).toBeUndefined();
  });

  test('of what is not active asks the user, resumes it, and makes the payment', async () => {
    const record = await service.create({ ...due, status: 'paused' });
    const call = callOf('renewSubscription', { id: record.id }, channel);
    const { suggestedFix = '' } = await refused(call, 'not_active');
    expect(suggestedFix).toStartWith('Ask the user ');
    expect(suggestedFix).toContain(record.id);
    expect(suggestedFix).toContain('PATCH /api/v1/subscriptions/');
    const [, status] = /"status": "(\w+)"/.exec(suggestedFix) ?? [];
    const resumed = await caller.call(callOf('updateSubscription', { id: record.id, status }, channel));
    expect(resumed.error).toBeUndefined();
    expect((await caller.call(call)).error).toBeUndefined();
  });

  test('of months without a custom period sends both in one batch', async () => {
    const { id } = await service.create(due);
    const details = { everyMonths: 3 };
    const { suggestedFix = '' } = await refused(callOf('updateDetails', { id, ...details }, channel), 'invalid_field');
    expect(suggestedFix).toContain('POST /api/v1/subscriptions/batch');
    const [, period] = /"period": "(\w+)"/.exec(suggestedFix) ?? [];
    const [, customDate] = /"customDate" .* "(\d+)" for 3 months/.exec(suggestedFix) ?? [];
    const operations = [{ action: 'update', id, patch: { period, customDate }, details }];
    const { body } = await caller.call(callOf('batchSubscriptions', { operations }, channel));
    expect(body['results']).toMatchObject([{ data: { nextPaymentDate: '2026-08-10', details } }]);
  });
});
