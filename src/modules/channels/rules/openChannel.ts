import type { ChannelLanguage, ChannelType } from './channelTypes.ts';

/** A channel with its secrets, to send a message with. Never logged, stored or answered. */
export interface OpenChannel {
  readonly id: string;
  readonly ownerId: number;
  readonly type: ChannelType;
  readonly language: ChannelLanguage;
  /** The settings that are shown, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** The secret settings, by name; without those that are not set or whose key is lost. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether a secret that the channel needs is not set, or its key is lost. */
  readonly lacksSecrets: boolean;
}
