import { describe, expect, test } from 'bun:test';
import { subscriptionsPath } from '../support/expectations.ts';
import { startService, validDraft } from '../support/service.ts';
import { callOf, channels, createCaller, type AgentError, type Call, type Given } from './agentCalls.ts';
import { faultTable } from './faultTable.ts';
import type { FaultyCall, Targets } from './faultyCalls.ts';
import { obey, type Knowledge } from './obedience.ts';

const service = await startService({ writesInline: true });
const caller = createCaller(service.origin, service.keys.write);
const entriesCount = service.database.query('select count(*) as count from audit_entries');

async function refused(call: Call, code: string): Promise<AgentError> {
  const before = entriesCount.get();
  const { error } = await caller.call(call);
  if (error === undefined) throw new Error('the call was not refused');
  expect(error.code).toBe(code);
  expect(entriesCount.get()).toEqual(before);
  return error;
}

/** Two records, the first with an update that a call may revert. */
async function makeTargets(record: Given = {}): Promise<Targets> {
  const { id: otherId } = await service.create({ lastPaymentDate: '2026-06-15' });
  const draft = { ...validDraft, lastPaymentDate: '2026-06-15', ...record };
  const created = await service.call('POST', subscriptionsPath, { json: draft });
  const { id } = created.json.data;
  const [path, spentKey] = [`${subscriptionsPath}/${id}`, Bun.randomUUIDv7()];
  const headers = { 'idempotency-key': spentKey };
  const updated = await service.call('PATCH', path, { json: { amount: 11 }, headers });
  const { json } = await service.call('GET', `/api/v1/audit?subscriptionId=${id}`);
  const [{ id: entryId } = { id: '' }] = json.data as unknown as readonly { id: string }[];
  const details = await service.call('GET', `${path}/details`);
  const [staleEtag = '', etag = '', detailsEtag = ''] = [created, updated, details].map(
    (answer) => answer.headers.get('etag') ?? '',
  );
  return { id, otherId, etag, detailsEtag, staleEtag, entryId, key: Bun.randomUUIDv7(), spentKey };
}

/** An agent that means these values, and looks up ids. */
function knowledgeOf(right: Given, targets?: Targets): Knowledge {
  return {
    meant(index) {
      const operations = (right['operations'] ?? []) as readonly Given[];
      const { subscription, patch, ...operation } = operations[index ?? -1] ?? right;
      return { ...operation, ...((subscription ?? patch) as Given | undefined) };
    },
    findId: (list) => Promise.resolve(list === 'audit' ? targets?.entryId : targets?.id),
  };
}

/** The values of a call. In a query, `true` is a text. */
function valuesOf({ parts }: Call): unknown {
  return JSON.parse(JSON.stringify(parts).replaceAll('"true"', 'true'));
}

const rows = faultTable.flatMap((row) =>
  channels
    .filter((channel) => row.only === undefined || row.only === channel)
    .map((channel) => ({ ...row, channel, code: typeof row.code === 'string' ? row.code : row.code[channel] })),
);

test.each(rows)(
  '$tool over $channel with $fault is $code, writes nothing, and is the intended call when its fix is followed literally',
  async ({
    tool,
    channel,
    code,
    right,
    wrong,
    wrongParts,
    record,
    isOtherwise,
  }: FaultyCall & (typeof rows)[number]) => {
    const targets = await makeTargets(record);
    const meant = right(targets);
    const intended = callOf(tool, meant, channel);
    const faulty =
      wrongParts === undefined
        ? callOf(tool, wrong?.(meant, targets) ?? meant, channel)
        : { ...intended, parts: wrongParts(intended.parts, targets) };
    const corrected = await obey(faulty, await refused(faulty, code), knowledgeOf(meant, targets));
    if (corrected === undefined) throw new Error('the fix cannot be followed');
    if (isOtherwise !== true) expect(valuesOf(corrected)).toEqual(valuesOf(intended));
    expect((await caller.call(corrected)).error).toBeUndefined();
  },
);

/** A record and a payment that cannot be made. */
const hopeless: readonly (readonly [object, Given, string])[] = [
  [{ lastPaymentDate: '2026-05-10' }, { dueOn: '2026-05-10' }, 'renewal_conflict'],
  [{ lastPaymentDate: '9999-11-30' }, { dueOn: '9999-12-30' }, 'not_renewable'],
];

describe.each(channels)('over %s, an agent', (channel) => {
  test.each(hopeless)('of the record %j with the payment %j is told to do nothing', async (fields, given, code) => {
    const { id } = await service.create(fields as Given);
    const call = callOf('renewSubscription', { id, ...given }, channel);
    const error = await refused(call, code);
    expect(error.suggestedFix).toStartWith('Do nothing: ');
    expect(await obey(call, error, knowledgeOf({}))).toBeUndefined();
  });

  test('asks the user before it resumes what is not active, and then records the payment', async () => {
    const record = await service.create({ lastPaymentDate: '2026-05-10', status: 'paused' });
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

  test('that sets months without a custom period sends both in one batch', async () => {
    const { id } = await service.create({ lastPaymentDate: '2026-05-10' });
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
