import { settingOf, type ChannelKind } from './channelKind.ts';
import { fittingText, withFields, withoutMentions } from './texts.ts';

const [titleLengthMax, sectionLengthMax] = [150, 3000];
const [fieldsMax, fieldLengthMax] = [10, 300];

/** An incoming webhook of Slack, also of Mattermost (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). */
export const slack: ChannelKind = {
  requestOf(channel, { title, url, ...message }, { words }) {
    const escapedFor = (sizeMax: number, escape: (text: string) => string) => (given: string) =>
      escape(fittingText(given, { sizeMax, sizeOf: (part) => escape(part).length, words }));
    const plain = (sizeMax: number, given: string) =>
      ({ type: 'plain_text', text: escapedFor(sizeMax, escaped)(given), emoji: false }) as const;
    const markdown = escapedFor(sectionLengthMax - titleLengthMax * 2, inMarkdown);
    const { text, facts } = withFields(message);
    const fields = facts.slice(0, fieldsMax).map(({ label, value }) => plain(fieldLengthMax, `${label}: ${value}`));
    const link =
      url === undefined
        ? []
        : [{ type: 'section', text: { type: 'mrkdwn', text: `<${linked(url)}|${escaped(words.open)}>` } }];
    return {
      method: 'POST',
      url: settingOf(channel, 'url'),
      body: JSON.stringify({
        // What Mattermost shows, as Markdown; Slack shows it in notifications alone.
        text: `*${escapedFor(titleLengthMax * 2, inMarkdown)(title)}*\n${markdown(message.text)}`,
        // What Slack shows. Its own Markdown knows no escape, so nothing of a message is in it.
        blocks: [
          { type: 'header', text: plain(titleLengthMax, title) },
          ...(text === '' ? [] : [{ type: 'section', text: plain(sectionLengthMax, text) }]),
          ...(fields.length > 0 ? [{ type: 'section', fields }] : []),
          ...link,
        ],
      }),
    };
  },
};

/** A text without the three characters that Slack interprets: they make mentions and links. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text that the Markdown of Mattermost shows as it is, and that mentions nobody. */
function inMarkdown(text: string): string {
  const marks = /[\\*_~`#[\]|]|^[-+]|(?<=^\d+)[.)]/gm;
  return withoutMentions(escaped(text.replaceAll(marks, String.raw`\$&`)));
}

/** An address as part of a link. */
function linked(url: string): string {
  return escaped(url.replaceAll('|', '%7C'));
}
