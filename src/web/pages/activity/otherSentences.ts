import type { ActionOf, EntityType } from '../../../domain/audit/auditEntry.ts';
import type { Scope } from '../../../domain/keys/scope.ts';
import type { SignInMethod } from '../../../domain/keys/session.ts';
import { isolated } from '../../format/isolated.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import type { Words } from '../../subscriptions/fields.ts';
import type { Entry } from './entries.ts';

type Writer = (metadata: Metadata, words: Words) => string | undefined;
type Metadata = Entry['metadata'];

/** How entries of keys, sessions, users and the owner are written. An entry that lacks what its sentence names has none. */
const writers = {
  'key.create': ({ after }, { say }) =>
    named(keyName(after), (name) => say('activity.key.created', { name, scope: scopeText(after, say) })),
  'key.rotate': ({ before }, { say }) => named(keyName(before), (name) => say('activity.key.rotated', { name })),
  'key.undoRotation': ({ after }, { say }) =>
    named(keyName(after), (name) => say('activity.key.rotationUndone', { name })),
  'key.revoke': ({ after }, { say }) => named(keyName(after), (name) => say('activity.key.revoked', { name })),
  'session.create': signIn,
  'session.end': ({ before }, { say }) =>
    named(textOf(before, 'name'), (name) => say('activity.session.endedOf', { name })) ?? say('activity.session.ended'),
  'user.create': ({ after }, { say }) =>
    named(textOf(after, 'name'), (name) => say('activity.user.created', { name, scope: scopeText(after, say) })),
  'user.delete': ({ before }, { say }) =>
    named(textOf(before, 'name'), (name) => say('activity.user.deleted', { name })),
  'user.setPassword': ({ before, after }, { say }) =>
    named(textOf(after, 'name'), (name) =>
      say(valueOf(before, 'hasPassword') === true ? 'activity.user.passwordChanged' : 'activity.user.passwordSet', {
        name,
      }),
    ),
  'user.createCode': (metadata, { say }) =>
    named(textOf(metadata, 'user'), (name) => say('activity.user.code', { name })),
  'preferences.update': ({ after }, { say }) =>
    say(valueOf(after, 'autoRenew') === true ? 'activity.autoRenew.on' : 'activity.autoRenew.off'),
  'owner.rename': ({ before, after }, { say }) =>
    named(textOf(before, 'name'), (from) =>
      named(textOf(after, 'name'), (to) => say('activity.owner.renamed', { from, to })),
    ),
} satisfies Record<ActionOf<Exclude<EntityType, 'subscription'>>, Writer>;

/** Puts an entry of anything but a subscription into words; one of an action that this page does not know, too. */
export function otherText({ action, metadata }: Entry, words: Words): string {
  return wordOf<Writer>(writers, action)?.(metadata, words) ?? words.say('activity.unknown', { action });
}

/** Whether an entry of the preferences changed one of them, so that it can be undone. */
export function changesPreferences({ action, metadata: { before, after } }: Entry): boolean {
  return action === 'preferences.update' && valueOf(before, 'autoRenew') !== valueOf(after, 'autoRenew');
}

const signInTexts = {
  password: 'activity.session.created.password',
  code: 'activity.session.created.code',
  key: 'activity.session.created.key',
  proxy: 'activity.session.created.proxy',
} as const satisfies Record<SignInMethod, PlainMessageKey>;

function signIn({ after }: Metadata, { say }: Words): string {
  const text = say(wordOf(signInTexts, textOf(after, 'signedInBy')) ?? 'activity.session.created');
  return named(textOf(after, 'name'), (browser) => `${text}: ${browser}`) ?? text;
}

const scopeTexts = {
  read: 'activity.scope.read',
  write: 'activity.scope.write',
  admin: 'activity.scope.admin',
} as const satisfies Record<Scope, PlainMessageKey>;

function scopeText(view: unknown, say: Words['say']): string {
  const text = wordOf(scopeTexts, textOf(view, 'scope'));
  return text === undefined ? '?' : say(text);
}

/** The name of a key, or its first characters. */
function keyName(view: unknown): string | undefined {
  return textOf(view, 'name') ?? textOf(view, 'start');
}

function named(name: string | undefined, write: (name: string) => string | undefined): string | undefined {
  return name === undefined ? undefined : write(isolated(name));
}

/** What a record has for a key that an entry names; undefined for one that this page does not know. */
function wordOf<Word>(words: Readonly<Record<string, Word>>, key: string | undefined): Word | undefined {
  return key === undefined ? undefined : words[key];
}

function textOf(view: unknown, member: string): string | undefined {
  const value = valueOf(view, member);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valueOf(view: unknown, member: string): unknown {
  return typeof view === 'object' && view !== null ? (view as Readonly<Record<string, unknown>>)[member] : undefined;
}
