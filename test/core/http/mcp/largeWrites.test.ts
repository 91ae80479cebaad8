import { describe, expect, test } from 'bun:test';
import { writeLengthMax } from '../../../../src/core/http/mcp/shortResults.ts';
import { pathOf, storedRows } from '../../../support/expectations.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { callerFor, requestOf } from '../../../support/operationRequests.ts';
import { operationRows } from '../../../support/operations.ts';
import { startService, validDraft } from '../../../support/service.ts';

type Members = Readonly<Record<string, unknown>>;
type Client = Awaited<ReturnType<typeof connectMcp>>;

const service = await startService({ quota: { limit: 1_000_000, windowSeconds: 60 } });
const longest = '\u{1f3ac}';
const largeDetails = {
  notes: longest.repeat(2000),
  url: `https://example.com/${'u'.repeat(1900)}`,
  paymentMethod: longest.repeat(80),
  tags: Array.from({ length: 20 }, (_, number) => `${longest.repeat(38)}${String(number).padStart(2, '0')}`),
};
const largeDraft = { ...validDraft, name: longest.repeat(120), category: longest.repeat(80) };

/** A write that succeeds, with a result that is not too long; the same call again writes nothing. */
async function writtenOnce(client: Client, tool: string, given: Members): Promise<Members> {
  const once = { ...given, idempotencyKey: `once-${tool}` };
  const { isError, structured } = await client.call(tool, once);
  expect([tool, isError, structured['error']]).toEqual([tool, false, undefined]);
  expect(JSON.stringify(structured).length).toBeLessThan(writeLengthMax + 4096);
  const before = storedRows(service);
  const again = await client.call(tool, once);
  expect([tool, again.isError, again.structured['replayed']]).toEqual([tool, false, true]);
  // A replay has no secrets.
  for (const member of ['results', 'import', 'hint']) expect(again.structured[member]).toEqual(structured[member]);
  expect(storedRows(service)).toEqual(before);
  return structured;
}

const countOf = (table: string, owner: string) =>
  service.database
    .query<{ count: number }, [string]>(
      `SELECT count(*) AS count FROM ${table} JOIN owners ON owners.id = owner_id WHERE owners.name = ?`,
    )
    .get(owner)?.count;

describe('§9.1: a write with a long result', () => {
  test('of 30 renewals and 70 large updates is a success with what was done to each, and is not made again', async () => {
    const key = service.makeKey('renewals', 'write');
    const client = await connectMcp(service.origin, key);
    const records = [];
    for (let count = 0; count < 100; count += 1) {
      const record = await service.create({ ...largeDraft, lastPaymentDate: '2026-05-10' }, key);
      await service.call('PATCH', `${pathOf(record)}/details`, { key, json: largeDetails });
      records.push(record);
    }
    const operations = records.map(({ id }, index) =>
      index < 30 ? { action: 'renew', id } : { action: 'update', id, details: { cancelBefore: '2026-12-01' } },
    );
    const structured = await writtenOnce(client, 'batchSubscriptions', { operations });
    expect(structured['results']).toEqual(operations.map(({ action, id }) => ({ action, id })));
    expect(structured['hint']).toContain('each result has only what was done');
    expect(countOf('payments', 'renewals')).toBe(30);
  });

  test('of an import of 9,800 rows is a success with all counts and the id to undo it, and is not made again', async () => {
    const client = await connectMcp(service.origin, service.makeKey('rows', 'write'), '2026', 'import');
    const rows = Array.from({ length: 9_800 }, (_, row) => `N${row},1,USD,monthly,2026-06-01`);
    const content = ['name,amount,currency,period,lastPaymentDate', ...rows].join('\n');
    const structured = await writtenOnce(client, 'importSubscriptions', { file: content });
    const { id, ...counts } = structured['import'] as Members;
    expect(counts).toMatchObject({ rows: 9_800, created: 9_800, skipped: 0, failed: 0 });
    expect(structured['hint']).toMatch(/shown are \d+ of 9800 results/);
    expect(countOf('subscriptions', 'rows')).toBe(9_800);
    // Without the key, each row is a duplicate.
    const again = (await client.call('importSubscriptions', { file: content })).structured['import'];
    expect(again).toMatchObject({ created: 0, skipped: 9_800 });
    await writtenOnce(client, 'revertImport', { id });
    expect(countOf('subscriptions', 'rows')).toBe(0);
  });

  // The first is short enough with what was done to each row; of the second, some rows are left out.
  test.each([
    [100, 'n'.repeat(800)],
    [3_000, ''],
  ])('of a dry run of %d rows says that nothing is stored, and of no way to read it', async (count, notes) => {
    const client = await connectMcp(service.origin, service.makeKey(`dry${count}`, 'write'));
    const rows = Array.from({ length: count }, (_, row) => `N${row},1,USD,monthly,2026-06-01,${notes}`);
    const content = ['name,amount,currency,period,lastPaymentDate,notes', ...rows].join('\n');
    const { structured } = await client.call('importSubscriptions', { file: content, dryRun: true });
    expect(structured['import']).toMatchObject({ dryRun: true, created: count });
    expect(structured['hint']).toMatch(/Nothing is stored\.$/);
    expect(structured['hint']).not.toMatch(/listSubscriptions|by their ids/);
  });

  test('of an import that is refused shows the faulty rows first, and how many there are', async () => {
    const client = await connectMcp(service.origin, service.makeKey('faults', 'write'));
    const row = (index: number) => `N${index},${index % 3000 === 2999 ? 'much' : '1'},USD,monthly,2026-06-01`;
    const rows = Array.from({ length: 9_000 }, (_, index) => row(index));
    const content = ['name,amount,currency,period,lastPaymentDate', ...rows].join('\n');
    const { isError, structured } = await client.call('importSubscriptions', { file: content });
    expect([isError, structured['error']]).toEqual([true, expect.objectContaining({ code: 'import_refused' })]);
    expect(structured['hint']).toMatch(/Nothing is stored\.$/);
    const { results, failed } = structured['import'] as { failed: number; results: readonly Members[] };
    expect(failed).toBe(3);
    expect(results.slice(0, 4).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'created']);
  });
});

/** What makes the result of a tool as long as it can be. */
const larger: Readonly<Record<string, object>> = {
  createSubscription: largeDraft,
  updateSubscription: { name: largeDraft.name, category: largeDraft.category, include: 'details' },
  updateDetails: largeDetails,
  renewSubscription: { dueOn: '2026-06-10', payments: 36 },
  batchSubscriptions: {
    operations: Array.from({ length: 10 }, () => ({
      action: 'create',
      subscription: largeDraft,
      details: largeDetails,
    })),
  },
  createReminder: { event: 'renewal', daysBefore: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
};

// Each makes something new every time, which its tool says, and has no idempotency key.
const withoutKey = new Set(['createInvitation', 'createSignInCode', 'testChannel']);

test('§9.1: every tool that writes succeeds with its largest result, and its repetition writes nothing', async () => {
  const client = await connectMcp(service.origin, service.makeKey('first', 'admin'), '2026', 'all');
  const tools = (await client.tools()).filter(({ annotations }) => annotations?.readOnlyHint !== true);
  for (const { name, inputSchema } of tools) {
    expect([name, Object.hasOwn(inputSchema.properties ?? {}, 'idempotencyKey')]).toEqual([
      name,
      !withoutKey.has(name),
    ]);
    if (withoutKey.has(name)) continue;
    const ofStatus = /^(?:cancel|pause|resume)/.test(name);
    const row = operationRows.find(({ operationId }) => operationId === (ofStatus ? 'updateSubscription' : name));
    if (row === undefined) throw new Error(`no operation for ${name}`);
    const { path, call } = await requestOf(service, row, await callerFor(service, row));
    const [id = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(path) ?? [];
    const body = ofStatus ? {} : (call.json as object | undefined);
    const content = name === 'importSubscriptions' && { file: JSON.stringify(body) };
    await writtenOnce(client, name, { ...(row.hasId && { id }), ...(content || { ...body, ...larger[name] }) });
  }
}, 60_000);
