import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, createKey, run } from '../support/binary.ts';
import { isNightly } from '../support/nightly.ts';
import { ownersRowsIn } from '../support/ownersRows.ts';
import { commandsOf, commandsOfMove, paste, password, startHome, type Home } from '../support/severalServers.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

type Rows = ReturnType<typeof ownersRowsIn>;

/** Stores something of everything that a household can have, except deliveries, which need a receiver. */
async function fill(home: Home): Promise<void> {
  const { household, write } = home;
  // Two payments are due, and the third one in the future: the server records none by itself.
  const lastPaymentDate = Temporal.Now.plainDateISO('UTC').subtract({ days: 65 }).toString();
  const draft = { ...validDraft, period: 'monthly', lastPaymentDate };
  const { id } = await write('POST', '/api/v1/subscriptions', draft);
  await write('PATCH', `/api/v1/subscriptions/${String(id)}`, { amount: 12.5 });
  await write('PATCH', `/api/v1/subscriptions/${String(id)}/details`, {
    notes: 'Shared',
    tags: ['home'],
    autoRenew: true,
  });
  await write('POST', `/api/v1/subscriptions/${String(id)}/renew`, { payments: 2 });
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const yearly = { ...validDraft, name: 'Domain', period: 'custom', customDate: '90', lastPaymentDate: today };
  const subscriptions = [{ ...yearly, details: { everyMonths: 3, anchorDay: 31 } }];
  await write('POST', '/api/v1/import', { format: 'duebook', version: 1, subscriptions });
  await write('PATCH', '/api/v1/preferences', { autoRenew: true, householdName: 'At home' });
  await write('POST', '/api/v1/feeds', { name: 'Bills' });
  await write('POST', '/api/v1/channels', { name: 'Phone', type: 'ntfy', settings: { topic: 'duebook-7Kx2' } });
  await write('POST', '/api/v1/reminders', { event: 'renewal', daysBefore: [3, 0] });
  const phone = { name: 'phone', scope: 'read' };
  const { id: keyId } = await write('POST', '/api/v1/keys', phone);
  await write('DELETE', `/api/v1/keys/${String(keyId)}`, undefined);
  const headers = { authorization: `Bearer ${home.key}`, 'idempotency-key': 'once' };
  const url = `http://${home.address}/api/v1`;
  await fetch(`${url}/subscriptions`, { method: 'POST', headers, body: JSON.stringify({ ...yearly, name: 'Gym' }) });
  await fetch(`${url}/session`, { method: 'POST', body: JSON.stringify({ user: household, password }) });
}

/** The records of an export without what no other server can have. */
async function exported({ directory, household }: Pick<Home, 'directory' | 'household'>) {
  const { stdout } = await run(['export', '--owner', household], { cwd: directory });
  const { subscriptions } = JSON.parse(stdout) as { readonly subscriptions: readonly Record<string, unknown>[] };
  return subscriptions.map(({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...record }) => record);
}

/** The columns of a table that differ between two lists of the same rows. */
function differing(table: string, before: Rows, after: Rows): string[] {
  const [rows, others] = [before[table] ?? [], after[table] ?? []];
  const columns = rows.flatMap((row, place) =>
    Object.keys(row).filter((column) => row[column] !== others[place]?.[column]),
  );
  return Array.from(new Set(columns)).sort();
}

describe('a household that is moved by export and import, as documented', () => {
  test.if(isNightly)(
    'keeps its records, details and payments, and loses exactly what the page says',
    async () => {
      const [from, to] = [await startHome('a'), await startHome('b')];
      await fill(from);
      const [before, records] = [ownersRowsIn(from.dataDirectory, 'anna'), await exported(from)];
      const output = await paste(commandsOf('duebook export'), [from, to]);
      expect(output).toContain('imported: 3 created, 0 updated');
      expect(await exported({ directory: to.directory, household: 'anna' })).toEqual(records);
      const [newKey = ''] = /^dbk_w_\w{36}$/m.exec(output) ?? [];
      const asked = async (key: string) => {
        const headers = { authorization: `Bearer ${key}` };
        return (await fetch(`http://${to.address}/api/v1/subscriptions`, { headers })).status;
      };
      expect([await asked(newKey), await asked(from.key)]).toEqual([200, 401]);

      const after = ownersRowsIn(to.dataDirectory, 'anna');
      const lost = Object.entries(before).flatMap(([table, rows]) => {
        const kept = new Set((after[table] ?? []).map((row) => JSON.stringify(row)));
        return rows.some((row) => !kept.has(JSON.stringify(row))) ? [table] : [];
      });
      expect(lost.sort()).toEqual([
        'api_keys',
        'audit_entries',
        'channels',
        'credential_ends',
        'feeds',
        'idempotency_keys',
        'imports',
        'memberships',
        'owners',
        'payments',
        'reminders',
        'subscriptions',
        'users',
      ]);
      expect(differing('owners', before, after)).toEqual(['auto_renew', 'created_at', 'household_name', 'revision']);
      expect(differing('subscriptions', before, after)).toEqual([
        'created_at',
        'id',
        'revision',
        'updated_at',
        'view_json',
      ]);
      expect(differing('payments', before, after)).toEqual(['audit_entry_id', 'id', 'subscription_id']);
      for (const home of [from, to]) await home.stop();
    },
    60_000,
  );
});

const paths = [
  'subscriptions?include=details',
  'payments',
  'analytics/summary',
  'analytics/spent',
  'analytics/price-changes',
  'audit',
  'activity',
  'preferences',
  'revision',
  'keys',
  'users',
  'feeds',
  'channels',
  'reminders',
  'deliveries',
  'imports',
];

describe('owners move', () => {
  test.if(isNightly)(
    'leaves all answers of the API as they are, and past changes can be reverted',
    async () => {
      const [from, to] = [await startHome('a'), await startHome('b')];
      await fill(from);
      const view = async ({ address }: Home, path: string) => {
        const headers = { authorization: `Bearer ${from.key}` };
        const answer = await fetch(`http://${address}/api/v1/${path}`, { headers });
        const { requestId: _requestId, ...body } = (await answer.json()) as Record<string, unknown>;
        // The time of the report, and the hour in which the key was used, on which the entity tag of the keys depends.
        const text = JSON.stringify(body).replaceAll(/"asOf":"[^"]*"|"lastUsedAt":(null|"[^"]*")/g, '');
        return { path, status: answer.status, etag: path === 'keys' ? null : answer.headers.get('etag'), text };
      };
      const viewOf = (home: Home) => Promise.all(paths.map((path) => view(home, path)));
      const before = await viewOf(from);
      expect(before.map(({ status }) => status)).toEqual(paths.map(() => 200));
      await paste(commandsOfMove(), [from, to]);
      expect(await viewOf(to)).toEqual(before);

      const headers = { authorization: `Bearer ${from.key}` };
      const post = (path: string) => fetch(`http://${to.address}/api/v1/${path}`, { method: 'POST', headers });
      const idsIn = (text: string) => Array.from(text.matchAll(/\{"id":"([^"]+)"/g), ([, id = '']) => id);
      const [importId = ''] = idsIn((await view(to, 'imports')).text);
      expect((await post(`imports/${importId}/revert`)).status).toBe(200);
      const { data: entries } = JSON.parse((await view(to, 'audit?action=subscription.update')).text) as {
        readonly data: readonly { readonly id: string; readonly metadata: { readonly patch?: object } }[];
      };
      const repriced = entries.find(({ metadata }) => metadata.patch !== undefined && 'amount' in metadata.patch);
      expect((await post(`audit/${repriced?.id}/revert`)).status).toBe(200);
      for (const home of [from, to]) await home.stop();
    },
    60_000,
  );

  test.if(isNightly)(
    'that is killed at any moment loses nothing, and the next one ends it',
    async () => {
      const [from, to] = [temporaryDirectory(), temporaryDirectory()];
      await createKey(from, 'anna', 'write');
      await createKey(to, 'chen', 'write');
      const payments = Array.from({ length: 6 }, (_, place) => {
        const day = `2026-0${place + 1}-15`;
        return { dueOn: day, paidOn: day, amount: 10, currency: 'EUR', source: 'manual' };
      });
      const draft = { category: 'TV', amount: 10, currency: 'EUR', period: 'monthly', lastPaymentDate: '2026-06-15' };
      const subscriptions = Array.from({ length: 1500 }, (_, place) => ({ ...draft, name: `Name ${place}`, payments }));
      writeFileSync(join(from, 'anna.json'), JSON.stringify({ format: 'duebook', version: 1, subscriptions }));
      expect((await run(['import', 'anna.json', '--owner', 'anna'], { cwd: from })).exitCode).toBe(0);
      const hashIn = (directory: string) => Bun.hash(JSON.stringify(ownersRowsIn(join(directory, 'data'), 'anna')));
      const before = hashIn(from);
      const has = async (cwd: string) => (await run(['owners', 'list'], { cwd })).stdout.includes('anna');
      const words = [binary, 'owners', 'move', 'anna', '--data-dir', join(from, 'data'), '--to', join(to, 'data')];
      let [kills, isMoved] = [0, false];
      for (let milliseconds = 30; !isMoved; milliseconds = milliseconds * 1.15 + 5) {
        const child = Bun.spawn(words, { stdout: 'ignore', stderr: 'ignore' });
        const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
        await child.exited;
        clearTimeout(timer);
        if (child.signalCode === 'SIGKILL') kills += 1;
        const [isThere, isHere] = [await has(to), await has(from)];
        expect(isThere || isHere).toBe(true);
        if (isHere) expect(hashIn(from)).toBe(before);
        if (isThere) expect(hashIn(to)).toBe(before);
        isMoved = isThere && !isHere;
      }
      expect(kills).toBeGreaterThan(5);
      expect((await run(['check'], { cwd: to })).exitCode).toBe(0);
    },
    // Each round starts the executable three times; a busy machine makes more rounds.
    600_000,
  );
});
