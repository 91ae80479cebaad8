import { afterAll, describe, expect, test } from 'bun:test';
import { openStore } from '../../../src/store/store.ts';
import { fixtureKeys, placeFixture, schemaVersions } from '../../support/fixtures.ts';
import { household } from '../../support/householdFixture.ts';
import { signIn } from '../../support/storedPeople.ts';
import { hashCode } from '../../../src/domain/keys/signInCode.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const at = '2026-06-16T12:00:00.000Z';
const { owner, adminId, key, sessionId, sessionToken, code, passwordHash, feedToken, subscriptionId, details } =
  household;

describe.each(schemaVersions.filter((version) => version >= 7))('a database of schema version %d', (version) => {
  const directory = temporaryDirectory();
  placeFixture(version, directory);
  const store = openStore(directory);
  afterAll(() => store.close());
  const ownerId = Object.keys(fixtureKeys).length + 1;

  test('keeps its users, and who is signed in', () => {
    expect(store.users.list()).toMatchObject([
      { id: adminId, name: 'Carla', owner, scope: 'admin', hasPassword: true },
      { name: 'dan', owner, scope: 'read', hasPassword: false },
    ]);
    const user = { id: adminId, name: 'Carla' };
    expect(store.sessions.findHolder(sessionToken, () => at)).toMatchObject({ id: sessionId, scope: 'admin', user });
    expect(store.apiKeys.findHolder(key, () => at)).toMatchObject({ scope: 'admin', ownerId });
  });

  test('keeps what people sign in with', async () => {
    expect(await Bun.password.verify('correct horse battery', passwordHash)).toBe(true);
    expect(signIn(store, { method: 'password', userId: adminId, passwordHash })).toBeDefined();
    const byCode = { method: 'code', hash: hashCode(code) ?? '' } as const;
    expect([signIn(store, byCode), signIn(store, byCode)]).toEqual([expect.anything(), undefined]);
  });

  test('keeps its calendar feed, which there is from version 12 on', () => {
    const feed = { ownerId, feed: { name: 'Bills', tag: 'family', alarmDaysBefore: 1 } };
    const found = store.feeds.findByToken(feedToken);
    if (version < 12) expect(found).toBeUndefined();
    else expect(found).toMatchObject(feed);
  });

  test('keeps the details and the payments of a subscription', () => {
    expect(store.subscriptions.findDetails(ownerId, subscriptionId)).toMatchObject(details);
    const { items } = store.payments.list(ownerId, {}, { limit: 10, offset: 0 });
    const payments = items.map((json) => JSON.parse(json) as { dueOn: string; subscriptionId: string });
    expect(payments.map(({ dueOn }) => dueOn)).toEqual(['2026-05-10', '2026-04-10']);
    expect(payments.every((payment) => payment.subscriptionId === subscriptionId)).toBe(true);
  });
});
