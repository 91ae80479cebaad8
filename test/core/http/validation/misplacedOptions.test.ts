import { describe, expect, test } from 'bun:test';
import { absentId, expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService, validDraft, type ErrorView } from '../../../support/service.ts';

const service = await startService();
const client = await connectMcp(service.origin, service.keys.write);
const record = await service.create();

const spellings = {
  dryRun: ['dryRun', 'dryrun', 'DryRun', 'dry_run', 'dry-run', 'simulate', 'validate_only'],
  ifMatch: ['ifMatch', 'if_match', 'If-Match', 'etag'],
  idempotencyKey: ['idempotencyKey', 'idempotency_key', 'Idempotency-Key', 'idempotencykey'],
} as const;
const allSpellings = (Object.keys(spellings) as (keyof typeof spellings)[]).flatMap((term) =>
  spellings[term].map((name) => [name, term] as const),
);

const batchPath = `${subscriptionsPath}/batch`;
const update = { action: 'update', id: record.id, patch: { amount: 3 } };
const creation = { action: 'create', subscription: validDraft };

/** Sends what has a term in the wrong place, and holds it to have written nothing. */
async function fixOf(method: string, path: string, json?: object): Promise<string> {
  const before = storedRows(service);
  const answer = await service.call(method, path, json === undefined ? {} : { json });
  expect(answer.status).toBe(400);
  expect(storedRows(service)).toEqual(before);
  return answer.json.error.suggestedFix ?? '';
}

/** Calls a tool with a term in the wrong place, and holds that to have written nothing. */
async function toolErrorOf(name: string, given: Record<string, unknown>): Promise<ErrorView> {
  const before = storedRows(service);
  const { isError, structured } = await client.call(name, given);
  expect(isError).toBe(true);
  expect(storedRows(service)).toEqual(before);
  return structured['error'] as ErrorView;
}

const places = {
  dryRun: 'the query parameter ?dryRun=true.',
  ifMatch: 'the header If-Match; in a batch, as "ifMatch" of an operation.',
  idempotencyKey: 'the header Idempotency-Key.',
};

test.each(allSpellings)(
  '%s in a body is answered with its right place, never with the advice to remove it',
  async (name, term) => {
    const member = { [name]: true };
    const bodies: readonly [string, string, object][] = [
      ['POST', subscriptionsPath, { ...validDraft, ...member }],
      ['PATCH', pathOf(record), { amount: 3, ...member }],
      ['PATCH', pathOf(record), member],
      ['POST', batchPath, { operations: [creation], ...member }],
      ['POST', batchPath, { operations: [{ ...creation, ...member }] }],
      ['POST', batchPath, { operations: [{ ...creation, subscription: { ...validDraft, ...member } }] }],
      ['POST', batchPath, { operations: [{ ...update, patch: { amount: 3, ...member } }] }],
    ];
    for (const [method, path, json] of bodies) {
      expect(await fixOf(method, path, json)).toBe(`Send "${name}" instead as ${places[term]}`);
    }
  },
);

test.each(allSpellings.filter(([, term]) => term !== 'dryRun'))(
  '%s in a query is sent into its header',
  async (name, term) => {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const json = method === 'PATCH' ? { amount: 3 } : undefined;
      expect(await fixOf(method, `${pathOf(record)}?${name}=x`, json)).toBe(
        `Send "${name}" instead as ${places[term]}`,
      );
    }
  },
);

describe('a write option of a tool in another place or under another name', () => {
  const operation = { ...update, patch: { amount: 3 } };
  const calls: readonly [string, (member: object) => Record<string, unknown>][] = [
    ['updateSubscription', (member) => ({ id: record.id, amount: 3, ...member })],
    ['deleteSubscription', (member) => ({ id: record.id, ...member })],
    ['revertAuditEntry', (member) => ({ id: absentId, ...member })],
    ['pauseSubscription', (member) => ({ id: record.id, ...member })],
    ['createSubscription', (member) => ({ ...validDraft, ...member })],
    ['batchSubscriptions', (member) => ({ operations: [operation], ...member })],
    ['batchSubscriptions', (member) => ({ operations: [{ ...operation, patch: { amount: 3, ...member } }] })],
  ];

  test.each(allSpellings.filter(([name, term]) => name !== term))(
    '%s is answered with the words of the API for %s',
    async (name, term) => {
      for (const [tool, givenWith] of calls) {
        const error = await toolErrorOf(tool, givenWith({ [name]: 'x' }));
        // A tool that sets a status has the argument; a query has dryRun under its right name.
        const renamed = `Rename "${name}" to "${term}"`;
        expect([tool, error.suggestedFix]).toEqual([
          tool,
          error.suggestedFix?.startsWith(renamed) === true
            ? expect.stringMatching(/"(?:; allowed: dryRun)?\.$/)
            : `Send "${name}" instead as ${places[term]}`,
        ]);
      }
    },
  );

  test('a client that follows the advice on a misspelt dry run writes nothing', async () => {
    const before = storedRows(service);
    const given = { id: record.id, amount: 99, dry_run: true };
    const { suggestedFix = '' } = await toolErrorOf('updateSubscription', given);
    const [, from = '', to = ''] = /^Send "(\w+)" instead as the query parameter \?(\w+)=true/.exec(suggestedFix) ?? [];
    const { [from as 'dry_run']: value, ...others } = given;
    const { structured } = await client.call('updateSubscription', { ...others, [to]: value });
    expect(structured).toMatchObject({ dryRun: true, data: { amount: 99 } });
    expect(storedRows(service)).toEqual(before);
  });
});

describe('the fix of an error, the same over HTTP and for a tool,', () => {
  test('of a stale version has the very value to send', async () => {
    const headers = { 'if-match': '"old"' };
    const answer = await service.call('PATCH', pathOf(record), { json: { amount: 3 }, headers });
    expectRefusal(answer, 412, { code: 'precondition_failed' });
    expect(answer.json.error.suggestedFix).toEndWith(`send it again with If-Match: ${answer.headers.get('etag')}.`);
    const stale = { id: record.id, amount: 3, ifMatch: '"old"' };
    const { suggestedFix = '' } = await toolErrorOf('updateSubscription', stale);
    expect(suggestedFix).toBe(answer.json.error.suggestedFix ?? '');
    const [, ifMatch = ''] = /If-Match: (".*")\.$/.exec(suggestedFix) ?? [];
    expect(await client.call('updateSubscription', { ...stale, ifMatch })).toMatchObject({ isError: false });
  });

  test.each([[''], [[]], [{}], [true], [['a']]])(
    'of an idempotency key that is none names the key: %j',
    async (idempotencyKey) => {
      const error = await toolErrorOf('createSubscription', { ...validDraft, idempotencyKey });
      expect(error).toMatchObject({ code: 'invalid_idempotency_key', field: 'Idempotency-Key' });
    },
  );
});
