import type { DraftOf, FieldTable, ViewOf } from '../../core/fields/fieldTable.ts';
import { scopes } from '../../core/access/scope.ts';

const instant = '2027-06-16T12:00:00.000Z';

/** The fields of a key, as an admin of its owner creates it. */
export const keyFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00' },
  name: {
    kind: 'name',
    lengthMax: 80,
    isRequired: true,
    isTrimmed: true,
    description: 'The name to recognize the key by.',
    example: 'phone',
    alsoCalled: ['label', 'title', 'description'],
  },
  kind: { kind: 'choice', words: ['key', 'session'], typeName: 'KeyKind', isServerManaged: true, example: 'key' },
  scope: {
    kind: 'choice',
    words: scopes,
    typeName: 'Scope',
    isRequired: true,
    description: 'read reads; write also changes records; admin also manages keys and users.',
    example: 'write',
    alsoCalled: ['role', 'permission', 'access', 'scopes'],
  },
  start: {
    kind: 'label',
    lengthMax: 11,
    isServerManaged: true,
    description: 'The first characters of the key.',
    example: 'dbk_w_1aB2c',
  },
  createdAt: { kind: 'instant', isServerManaged: true, example: instant },
  lastUsedAt: {
    kind: 'instant',
    isServerManaged: true,
    isNullable: true,
    description: 'The hour of the last use; null before the first one.',
    example: instant,
  },
  expiresAt: {
    kind: 'instant',
    isNullable: true,
    description: 'When the key expires; null for never.',
    example: instant,
    alsoCalled: ['expires', 'expiry', 'expiration', 'validuntil'],
  },
  revokedAt: { kind: 'instant', isServerManaged: true, isNullable: true, example: instant },
  user: {
    kind: 'label',
    lengthMax: 80,
    isServerManaged: true,
    isNullable: true,
    description: 'The user of the session; null for keys, and for sessions that were signed in with a key.',
    example: 'alex',
  },
  key: {
    kind: 'label',
    lengthMax: 80,
    isServerManaged: true,
    isNullable: true,
    isOmittedWhenNull: true,
    description: 'The key itself: shown this once, and not in a dry run or a replayed answer.',
    example: 'dbk_w_…',
  },
} as const satisfies FieldTable;

/** What an admin sends to create a key. */
export type KeyDraft = DraftOf<typeof keyFields>;

const { key: _key, ...shownFields } = keyFields;

/** The fields of a key or a session in a list. A session has the name of its browser, or none. */
export const credentialFields = {
  ...shownFields,
  name: {
    ...keyFields.name,
    isServerManaged: true,
    isNullable: true,
    description: 'The name of the key, or the browser of the session.',
  },
} as const satisfies FieldTable;

/** A key or a session, as the admins of its owner see it. Instants are ISO 8601 UTC. */
export type CredentialRecord = ViewOf<typeof credentialFields>;
