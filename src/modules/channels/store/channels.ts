import type { Db } from '../../../core/database/db.ts';
import { viewChannel, type SealedSecrets, type StoredChannel, type Texts } from '../rules/channel.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { columns, type Rows } from '../../../core/database/columns.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

/** The columns of a channel, without its owner. */
export const channelColumns = [
  'id',
  'name',
  'type',
  'enabled',
  'language',
  'origin',
  'settingsJson',
  'secretsJson',
  'unreadableJson',
  'createdAt',
  'updatedAt',
] as const;

type Row = Pick<Rows['channels'], (typeof channelColumns)[number]>;

const selectChannels = `SELECT ${columns('channels', channelColumns)} FROM channels`;

/** Reads channels. Their secrets stay encrypted. */
export function readChannels(database: Db) {
  const page = prepareQuery<Row>(
    database,
    `${selectChannels} WHERE owner_id = $ownerId ORDER BY sequence LIMIT $limit OFFSET $offset`,
  );
  const find = prepareChannels(database);

  return {
    /** One page of the channels of an owner, oldest first, each as JSON. */
    list: (ownerId: number, { limit: most, offset }: Page): Paged<string> =>
      pageOf({ limit: most, offset }, (limit) =>
        page.all({ ownerId, limit, offset }).map((row) => viewOfChannel(channelOf(row))),
      ),

    /** One channel; undefined when the owner has none with this id. */
    find,

    /** One channel as JSON; undefined when the owner has none with this id. */
    findView(ownerId: number, id: string): string | undefined {
      const channel = find(ownerId, id);
      return channel && viewOfChannel(channel);
    },

    /** Whether there is any channel. */
    hasAny: (): boolean => prepareQuery(database, 'SELECT 1 FROM channels LIMIT 1').first({}) !== undefined,

    /** The channels of all owners: for the start of a server, and for a new key. */
    all: (): StoredChannel[] =>
      prepareQuery<Row>(database, `${selectChannels} ORDER BY sequence`).all({}).map(channelOf),
  };
}

/** Creates a function that finds one channel of an owner. */
export function prepareChannels(database: Db) {
  const byId = prepareQuery<Row>(database, `${selectChannels} WHERE id = $id AND owner_id = $ownerId`);
  return function find(ownerId: number, id: string): StoredChannel | undefined {
    const row = byId.first({ ownerId, id });
    return row && channelOf(row);
  };
}

/** A channel as clients see it, as JSON. */
export function viewOfChannel(channel: StoredChannel): string {
  return JSON.stringify(viewChannel(channel));
}

function channelOf({ settingsJson, secretsJson, unreadableJson, enabled, ...row }: Row): StoredChannel {
  return {
    ...row,
    enabled: enabled === 1,
    settings: JSON.parse(settingsJson) as Texts,
    secrets: JSON.parse(secretsJson) as SealedSecrets,
    unreadable: JSON.parse(unreadableJson) as readonly string[],
  };
}

/** The values of the columns of a channel. */
export function rowOfChannel({ settings, secrets, unreadable, enabled, ...channel }: StoredChannel): Row {
  return {
    ...channel,
    enabled: enabled ? 1 : 0,
    settingsJson: JSON.stringify(settings),
    secretsJson: JSON.stringify(secrets),
    unreadableJson: JSON.stringify(unreadable),
  };
}
