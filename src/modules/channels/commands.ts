import type { SealedSecrets, Texts } from '../../core/secrets/sealed.ts';
import type { SentSettings } from './rules/channel.ts';
import type { ChannelDraft, ChannelPatch } from './model.ts';
import type {
  Audited,
  Deleted,
  Missing,
  NotOwn,
  Stale,
  Stored,
  WriteOptions,
  WriteOrigin,
} from '../../core/writer/origin.ts';

type Origin = WriteOrigin & WriteOptions & Audited & { readonly channelId: string };

/** The owner has as many channels that get changes, or recipients of mails, as an owner may have. */
type TooMany = { readonly outcome: 'tooManyChangeChannels' } | { readonly outcome: 'tooManyRecipients' };

/** The owner has as many channels as an owner may have. */
interface TooManyChannels {
  readonly outcome: 'tooManyChannels';
}

/** The commands on channels, by kind, with their possible results. Secrets are encrypted before they are in a command. */
export interface ChannelCommands {
  /** Stores a channel. What it shows is without its secrets. */
  readonly 'channel.create': {
    readonly input: Origin & {
      readonly draft: Required<Omit<ChannelDraft, 'settings'>>;
      readonly settings: Texts;
      readonly secrets: SealedSecrets;
      /** The origin of its address; null for mail. */
      readonly origin: string | null;
    };
    readonly result: Stored | TooManyChannels | TooMany;
  };
  /** Changes a channel. */
  readonly 'channel.update': {
    readonly input: Origin & {
      readonly patch: Omit<ChannelPatch, 'settings'>;
      /** The settings that are no secrets; null removes one. */
      readonly settings: SentSettings;
      readonly secrets: SealedSecrets;
      /** The origin of the new address, if there is one. */
      readonly newOrigin?: string;
    };
    readonly result: Stored | TooMany | NotOwn | Missing | Stale;
  };
  /** Deletes a channel with its secrets. */
  readonly 'channel.delete': {
    readonly input: Origin;
    readonly result: Deleted | NotOwn | Missing | Stale;
  };
  /** Marks the secrets that none of the given keys has encrypted, as lost, and the others as readable. */
  readonly 'channel.markUnreadable': {
    readonly input: { readonly keyIds: readonly string[] };
    readonly result: {
      readonly outcome: 'marked';
      /** The number of channels with lost secrets. */
      readonly channels: number;
    };
  };
}
