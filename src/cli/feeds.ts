import type { Command } from 'commander';
import { isFeedToken } from '../core/access/apiKey.ts';
import { alignedColumns, CliError } from '../core/runtime/terminal.ts';
import { withExistingStore } from '../server/dataDirectory.ts';
import { auditedOrigin } from '../server/operator.ts';
import type { OpenedStore } from '../modules/store.ts';
import { dataCommand, dataOptions, print, type DataFlags, type DataOptions, type ProgramOptions } from './options.ts';

/** Adds `feeds` and its subcommands. */
export function addFeeds(program: Command, options: ProgramOptions): void {
  const feeds = program.command('feeds').description('list and revoke calendar feeds, even while the server runs');
  dataCommand(feeds, 'list', 'list the calendar feeds, without their links').action((flags: DataFlags) =>
    listFeeds(dataOptions(flags, options)),
  );
  dataCommand(feeds, 'revoke', 'revoke a calendar feed; its link ends at once and for good')
    .argument('<id>', 'id of the feed, from "duebook feeds list"')
    .action((id: string, flags: DataFlags) => revokeFeed(id, dataOptions(flags, options)));
}

/** Prints the feeds of every owner. Nobody knows their links: only their hashes are stored. */
function listFeeds(options: DataOptions): void {
  withExistingStore(options, (store) => {
    const feeds = store.feeds.all();
    const rows = feeds.map(({ id, owner, createdAt, name }) => [id, owner, createdAt.slice(0, 10), name]);
    print(options, feeds, ...alignedColumns([['ID', 'OWNER', 'CREATED', 'NAME'], ...rows]));
  });
}

/** Revokes a feed: the next request with its link is refused. */
function revokeFeed(id: string, options: DataOptions): void {
  const feedId = id.toLowerCase();
  withExistingStore(options, (store) => {
    const { outcome } = store.inProcess.commit({ ...auditedOrigin(options), kind: 'feed.delete', feedId });
    if (outcome === 'missing') throw unknownFeed(id, store);
    print(options, { id: feedId, revoked: true }, `revoked ${feedId}`);
  });
}

/** A link in the place of the id is not printed: it works until it is revoked. */
function unknownFeed(typed: string, store: OpenedStore): CliError {
  const token = /([^/]+?)(\.ics)?$/.exec(typed)?.[1] ?? '';
  const found = isFeedToken(token) ? (store.feeds.findByToken(token)?.feed.id ?? '') : undefined;
  const ofLink = found === '' ? 'no valid link of this database' : `the link of the feed with the id ${found}`;
  const what =
    found === undefined
      ? `there is no calendar feed with the id ${JSON.stringify(typed)}`
      : `give the id of a feed, not its link. What you typed is ${ofLink}`;
  return new CliError(`${what}: "duebook feeds list" shows the ids`);
}
