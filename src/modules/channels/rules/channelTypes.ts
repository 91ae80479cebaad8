/** The types of channels. */
export const channelTypes = [
  'webhook',
  'ntfy',
  'gotify',
  'email',
  'apprise',
  'telegram',
  'discord',
  'slack',
  'matrix',
  'home-assistant',
] as const;

/** The type of a channel. */
export type ChannelType = (typeof channelTypes)[number];

/** The languages of messages. */
export const channelLanguages = ['en', 'de'] as const;

/** The language of the messages of a channel. */
export type ChannelLanguage = (typeof channelLanguages)[number];

/** The most channels of an owner. */
export const channelsMax = 20;
