import { Type, type Static } from '@sinclair/typebox';
import { scopes } from '../../core/access/scope.ts';
import { draftOf } from '../../core/fields/bodies.ts';
import { nullable } from '../../core/fields/define.ts';
import { Choice, Instant, Label, Uuid } from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { Name } from '../../core/fields/textTypes.ts';

const nameLengthMax = 80;
const exampleId = '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00';
const instant = Instant({ description: 'ISO 8601, UTC.' });

/** The scope of a key, a session or a user. */
export const ScopeField = named(
  'Scope',
  Choice(scopes, {
    description: 'read reads; write also changes records; admin also manages keys and users.',
    examples: ['write'],
    alsoCalled: ['role', 'permission', 'access', 'scopes'],
  }),
);

/** What an admin sends to create a key. */
export const KeyDraft = draftOf(
  'KeyDraft',
  {
    name: Name({
      maxLength: nameLengthMax,
      description: 'The name to recognize the key by.',
      examples: ['phone'],
      alsoCalled: ['label', 'title', 'description'],
    }),
    scope: ScopeField,
    expiresAt: Type.Optional(
      nullable(
        Instant({
          description: 'When the key expires; null for never.',
          examples: ['2027-06-16T12:00:00.000Z'],
          alsoCalled: ['expires', 'expiry', 'expiration', 'validuntil'],
        }),
      ),
    ),
  },
  {
    examples: [{ name: 'phone', scope: 'write' }],
    serverManaged: ['id', 'kind', 'start', 'createdAt', 'lastUsedAt', 'revokedAt', 'user', 'key'],
  },
);

/** A key or a session, as the admins of its owner see it. A session has the name of its browser, or none. */
export const KeyEntry = named(
  'KeyEntry',
  Type.Object(
    {
      id: Uuid({ examples: [exampleId] }),
      name: nullable(
        Label({ maxLength: nameLengthMax, description: 'The name of the key, or the browser of the session.' }),
      ),
      kind: named('KeyKind', Choice(['key', 'session'], { examples: ['key'] })),
      scope: ScopeField,
      start: Label({ maxLength: 11, description: 'The first characters of the key.' }),
      createdAt: instant,
      lastUsedAt: nullable(Instant({ description: 'The hour of the last use; null before the first one.' })),
      expiresAt: nullable(instant),
      revokedAt: nullable(instant),
      user: nullable(
        Label({
          maxLength: 80,
          description: 'The user of the session; null for keys, and for sessions that were signed in with a key.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

/** A key in the answer to its creation. */
export const CreatedKey = named(
  'CreatedKey',
  Type.Object(
    {
      ...KeyEntry.properties,
      key: Type.Optional(
        Label({
          maxLength: 80,
          description: 'The key itself: shown this once, and not in a dry run or a replayed answer.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

export type KeyDraft = Static<typeof KeyDraft>;
export type KeyEntry = Static<typeof KeyEntry>;

/** What the operations on keys and sessions share. */
export const keyRecords = recordsOf({
  one: 'key or session',
  many: 'keys',
  path: '/api/v1/keys',
  missing: 'key_not_found',
  exampleId,
});
