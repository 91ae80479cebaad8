import type { FeedSettings } from './model.ts';
import type {
  Audited,
  Deleted,
  Missing,
  NotOwn,
  OperatorOrigin,
  Stale,
  Stored,
  WriteOptions,
  WriteOrigin,
} from '../../core/writer/origin.ts';

/** The commands on calendar feeds, by kind, with their possible results. */
export interface FeedCommands {
  /** Stores a feed. The command never contains its token, only the hash, and what it shows is without its link. */
  readonly 'feed.create': {
    readonly input: WriteOrigin &
      WriteOptions &
      Audited & { readonly feedId: string; readonly hash: string; readonly settings: FeedSettings };
    readonly result: Stored;
  };
  /** Deletes a feed: its link ends for good. */
  readonly 'feed.delete': {
    readonly input: ((WriteOrigin & WriteOptions) | OperatorOrigin) & Audited & { readonly feedId: string };
    readonly result: Deleted | NotOwn | Missing | Stale;
  };
}
