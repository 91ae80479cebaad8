import { settingOf, type ChannelKind } from './channelKind.ts';
import { fittingText, shortened } from './texts.ts';

// Of five; a longer message would become an attachment.
const priorities = { default: 3, high: 4 } as const;
const [titleLengthMax, messageBytesMax] = [250, 4000];

/** A topic of ntfy: published as JSON (https://docs.ntfy.sh/publish/#publish-as-json). */
export const ntfy: ChannelKind = {
  requestOf(channel, message, { words }) {
    const { token } = channel.secrets;
    return {
      method: 'POST',
      // JSON is published at the root of the server, not at the topic.
      url: settingOf(channel, 'url'),
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      body: JSON.stringify({
        topic: settingOf(channel, 'topic'),
        title: shortened(message.title, titleLengthMax),
        message: fittingText(message.text, {
          sizeMax: messageBytesMax,
          sizeOf: (part) => Buffer.byteLength(part),
          words,
        }),
        tags: message.tags,
        priority: priorities[message.priority],
        ...(message.url !== undefined && { click: message.url }),
      }),
    };
  },
};
