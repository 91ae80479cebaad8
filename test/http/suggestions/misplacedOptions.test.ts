import { describe, expect, test } from 'bun:test';
import { absentId, expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../support/expectations.ts';
import { connectMcp } from '../../support/mcpClient.ts';
import { startService, validDraft, type ErrorView } from '../../support/service.ts';

const service = await startService();
const client = await connectMcp(service.origin, service.keys.write);
const record = await service.create();

const spellings = {
  dryRun: ['dryRun', 'dryrun', 'DryRun', 'dry_run', 'dry-run', 'simulate'],
  ifMatch: ['ifMatch', 'if_match', 'If-Match', 'etag'],
  idempotencyKey: ['idempotencyKey', 'idempotency_key', 'Idempotency-Key', 'idempotencykey'],
} as const;
const allSpellings = Object.entries(spellings).flatMap(([term, names]) => names.map((name) => [name, term] as const));

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

const places = new Map([
  ['dryRun', '?dryRun=true'],
  ['ifMatch', 'the header If-Match'],
  ['idempotencyKey', 'the header Idempotency-Key'],
]);

describe('a write option in a body is answered with its right place, never with the advice to remove it', () => {
  test.each(allSpellings)('%s', async (name, term) => {
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
      const fix = await fixOf(method, path, json);
      expect(fix).toMatch(/^[A-Z].+\.$/);
      expect(fix).not.toContain('Remove');
      expect(fix).toContain(JSON.stringify(name));
      // Elsewhere a version has no header: see below.
      if (term !== 'ifMatch' || method === 'PATCH') expect(fix).toContain(places.get(term) ?? 'its place');
    }
  });

  test('a dry run that is false stays false', async () => {
    const fix = await fixOf('POST', subscriptionsPath, { ...validDraft, dryRun: false });
    expect(fix).toBe('Take "dryRun" out of the body and put ?dryRun=false behind the path.');
  });

  test('a dry run that is false as a text stays false, too', async () => {
    const fix = await fixOf('POST', subscriptionsPath, { ...validDraft, dryRun: 'false' });
    expect(fix).toBe('Take "dryRun" out of the body and put ?dryRun=false behind the path.');
  });

  test('a version is sent to the operation of a batch that it is for', async () => {
    const [beside, inside] = [
      await fixOf('POST', batchPath, { operations: [update], ifMatch: '"1"' }),
      await fixOf('POST', batchPath, { operations: [{ ...update, patch: { amount: 3, if_match: '"1"' } }] }),
    ];
    expect(beside).toContain('as "ifMatch" to the operations that need it');
    expect(inside).toContain('beside "patch"');
  });

  test('a version in a creation is answered with the way to update a record', async () => {
    const fix = await fixOf('POST', subscriptionsPath, { ...validDraft, ifMatch: '"1"' });
    expect(fix).toStartWith('To change a recorded subscription, use PATCH');
  });
});

test.each(allSpellings.filter(([, term]) => term !== 'dryRun'))(
  '%s in a query is sent into its header',
  async (name) => {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const json = method === 'PATCH' ? { amount: 3 } : undefined;
      const fix = await fixOf(method, `${pathOf(record)}?${name}=x`, json);
      expect(fix).toMatch(/^Take ".+" out of the query and send its value in the header (If-Match|Idempotency-Key)\.$/);
    }
  },
);

describe('a write option among the arguments of a tool, under another name, is answered with its right name', () => {
  const calls: readonly [string, Record<string, unknown>][] = [
    ['updateSubscription', { id: record.id, amount: 3 }],
    ['deleteSubscription', { id: record.id }],
    ['revertAuditEntry', { id: absentId }],
  ];

  test.each(allSpellings.filter(([name, term]) => name !== term))('%s to %s', async (name, term) => {
    for (const [tool, given] of calls) {
      const { suggestedFix } = await toolErrorOf(tool, { ...given, [name]: 'x' });
      expect(suggestedFix).toStartWith(`Rename ${JSON.stringify(name)} to "${term}"`);
    }
    if (term === 'ifMatch') return;
    for (const [tool, given] of [
      ['createSubscription', validDraft],
      ['batchSubscriptions', { operations: [creation] }],
    ] as const) {
      const { suggestedFix } = await toolErrorOf(tool, { ...given, [name]: 'x' });
      expect(suggestedFix).toStartWith(`Rename ${JSON.stringify(name)} to "${term}"`);
    }
  });

  test('or, in an operation of a batch, to be taken out of it', async () => {
    for (const term of ['dryRun', 'idempotencyKey'] as const) {
      for (const operation of [
        { ...update, [term]: 'x' },
        { ...update, patch: { amount: 3, [term]: 'x' } },
      ]) {
        const error = await toolErrorOf('batchSubscriptions', { operations: [operation] });
        const fix = `Take "${term}" out of the operation and send it as the argument "${term}", beside "operations".`;
        expect([error.suggestedFix, error.faults?.[0]?.suggestedFix]).toEqual([fix, fix]);
        expect(error).not.toHaveProperty('forTools');
        expect(error.faults?.[0]).not.toHaveProperty('forTools');
      }
    }
  });

  test('a client that follows the advice on a misspelt dry run writes nothing', async () => {
    const before = storedRows(service);
    const given = { id: record.id, amount: 99, dry_run: true };
    const { suggestedFix = '' } = await toolErrorOf('updateSubscription', given);
    const [, from = '', to = ''] = /^Rename "(\w+)" to "(\w+)"/.exec(suggestedFix) ?? [];
    const { [from as 'dry_run']: value, ...others } = given;
    const { structured } = await client.call('updateSubscription', { ...others, [to]: value });
    expect(structured).toMatchObject({ dryRun: true, data: { amount: 99 } });
    expect(storedRows(service)).toEqual(before);
  });
});

describe('the fix of an error names what its reader has', () => {
  test('of a stale version: a header or an argument, with the very value to send', async () => {
    const headers = { 'if-match': '"old"' };
    const answer = await service.call('PATCH', pathOf(record), { json: { amount: 3 }, headers });
    expectRefusal(answer, 412, { code: 'precondition_failed' });
    expect(answer.json.error.suggestedFix).toEndWith(`send it again with If-Match: ${answer.headers.get('etag')}.`);
    const stale = { id: record.id, amount: 3, ifMatch: '"old"' };
    const { field = '', suggestedFix = '' } = await toolErrorOf('updateSubscription', stale);
    const [, name = '', literal = 'null'] = /send it again with "(\w+)": (".*")\.$/.exec(suggestedFix) ?? [];
    expect(field).toBe(name);
    const mended = { ...stale, [name]: JSON.parse(literal) as unknown };
    expect(await client.call('updateSubscription', mended)).toMatchObject({ isError: false });
  });

  test.each([[''], [[]], [{}], [true], [['a']]])('of an idempotency key that is none: %j', async (idempotencyKey) => {
    const error = await toolErrorOf('createSubscription', { ...validDraft, idempotencyKey });
    expect(error).toMatchObject({ code: 'invalid_idempotency_key', field: 'idempotencyKey' });
  });
});
