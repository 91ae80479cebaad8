import { settingOf, type ChannelKind } from './channelKind.ts';
import { below } from './texts.ts';

// Of ten: from 4 on, the app makes a sound; from 8 on, it pops up.
const priorities = { default: 5, high: 8 } as const;

/** An app of Gotify (https://gotify.net/docs/pushmsg). */
export const gotify: ChannelKind = {
  requestOf(channel, message) {
    const { url } = message;
    return {
      method: 'POST',
      url: below(settingOf(channel, 'url'), 'message'),
      headers: { 'x-gotify-key': settingOf(channel, 'token') },
      body: JSON.stringify({
        title: message.title,
        message: message.text,
        priority: priorities[message.priority],
        extras: {
          'client::display': { contentType: 'text/plain' },
          ...(url !== undefined && { 'client::notification': { click: { url } } }),
        },
      }),
    };
  },
};
