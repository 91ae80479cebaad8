import { settingOf, type ChannelKind } from './channelKind.ts';
import { below, escapedHtml, fittingText, shortened, withoutMentions } from './texts.ts';

// Counted without the markup; the title and the link take the rest of 4096.
const [titleLengthMax, textLengthMax, urlLengthMax] = [200, 3300, 500];

/** A bot of Telegram (https://core.telegram.org/bots/api#sendmessage). */
export const telegram: ChannelKind = {
  requestOf(channel, message, { words }) {
    const { threadId } = channel.settings;
    const title = `<b>${escapedHtml(shortened(withoutMentions(message.title), titleLengthMax))}</b>`;
    const plain = withoutMentions(message.text);
    const text = escapedHtml(fittingText(plain, { sizeMax: textLengthMax, sizeOf: ({ length }) => length, words }));
    // As text: Telegram refuses buttons and links with names of a home network.
    const { url = '' } = message;
    const link = url !== '' && url.length <= urlLengthMax ? [escapedHtml(url)] : [];
    return {
      method: 'POST',
      url: below(
        settingOf(channel, 'url'),
        `bot${encodeURIComponent(settingOf(channel, 'token')).replaceAll('%3A', ':')}/sendMessage`,
      ),
      body: JSON.stringify({
        chat_id: settingOf(channel, 'chatId'),
        text: [title, text, ...link].join('\n'),
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        ...(threadId !== undefined && { message_thread_id: Number(threadId) }),
      }),
    };
  },
};
