import { settingOf, type ChannelKind } from './channelKind.ts';
import { isSuccessful } from '../../../core/outgoing/httpRequest.ts';
import { below, withoutMentions } from './texts.ts';

const types = { default: 'info', high: 'warning' } as const;

/** An Apprise API, with or without a configuration that it keeps (https://github.com/caronc/apprise-api#api-details). */
export const apprise: ChannelKind = {
  requestOf(channel, message) {
    const { key, urls } = channel.secrets;
    const { tag } = channel.settings;
    const link = message.url === undefined ? '' : `\n${message.url}`;
    return {
      method: 'POST',
      url: below(settingOf(channel, 'url'), key === undefined ? 'notify' : `notify/${key}`),
      headers: { accept: 'application/json' },
      body: JSON.stringify({
        // To services that Duebook does not know.
        title: withoutMentions(message.title),
        body: withoutMentions(message.text) + link,
        type: types[message.priority],
        format: 'text',
        ...(tag !== undefined && { tag }),
        ...(urls !== undefined && { urls }),
      }),
    };
  },
  // With 204, it says that there was nobody to notify.
  isSuccess: (status) => isSuccessful(status) && status !== 204,
};
