import type { FeedSettings } from '../domain/feeds/feedFields.ts';
import type { Audited, Missing, Stale, WriteOptions, WriteOrigin } from './origin.ts';

/** The commands on calendar feeds, by kind, with their possible results. */
export interface FeedCommands {
  /** Stores a feed. The command never contains its token, only the hash. */
  readonly 'feed.create': {
    readonly input: WriteOrigin &
      WriteOptions &
      Audited & { readonly feedId: string; readonly hash: string; readonly settings: FeedSettings };
    readonly result: {
      readonly outcome: 'stored';
      /** The feed as JSON, without its link. */
      readonly viewJson: string;
      /** Whether it was a dry run, so that nothing was stored. */
      readonly dryRun?: true;
    };
  };
  /** Deletes a feed: its link ends for good. */
  readonly 'feed.delete': {
    readonly input: WriteOrigin & WriteOptions & Audited & { readonly feedId: string };
    readonly result:
      | {
          readonly outcome: 'deleted';
          /** In a dry run: the feed as JSON. */
          readonly viewJson?: string;
        }
      | Missing
      | Stale;
  };
}
