import type { Database } from 'bun:sqlite';
import type { WriteCommand } from '../../src/modules/commands.ts';
import { feedSettingsOf } from '../../src/modules/feeds/model.ts';
import {
  composeApiKey,
  composeFeedToken,
  composeSessionToken,
  hashApiKey,
  startOfApiKey,
} from '../../src/core/access/apiKey.ts';
import { composeCode, hashCode } from '../../src/core/access/signInCode.ts';
import type { OpenedStore } from '../../src/modules/store.ts';
import { commitGroups } from './commitGroups.ts';
import { addKey } from './operator.ts';
import { validDraft } from './validDraft.ts';

// What the databases of schema version 7 and newer have beside the records of all versions: an owner with two users, of whom
// one has signed in with a password and has a code, and a subscription with details and payments.

const at = '2026-06-10T08:00:00.000Z';
const until = '2026-07-10T08:00:00.000Z';

function id(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

const bytes = (seed: number) => (count: number) => new Uint8Array(count).fill(seed);

/** The household: its secrets work in these databases only. */
const household = {
  owner: 'carla',
  adminId: id(31),
  key: composeApiKey('admin', bytes(3)),
  sessionId: id(41),
  sessionToken: composeSessionToken(bytes(4)),
  code: composeCode(bytes(5)),
  /** The password is `correct horse battery`. */
  passwordHash:
    '$argon2id$v=19$m=19456,t=2,p=1$vuNTsCOExSX/aBNGmMBSDTdJJerL0b7T80AEDdEsEd8$NT42Kh1JCXewkW9dj8Jq0IgA939ouejhmTjfFz054nI',
  subscriptionId: id(51),
  /** The link of the calendar feed, from schema version 12 on. */
  feedToken: composeFeedToken(bytes(6)),
  details: { notes: 'Shared with the neighbours.', tags: ['family'], paymentMethod: 'Visa 1234' },
} as const;

/** Fills a database with the household. Its owner has the given id. */
export function addHousehold(store: OpenedStore, database: Database, ownerId: number): void {
  const { owner, adminId, sessionId, sessionToken, code, passwordHash } = household;
  const key = { key: household.key, id: id(32), owner, name: 'laptop', createdAt: at, expiresAt: null };
  addKey(store, { ...key, scope: 'admin' });
  let entries = 200;
  const origin = () => ({ at, auditEntryId: id((entries += 1)) });
  const operator = () => ({ ...origin(), actor: { kind: 'service', requestId: id((entries += 1)) } as const });
  const admin = { userId: adminId, name: 'Carla', passwordHash, scope: 'admin' } as const;
  const reader = { userId: id(33), name: 'dan', passwordHash: null, scope: 'read' } as const;
  for (const user of [admin, reader]) store.inProcess.commit({ ...operator(), ...user, owner, kind: 'user.create' });
  const proof = { method: 'password', userId: adminId, passwordHash } as const;
  const token = { start: startOfApiKey(sessionToken), hash: hashApiKey(sessionToken), expiresAt: until };
  const session = { ...token, id: sessionId, name: 'Firefox on Linux', proof };
  store.inProcess.commit({ ...operator(), ...session, kind: 'session.create' });
  const newCode = { userId: adminId, hash: hashCode(code) ?? '', expiresAt: until };
  store.inProcess.commit({ ...operator(), ...newCode, kind: 'user.createCode' });

  const { subscriptionId, details } = household;
  const write = () => ({
    ...origin(),
    actor: { kind: 'session', id: sessionId, ownerId, scope: 'admin', requestId: id((entries += 1)) } as const,
    subscriptionId,
  });
  const draft = { ...validDraft, name: 'Internet', lastPaymentDate: '2026-03-10' };
  const renewal = { kind: 'subscription.renew', today: '2026-06-10', payment: {} } as const;
  const renewedAs = ({ auditEntryId, ...about }: ReturnType<typeof write>, paymentId: string) => ({
    ...about,
    ...renewal,
    renewals: [{ paymentId, auditEntryId }],
  });
  const commands: WriteCommand[] = [
    { ...write(), kind: 'subscription.create', draft, details },
    renewedAs(write(), id(61)),
    renewedAs(write(), id(62)),
  ];
  const settings = feedSettingsOf({ name: 'Bills', tag: 'family', alarmDaysBefore: 1 });
  const { subscriptionId: _subscriptionId, ...byAdmin } = write();
  commands.push({ ...byAdmin, kind: 'feed.create', feedId: id(71), hash: hashApiKey(household.feedToken), settings });
  const outcomes = commitGroups(database)(commands);
  if (!outcomes.every((outcome) => 'result' in outcome && outcome.result.outcome === 'stored')) {
    throw new Error(`not all was stored: ${JSON.stringify(outcomes)}`);
  }
}
