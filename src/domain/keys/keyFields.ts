import type { DraftOf, FieldTable } from '../fields/fieldTable.ts';
import { scopes } from './scope.ts';

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
  kind: { kind: 'choice', words: ['key', 'session'], isServerManaged: true, example: 'key' },
  scope: {
    kind: 'choice',
    words: scopes,
    typeName: 'Scope',
    isRequired: true,
    description: 'read reads; write also changes records; admin also manages keys and users.',
    example: 'write',
    alsoCalled: ['role', 'permission', 'access', 'scopes'],
  },
  start: { kind: 'label', lengthMax: 80, isServerManaged: true, example: 'dbk_w_1aB2c' },
  createdAt: { kind: 'instant', isServerManaged: true, example: instant },
  lastUsedAt: { kind: 'instant', isServerManaged: true, example: instant },
  expiresAt: {
    kind: 'instant',
    isNullable: true,
    description: 'When the key expires; null for never.',
    example: instant,
    alsoCalled: ['expires', 'expiry', 'expiration', 'validuntil'],
  },
  revokedAt: { kind: 'instant', isServerManaged: true, example: instant },
  user: { kind: 'label', lengthMax: 80, isServerManaged: true, example: 'alex' },
  key: { kind: 'label', lengthMax: 80, isServerManaged: true, example: 'dbk_w_…' },
} as const satisfies FieldTable;

/** What an admin sends to create a key. */
export type KeyDraft = DraftOf<typeof keyFields>;
