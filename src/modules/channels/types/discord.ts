import { settingOf, type ChannelKind } from './channelKind.ts';
import { fittingText, shortened, withFields } from './texts.ts';

const contentLengthMax = 2000;
const [titleLengthMax, urlLengthMax] = [200, 500];
// All fields together have at most 6000 characters.
const [fieldsMax, labelLengthMax, valueLengthMax] = [10, 50, 200];

/** A webhook of Discord (https://discord.com/developers/docs/resources/webhook#execute-webhook). */
export const discord: ChannelKind = {
  requestOf(channel, { title, url, ...message }, { words }) {
    const { text, facts } = withFields(message);
    const heading = `**${escaped(shortened(title, titleLengthMax))}**`;
    // In brackets, Discord shows no preview.
    const link = url === undefined || url.length > urlLengthMax ? [] : [`<${url}>`];
    const sizeMax = contentLengthMax - [heading, '', ...link].join('\n').length;
    const body = escaped(fittingText(text, { sizeMax, sizeOf: escapedLength, words }));
    const fields = facts.slice(0, fieldsMax).map(({ label, value }) => ({
      name: escaped(shortened(label, labelLengthMax)),
      value: escaped(shortened(value, valueLengthMax)),
      inline: true,
    }));
    return {
      method: 'POST',
      url: settingOf(channel, 'url'),
      body: JSON.stringify({
        content: [heading, ...(body === '' ? [] : [body]), ...link].join('\n'),
        ...(fields.length > 0 && { embeds: [{ fields }] }),
        // Nobody is mentioned, whatever a subscription is called.
        allowed_mentions: { parse: [] },
      }),
    };
  },
};

/** A text without the marks of Discord's Markdown; at most twice as long. */
function escaped(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<-]/g, '\\$&');
}

function escapedLength(text: string): number {
  return escaped(text).length;
}
