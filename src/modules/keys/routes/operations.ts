import { confirmed, type EntityWords, pageOf, reading, type Tag } from '../../../core/http/openapi/words.ts';
import { creating, deleting } from '../../../core/http/openapi/writeWords.ts';
import { createdKey, keyEntry, keys } from './schema.ts';

const exampleKey = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
  name: 'phone',
  kind: 'key',
  scope: 'write',
  start: 'dbk_w_1aB2c',
  createdAt: '2026-06-16T08:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  user: null,
};

/** The tag of keys and users. */
export const accessTag: Tag = {
  name: 'Keys and users',
  description: 'Who has access. For keys and sessions of scope admin.',
};

const operations: EntityWords['operations'] = {
  listKeys: {
    summary: 'List the keys and sessions',
    description: 'Lists the API keys and the signed-in browsers, ended ones included, newest first.',
    agent: reading('The user asks which keys and sessions there are.', 'You look for a key itself: it is never shown.'),
    success: pageOf('KeyPage', keyEntry, 'One page of keys and sessions.', [exampleKey]),
    errors: ['invalid_pagination'],
  },
  createKey: {
    summary: 'Create a key',
    description:
      'Creates an API key of the same owner.\n\nThe answer shows the key this once: only its hash is stored. A dry run and a replayed answer are without it.',
    agent: confirmed(
      'high',
      'The user has confirmed the name and scope of a new key.',
      'A person is to sign in: createUser.',
    ),
    ...creating(
      'Key',
      keyEntry,
      {
        done: 'The key. The ETag is that of the entry without the key itself.',
        dryRun: 'A dry run: the entry that the key would have.',
      },
      exampleKey,
      { shownOnce: { record: createdKey, data: { key: 'dbk_w_…' } } },
    ),
    errors: ['invalid_json', 'invalid_field', 'unknown_field', 'unexpected_if_match', 'payload_too_large'],
  },
  revokeKey: {
    summary: 'Revoke a key or end a session',
    description:
      'Makes a key or a session invalid for good; the list still shows it.\n\nSessions that were signed in with the key end with it. Revoking it again changes nothing.',
    agent: confirmed(
      'high',
      'The user has confirmed that this key or session ends.',
      'It is the key of this client, unless the user wants that.',
    ),
    ...deleting(
      'KeyRevocation',
      keyEntry,
      { done: 'The key is revoked.', dryRun: 'A dry run: the entry that would be revoked.' },
      { ...exampleKey, revokedAt: '2026-06-16T09:00:00.000Z' },
    ),
    errors: ['invalid_id', 'key_not_found', 'unexpected_body'],
  },
};

/** What keys say in the OpenAPI document. */
export const keyWords: EntityWords = {
  tag: accessTag,
  toolset: 'settings',
  operations,
  errorExamples: keys.errorExample,
};
