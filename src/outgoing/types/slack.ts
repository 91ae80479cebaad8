import { settingOf, type ChannelKind } from '../channelKind.ts';
import { fittingText, shortened, withFields } from '../texts.ts';

const [titleLengthMax, sectionLengthMax] = [150, 3000];
const [fieldsMax, fieldLengthMax] = [10, 300];

/** An incoming webhook of Slack, also of Mattermost (https://api.slack.com/messaging/webhooks). */
export const slack: ChannelKind = {
  requestOf(channel, { title, url, ...message }, { words }) {
    const heading = `*${escaped(shortened(title, titleLengthMax)).replaceAll('*', '∗')}*`;
    const room = { sizeMax: sectionLengthMax - `${heading}\n`.length, sizeOf: escapedLength, words };
    const under = (text: string) => (text === '' ? heading : `${heading}\n${escaped(fittingText(text, room))}`);
    const { text, facts } = withFields(message);
    const fields = facts
      .slice(0, fieldsMax)
      .map(({ label, value }) => marked(escaped(shortened(`${label}: ${value}`, fieldLengthMax))));
    const link =
      url === undefined ? [] : [{ type: 'section', text: marked(`<${linked(url)}|${escaped(words.open)}>`) }];
    return {
      method: 'POST',
      url: settingOf(channel, 'url'),
      body: JSON.stringify({
        // For notifications, and for programs that show no blocks, such as Mattermost.
        text: under(message.text),
        blocks: [
          { type: 'section', text: marked(under(text)) },
          ...(fields.length > 0 ? [{ type: 'section', fields }] : []),
          ...link,
        ],
      }),
    };
  },
};

function marked(text: string) {
  return { type: 'mrkdwn', text };
}

/** A text without the three characters that Slack interprets: they make mentions and links. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapedLength(text: string): number {
  return escaped(text).length;
}

/** An address as part of a link. */
function linked(url: string): string {
  return escaped(url.replaceAll('|', '%7C'));
}
