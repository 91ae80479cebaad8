import { describe, expect, test } from 'bun:test';
import type { ClientCommand, WriteCommand } from '../../../src/modules/commands.ts';
import { feedSettingsOf } from '../../../src/modules/feeds/model.ts';
import type { Principal } from '../../../src/core/access/principal.ts';
import { sessionsMax } from '../../../src/core/access/session.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { commitGroups } from '../../support/commitGroups.ts';
import { storedRows } from '../../support/expectations.ts';
import { operatorAt, revokeKey } from '../../support/operator.ts';
import { addUser, peopleAt as at, signIn } from '../../support/storedPeople.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const newId = () => systemRandomness.uuid();
const passwordHash = '$argon2id$';

/** A store with a user of the owner `first`, who has a session, and a record. */
async function createParts() {
  const parts = openTestStore();
  const userId = addUser(parts.store, { name: 'ben', owner: 'first', passwordHash });
  const session = signIn(parts.store, { method: 'password', userId, passwordHash });
  const subscriptionId = await storedId(parts.create());
  const entry = parts.database.query<{ id: string }, []>('SELECT id FROM audit_entries ORDER BY sequence DESC').get();
  const principal = { kind: 'session', id: session?.id ?? '', ownerId: parts.first.ownerId, scope: 'admin' } as const;
  const feedId = newId();
  const feed = { kind: 'feed.create', feedId, hash: newId(), settings: feedSettingsOf({ name: 'Bills' }) } as const;
  parts.store.inProcess.commit({ ...originOf(parts.first.principal), ...feed });
  return { ...parts, userId, principal, subscriptionId, feedId, entryId: entry?.id ?? '' };
}

type Parts = Awaited<ReturnType<typeof createParts>>;

function originOf(principal: Principal) {
  return { actor: { ...principal, requestId: newId() }, at, auditEntryId: newId() };
}

/** One command of each kind. A new kind must be added here. */
function commandsOf({ subscriptionId, userId, feedId, entryId }: Parts, principal: Principal) {
  const origin = () => originOf(principal);
  const credential = () => ({ id: newId(), start: 'dbk_w_', hash: newId() });
  const user = { userId: newId(), name: `user ${newId()}`, passwordHash: null, scope: 'read' } as const;
  const today = '2026-06-16';
  const deletion = { ...origin(), kind: 'subscription.delete', subscriptionId } as const;
  const commands: { readonly [Kind in ClientCommand['kind']]: Extract<ClientCommand, { kind: Kind }> } = {
    'subscription.create': { ...origin(), kind: 'subscription.create', subscriptionId: newId(), draft: validDraft },
    'subscription.update': { ...origin(), kind: 'subscription.update', subscriptionId, patch: { amount: 2 } },
    'subscription.deleteDetails': {
      ...origin(),
      kind: 'subscription.deleteDetails',
      subscriptionId,
      today: '2026-06-16',
    },
    'subscription.delete': deletion,
    'subscription.renew': {
      ...origin(),
      kind: 'subscription.renew',
      subscriptionId,
      renewals: [{ paymentId: newId(), auditEntryId: newId() }],
      today,
      payment: { dueOn: '2026-06-16', paidOn: today },
    },
    'payment.update': { ...origin(), kind: 'payment.update', paymentId: newId(), today, patch: { amount: 2 } },
    'payment.delete': { ...origin(), kind: 'payment.delete', paymentId: newId() },
    'rates.set': {
      ...origin(),
      kind: 'rates.set',
      rates: { base: 'EUR', source: 'manual', asOf: today, rates: { USD: 1.1642 } },
    },
    'rates.delete': { ...origin(), kind: 'rates.delete' },
    'reminder.create': {
      ...origin(),
      kind: 'reminder.create',
      reminderId: newId(),
      draft: { event: 'renewal', daysBefore: [1] },
    },
    'reminder.update': { ...origin(), kind: 'reminder.update', reminderId: newId(), patch: { enabled: false } },
    'reminder.delete': { ...origin(), kind: 'reminder.delete', reminderId: newId() },
    'delivery.retry': { ...origin(), kind: 'delivery.retry', deliveryId: newId() },
    'audit.revert': { ...origin(), kind: 'audit.revert', revertedEntryId: entryId },
    'audit.revertRequest': { ...origin(), kind: 'audit.revertRequest', revertedRequestId: origin().actor.requestId },
    'preferences.update': { ...origin(), kind: 'preferences.update', patch: { autoRenew: true } },
    'feed.create': {
      ...origin(),
      kind: 'feed.create',
      feedId: newId(),
      hash: newId(),
      settings: feedSettingsOf({ name: 'Bills' }),
    },
    'feed.delete': { ...origin(), kind: 'feed.delete', feedId },
    'key.create': {
      ...origin(),
      ...credential(),
      kind: 'key.create',
      scope: 'admin',
      name: 'k',
      expiresAt: null,
    },
    'key.revoke': { ...origin(), kind: 'key.revoke', keyId: principal.id },
    'user.create': { ...origin(), ...user, kind: 'user.create' },
    'user.update': { ...origin(), kind: 'user.update', userId, patch: { scope: 'read' } },
    'user.delete': { ...origin(), kind: 'user.delete', userId },
    'user.createCode': { ...origin(), kind: 'user.createCode', userId, hash: newId(), expiresAt: at },
    'channel.create': {
      ...origin(),
      kind: 'channel.create',
      channelId: newId(),
      draft: { name: 'Phone', type: 'webhook', enabled: true, language: 'en' },
      settings: {},
      secrets: {},
      origin: null,
    },
    'channel.update': {
      ...origin(),
      kind: 'channel.update',
      channelId: newId(),
      patch: { name: 'Tablet' },
      settings: {},
      secrets: {},
    },
    'channel.delete': { ...origin(), kind: 'channel.delete', channelId: newId() },
    'session.end': { ...origin(), kind: 'session.end', sessionId: principal.id },
    'user.setPassword': {
      ...origin(),
      kind: 'user.setPassword',
      passwordHash: '$new',
      verifiedHash: passwordHash,
    },
    'import.run': {
      ...origin(),
      kind: 'import.run',
      importId: newId(),
      format: 'duebook',
      rows: 0,
      created: 0,
      updated: 0,
      payments: 0,
      revision: 0,
    },
    'import.revert': { ...origin(), kind: 'import.revert', importId: newId() },
    batch: { ...origin(), kind: 'batch', operations: [deletion] },
  };
  return Object.values(commands);
}

const kinds = commandsOf(await createParts(), openTestStore().first.principal).map(({ kind }) => kind);

interface End {
  readonly principal: Principal;
  readonly command: WriteCommand;
}

/** How a command ends a key or a session. */
const ends: Readonly<Record<string, (parts: Parts) => End>> = {
  'whose key was revoked': ({ first: { principal, apiKeyId: keyId } }) => ({
    principal,
    command: { ...operatorAt(at), kind: 'key.revoke', keyId },
  }),
  'whose key was rotated without a grace time': ({ first: { principal, apiKeyId: keyId } }) => {
    const successor = { id: newId(), start: 'dbk_w_', hash: newId() };
    return { principal, command: { ...operatorAt(at), kind: 'key.rotate', keyId, graceSeconds: 0, successor } };
  },
  'whose key was made by a rotation that is undone': ({ store, first: { principal, apiKeyId: keyId } }) => {
    const successor = { id: newId(), start: 'dbk_w_', hash: newId() };
    store.inProcess.commit({ ...operatorAt(at), kind: 'key.rotate', keyId, graceSeconds: 60, successor });
    const end = { expiresAt: null, revokedAt: null };
    return {
      principal: { ...principal, id: successor.id },
      command: { ...operatorAt(at), kind: 'key.undoRotation', keyId, successorId: successor.id, end },
    };
  },
  'whose user signs in too often': ({ store, principal, userId }) => {
    const proof = { method: 'password', userId, passwordHash } as const;
    for (let others = 1; others < sessionsMax; others += 1) signIn(store, proof);
    const session = { id: newId(), start: 'dbs_', hash: newId(), name: null, expiresAt: '2027-01-01T00:00:00.000Z' };
    return { principal, command: { ...operatorAt(at), ...session, kind: 'session.create', proof } };
  },
  'whose session was revoked by another admin': ({ first, principal }) => ({
    principal,
    command: { ...originOf(first.principal), kind: 'key.revoke', keyId: principal.id },
  }),
  'whose session has ended': ({ principal }) => ({
    principal,
    command: { ...originOf(principal), kind: 'session.end', sessionId: principal.id },
  }),
  'whose user may do less now': ({ store, principal, userId, first }) => {
    addUser(store, { name: 'another admin', owner: 'first' });
    return {
      principal,
      command: { ...originOf(first.principal), kind: 'user.update', userId, patch: { scope: 'write' } },
    };
  },
  'whose user was removed': ({ principal, userId }) => ({
    principal,
    command: { ...operatorAt(at), kind: 'user.delete', userId },
  }),
  'whose user got another password': ({ principal, userId }) => ({
    principal,
    command: { ...operatorAt(at), kind: 'user.setPassword', userId, passwordHash: '$other' },
  }),
  'whose owner was deleted': ({ first: { principal } }) => ({
    principal,
    command: { ...operatorAt(at), kind: 'owner.delete', owner: 'first' },
  }),
};

/** Makes a principal that may not write. */
const refused: Readonly<Record<string, (parts: Parts) => Principal>> = {
  'whose key has expired': ({ database, first }) => {
    database.query('UPDATE api_keys SET expires_at = ? WHERE id = ?').run(at, first.apiKeyId);
    return first.principal;
  },
  'whose key is one of another owner': ({ first, second }) => ({ ...first.principal, id: second.apiKeyId }),
  ...Object.fromEntries(
    Object.entries(ends).map(([name, endOf]) => [
      name,
      (parts: Parts) => {
        const { principal, command } = endOf(parts);
        parts.store.inProcess.commit(command);
        return principal;
      },
    ]),
  ),
};

describe('a write of each kind', () => {
  test.each(Object.entries(refused))('§4.1: %s is refused and changes nothing, also as a dry run', async (_, end) => {
    const parts = await createParts();
    const commitGroup = commitGroups(parts.database);
    const principal = end(parts);
    const before = storedRows(parts);
    const refusal = { result: { outcome: 'actorEnded', kind: principal.kind } };
    const commands = commandsOf(parts, principal);
    for (const command of commands) {
      const dry = { ...command, dryRun: true } as ClientCommand;
      expect([command.kind, commitGroup([command]), commitGroup([command, dry])] as unknown).toEqual([
        command.kind,
        [refusal],
        [refusal, refusal],
      ]);
    }
    expect(storedRows(parts)).toEqual(before);
  });

  test.each(kinds)('whose key or session is valid is not refused for it: %s', async (kind) => {
    const parts = await createParts();
    const command = commandsOf(parts, parts.principal).find((one) => one.kind === kind);
    const [outcome] = commitGroups(parts.database)(command === undefined ? [] : [command]);
    expect(JSON.stringify(outcome)).toStartWith('{"result":{"outcome":');
    expect(JSON.stringify(outcome)).not.toContain('actorEnded');
  });
});

describe('a key or session that ends in the same group of writes', () => {
  const creation = (principal: Principal) =>
    ({ ...originOf(principal), kind: 'subscription.create', subscriptionId: newId(), draft: validDraft }) as const;

  test.each(Object.entries(ends))('§4.1: writes before that, and not after it: one %s', async (_, endOf) => {
    const parts = await createParts();
    const { principal, command } = endOf(parts);
    const outcomes = commitGroups(parts.database)([creation(principal), command, creation(principal)]);
    const [before, , after] = outcomes.map((outcome) => 'result' in outcome && outcome.result.outcome);
    expect([before, after]).toEqual(['stored', 'actorEnded']);
  });

  test('§4.1: gets no stored outcome for an idempotency key that it has used', async () => {
    const { database, store, first } = await createParts();
    const commitGroup = commitGroups(database);
    const idempotency = { key: 'once', fingerprint: 'f', keptSince: at };
    const command = { ...creation(first.principal), idempotency };
    expect(commitGroup([command, command])).toMatchObject([
      { result: { outcome: 'stored' } },
      { result: { outcome: 'stored', replayed: true } },
    ]);
    revokeKey(store, first.apiKeyId, at);
    expect(commitGroup([command])).toEqual([{ result: { outcome: 'actorEnded', kind: 'key' } }]);
  });
});
