import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeBackup } from '../../../../src/core/backup/backup.ts';
import { restoreBackup } from '../../../../src/modules/restores/writes/restore.ts';
import { openStore } from '../../../../src/modules/store.ts';
import { channelDraft } from '../../../support/operationRequests.ts';
import { addCode, addUser, signedIn, withSession } from '../../../support/people.ts';
import { startService, type Answer } from '../../../support/service.ts';
import { addUser as storeUser } from '../../../support/storedPeople.ts';
import { temporaryDirectory } from '../../../support/temporaryDirectory.ts';
import { openTestStore } from '../../../support/testStore.ts';

// §15.11: how long what belongs to a person lasts.

const service = await startService();
const admin = { key: service.makeKey('first', 'admin') };
const paths = ['/api/v1/channels', '/api/v1/feeds', '/api/v1/reminders'];

/** Makes a person with a channel, a feed and a rule; gives functions that change the person, and show what is left. */
async function makeOwner() {
  const userId = await addUser(service, `person ${crypto.randomUUID()}`);
  const person = withSession(await signedIn(service, { code: addCode(service, userId) }));
  const replayed = { ...person, headers: { ...person.headers, 'Idempotency-Key': crypto.randomUUID() } };
  const make = (path: string, json: unknown) => service.call('POST', path, { ...replayed, json });
  const idOf = ({ json }: Answer) => json.data.id;
  const channel = idOf(await service.call('POST', '/api/v1/channels', { ...person, json: channelDraft }));
  const feed = (await make('/api/v1/feeds', { name: 'Bills' })).json.data as unknown as { id: string; url: string };
  const rule = { event: 'renewal', daysBefore: [3], channelIds: [channel] };
  const ids = [channel, feed.id, idOf(await service.call('POST', '/api/v1/reminders', { ...person, json: rule }))];

  async function left() {
    const lists = await Promise.all(paths.map((path) => service.call('GET', path, admin)));
    const listed = lists.flatMap(({ json }) => json.data as unknown as readonly { readonly id: string }[]);
    const isListed = ids.map((id) => listed.some((one) => one.id === id));
    return [...isListed, (await fetch(feed.url)).status];
  }

  const change = async (method: string, query = '', json?: unknown) => {
    const path = `/api/v1/users/${userId}${query}`;
    expect((await service.call(method, path, { ...admin, ...(json !== undefined && { json }) })).status).toBe(200);
  };
  return { left, change };
}

type Person = Awaited<ReturnType<typeof makeOwner>>;

describe('what belongs to a person', () => {
  test.each([
    ['the user is deleted', ({ change }: Person) => change('DELETE'), false],
    ['the user may only read', ({ change }: Person) => change('PATCH', '', { scope: 'read' }), false],
    ['the user becomes an admin', ({ change }: Person) => change('PATCH', '', { scope: 'admin' }), true],
    ['the deletion is only tried', ({ change }: Person) => change('DELETE', '?dryRun=true'), true],
    ['reading only is only tried', ({ change }: Person) => change('PATCH', '?dryRun=true', { scope: 'read' }), true],
  ] as const)('when %s', async (_what, change, stays) => {
    const person = await makeOwner();
    expect(await person.left()).toEqual([true, true, true, 200]);
    await change(person);
    expect(await person.left()).toEqual(stays ? [true, true, true, 200] : [false, false, false, 404]);
  });

  test('does not come back with the right', async () => {
    const { change, left } = await makeOwner();
    await change('PATCH', '', { scope: 'read' });
    await change('PATCH', '', { scope: 'write' });
    expect(await left()).toEqual([false, false, false, 404]);
  });

  test.each([
    ['was deleted', 'user.delete', {}],
    ['may only read', 'user.update', { patch: { scope: 'read' } }],
  ] as const)('ends with a restore, if the user %s since the backup', (_what, kind, change) => {
    const { directory, store, database, first } = openTestStore();
    const userId = storeUser(store, { name: 'ben', owner: 'first', passwordHash: null, scope: 'write' });
    const columns = `(id, owner_id, user_id, hash, name, status, days_ahead, days_back, created_at)`;
    const values = `('f', ${first.ownerId}, '${userId}', 'h', 'Bills', 'active', 30, 0, '2026-06-16T12:00:00.000Z')`;
    database.run(`INSERT INTO feeds ${columns} VALUES ${values}`);
    const file = join(temporaryDirectory(), 'backup.db');
    const wallMilliseconds = Date.parse('2026-06-18T10:00:00Z');
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    const actor = { ...first.principal, scope: 'admin', requestId: 'r' } as const;
    const about = { actor, at: '2026-06-17T10:00:00.000Z', auditEntryId: crypto.randomUUID(), userId };
    store.inProcess.commit({ ...about, kind, ...change } as Parameters<typeof store.inProcess.commit>[0]);
    store.close();
    restoreBackup({ dataDirectory: directory, file, wallMilliseconds });
    const restored = openStore(directory);
    expect(restored.feeds.all()).toEqual([]);
    restored.close();
  });
});
