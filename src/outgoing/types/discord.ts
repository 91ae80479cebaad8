import { settingOf, type ChannelKind } from '../channelKind.ts';
import { shortened } from '../texts.ts';

const contentLengthMax = 2000;
const [titleLengthMax, textLengthMax] = [200, 700];
// All fields together have at most 6000 characters.
const [fieldsMax, labelLengthMax, valueLengthMax] = [10, 50, 200];

/** A webhook of Discord (https://discord.com/developers/docs/resources/webhook#execute-webhook). */
export const discord: ChannelKind = {
  requestOf(channel, { title, text, facts, url }) {
    const lines = [
      `**${escaped(shortened(title, titleLengthMax))}**`,
      escaped(shortened(text, textLengthMax)),
      // In brackets, Discord shows no preview.
      ...(url === undefined ? [] : [`<${url}>`]),
    ];
    const fields = facts.slice(0, fieldsMax).map(({ label, value }) => ({
      name: escaped(shortened(label, labelLengthMax)),
      value: escaped(shortened(value, valueLengthMax)),
      inline: true,
    }));
    return {
      method: 'POST',
      url: settingOf(channel, 'url'),
      body: JSON.stringify({
        content: shortened(lines.join('\n'), contentLengthMax),
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
