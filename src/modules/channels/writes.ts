import { and, count, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../core/database/db.ts';
import type { ChannelCommands } from './commands.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import { isSealedWith, type SealedSecrets, type Texts } from '../../core/secrets/sealed.ts';
import { isDryRun } from '../../core/writer/origin.ts';
import type { ValueChange, Values } from '../../core/audit/revert.ts';
import {
  changedSecrets,
  changedTexts,
  viewChannel,
  viewInAudit,
  type SentSettings,
  type StoredChannel,
} from './rules/channel.ts';
import { ChannelPatch } from './model.ts';
import { holderOfNew, isOwnOf, mayChange } from '../../core/access/own.ts';
import { channelsMax } from './rules/channelTypes.ts';
import { recipientsMax, recipientsOf } from './rules/settingFields.ts';
import { findChannel, findSeenChannel, readChannels, viewOfChannel } from './store/channels.ts';
import { channels } from './table.ts';
import { changeChannelsMax } from './rules/changeEvents.ts';
import type { Revertibles } from '../audit/writes/reverts.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';

/** The verbs of channels. */
export const verbs: Verbs<ChannelCommands> = {
  'channel.create': { perform: create, current: undefined, storesOutcome: true },
  'channel.update': { perform: update, current: currentView, storesOutcome: true },
  'channel.delete': { perform: remove, current: currentView, storesOutcome: true },
  'channel.markUnreadable': {
    perform: markUnreadable,
    current: undefined,
    storesOutcome: false,
  },
};

/** How updates of channels are reverted. Secrets and the address stay as they are: the audit trail does not have them. */
export const reverts: Pick<Revertibles, 'channel'> = {
  channel: {
    needs({ database }, { ownerId, ...viewer }, channelId) {
      const channel = findChannel(database, ownerId, channelId);
      return channel !== undefined && isOwnOf(viewer, channel.userId) ? 'write' : 'admin';
    },
    fields: Object.keys(ChannelPatch.properties),
    valueChangeOf,
    find({ database }, actor, channelId) {
      const channel = findSeenChannel(database, actor, channelId);
      if (channel === undefined) return undefined;
      return { viewJson: viewOfChannel(channel), values: { ...viewChannel(channel) } satisfies Values };
    },
    restore(tools, write, { entityId: channelId, restored, reverted: { entryId } }) {
      const { settings, ...patch } = restored as Omit<ChannelPatch, 'settings'> & { readonly settings?: Texts };
      const unchanged = { kind: 'channel.update', channelId, patch, settings: {}, secrets: {} } as const;
      const whole = { reverts: entryId, ...(settings !== undefined && { settings }) };
      const result = update(tools, { ...write, ...unchanged }, whole);
      if (result.outcome === 'tooManyChangeChannels' || result.outcome === 'tooManyRecipients')
        return { outcome: 'refused', fault: { field: 'settings' } };
      return result.outcome === 'notOwn' ? { outcome: 'missing' } : result;
    },
  },
};

/** What the entry of an update records. */
interface RecordedUpdate extends ValueChange {
  /** For a revert alone: the activity does not show them. */
  readonly settings?: { readonly before: Texts; readonly after: Texts };
}

function valueChangeOf(metadata: unknown): ValueChange {
  const { before, after, settings } = metadata as RecordedUpdate;
  return { before: { ...before, settings: settings?.before }, after: { ...after, settings: settings?.after } };
}

function find({ database }: Tools, { actor, channelId }: CommandOf<'channel.update' | 'channel.delete'>) {
  return findSeenChannel(database, actor, channelId);
}

/** The channel of a command as clients see it, as JSON. */
function currentView(tools: Tools, command: CommandOf<'channel.update' | 'channel.delete'>): string | undefined {
  const channel = find(tools, command);
  return channel && viewOfChannel(channel);
}

function create({ database, record }: Tools, command: CommandOf<'channel.create'>): OutcomeOf<'channel.create'> {
  const { channelId: id, draft, settings, secrets, origin, at, actor } = command;
  const { name, type, enabled, language } = draft;
  const about = { id, userId: holderOfNew(actor), name, type, enabled, language, createdAt: at, updatedAt: at };
  const channel: StoredChannel = { ...about, origin, settings, secrets, unreadable: [] };
  if (countChannels(database, actor.ownerId) >= channelsMax) return { outcome: 'tooManyChannels' };
  if (isOneTooMany(database, actor.ownerId, channel)) return { outcome: 'tooManyChangeChannels' };
  if (addsTooManyRecipients(database, actor.ownerId, channel)) return { outcome: 'tooManyRecipients' };
  database
    .insert(channels)
    .values({ ...channel, ownerId: actor.ownerId })
    .run();
  record(command, 'channel.create', entityOf(command), { after: viewInAudit(channel) });
  return stored(command, channel);
}

/** What a revert restores beside the patch. */
interface Restored {
  /** The settings as a whole. */
  readonly settings?: Texts;
  /** The id of the entry that is reverted. */
  readonly reverts?: string;
}

function update(
  tools: Tools,
  command: CommandOf<'channel.update'>,
  { settings: whole, ...recorded }: Restored = {},
): OutcomeOf<'channel.update'> {
  const channel = find(tools, command);
  if (channel === undefined) return { outcome: 'missing' };
  if (!mayChange(command.actor, channel.userId)) return { outcome: 'notOwn' };
  const { actor, patch, settings: sent, secrets, newOrigin, at } = command;
  const after: StoredChannel = {
    ...channel,
    ...patch,
    settings: whole ?? changedTexts(channel.settings, sent),
    ...changedSecrets(channel, { secrets, ...(newOrigin !== undefined && { origin: newOrigin }) }),
    updatedAt: at,
  };
  if (isOneTooMany(tools.database, actor.ownerId, after)) return { outcome: 'tooManyChangeChannels' };
  if (addsTooManyRecipients(tools.database, actor.ownerId, after, channel)) return { outcome: 'tooManyRecipients' };
  storeChannel(tools.database, after);
  tools.record(command, 'channel.update', entityOf(command), {
    before: viewInAudit(channel),
    after: viewInAudit(after),
    patch: { ...patch, ...named({ settings: whole ?? sent, secrets }) },
    settings: { before: channel.settings, after: after.settings },
    ...recorded,
  });
  return stored(command, after);
}

/** Of settings and secrets only the names: which were given or removed. */
function named(sent: Readonly<Record<string, SentSettings | SealedSecrets>>) {
  const names = Object.entries(sent).map(([kind, values]) => [kind, Object.keys(values)] as const);
  return Object.fromEntries(names.filter(([, { length }]) => length > 0));
}

function remove(tools: Tools, command: CommandOf<'channel.delete'>): OutcomeOf<'channel.delete'> {
  const channel = find(tools, command);
  if (channel === undefined) return { outcome: 'missing' };
  if (!mayChange(command.actor, channel.userId)) return { outcome: 'notOwn' };
  tools.database.delete(channels).where(eq(channels.id, channel.id)).run();
  tools.outcomes.forgetRecords(command.actor.ownerId, [channel.id]);
  tools.record(command, 'channel.delete', entityOf(command), { before: viewInAudit(channel) });
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson: viewOfChannel(channel) }) };
}

function markUnreadable(
  { database }: Tools,
  { keyIds }: CommandOf<'channel.markUnreadable'>,
): OutcomeOf<'channel.markUnreadable'> {
  let withLost = 0;
  for (const channel of readChannels(database).all()) {
    const unreadable = unreadableOf(channel.secrets, keyIds);
    if (unreadable.length > 0) withLost += 1;
    if (unreadable.join(' ') !== channel.unreadable.join(' ')) storeChannel(database, { ...channel, unreadable });
  }
  return { outcome: 'marked', channels: withLost };
}

function unreadableOf(secrets: SealedSecrets, keyIds: readonly string[]): readonly string[] {
  const sealed = Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null);
  return sealed.filter(([, secret]) => !keyIds.some((id) => isSealedWith(secret, id))).map(([name]) => name);
}

function countChannels(database: Db, ownerId: number): number {
  return database.select({ has: count() }).from(channels).where(eq(channels.ownerId, ownerId)).get()?.has ?? 0;
}

/** Whether a channel gets changes, and the owner has as many others that do as an owner may have. */
function isOneTooMany(database: Db, ownerId: number, { id, settings }: StoredChannel): boolean {
  if (settings['events'] === undefined) return false;
  const others = database
    .select({ have: count() })
    .from(channels)
    .where(and(eq(channels.ownerId, ownerId), ne(channels.id, id), isNotNull(sql`${channels.settings} ->> '$.events'`)))
    .get();
  return (others?.have ?? 0) >= changeChannelsMax;
}

/** Whether a channel gives the owner more recipients of mails than before, and more than an owner may have. */
function addsTooManyRecipients(
  database: Db,
  ownerId: number,
  { id, settings: { to } }: StoredChannel,
  before?: StoredChannel,
): boolean {
  const toBefore = before?.settings['to'];
  if (to === undefined || to === toBefore) return false;
  const others = database
    .select({ to: sql<string>`${channels.settings} ->> '$.to'` })
    .from(channels)
    .where(and(eq(channels.ownerId, ownerId), ne(channels.id, id), eq(channels.type, 'email')))
    .all()
    .map((row) => row.to);
  const recipients = recipientsOf([...others, to]).size;
  const recipientsBefore = recipientsOf(toBefore === undefined ? others : [...others, toBefore]).size;
  return recipients > recipientsMax && recipients > recipientsBefore;
}

function storeChannel(database: Db, channel: StoredChannel): void {
  database
    .update(channels)
    .set({ ...channel, pausedUntil: null })
    .where(eq(channels.id, channel.id))
    .run();
}

function stored(command: CommandOf<'channel.create' | 'channel.update'>, channel: StoredChannel) {
  return {
    outcome: 'stored' as const,
    viewJson: viewOfChannel(channel),
    ...(isDryRun(command) && { dryRun: true as const }),
  };
}

/** The entity of an audit entry about a channel. */
function entityOf({ actor, channelId }: CommandOf<'channel.create' | 'channel.update' | 'channel.delete'>) {
  return { entityType: 'channel', entityId: channelId, ownerId: actor.ownerId } as const;
}
