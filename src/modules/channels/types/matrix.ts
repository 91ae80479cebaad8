import { settingOf, type ChannelKind } from './channelKind.ts';
import { below, escapedHtml, fittingText } from './texts.ts';

// An event has at most 64 KiB, and the text is in it twice.
const textBytesMax = 8000;

/** A room of Matrix (https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid). */
export const matrix: ChannelKind = {
  requestOf(channel, message, { deliveryId, words }) {
    const text = fittingText(message.text, { sizeMax: textBytesMax, sizeOf: (part) => Buffer.byteLength(part), words });
    const { url } = message;
    const lines = [`<strong>${escapedHtml(message.title)}</strong>`, ...text.split('\n').map(escapedHtml)];
    const link = url === undefined ? [] : [`<a href="${escapedHtml(url)}">${escapedHtml(url)}</a>`];
    const room = encodeURIComponent(settingOf(channel, 'roomId'));
    // The server takes one transaction once: a repeated delivery is no second message.
    const transaction = encodeURIComponent(deliveryId);
    return {
      method: 'PUT',
      url: below(settingOf(channel, 'url'), `_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`),
      headers: { authorization: `Bearer ${settingOf(channel, 'token')}` },
      body: JSON.stringify({
        msgtype: 'm.text',
        body: [message.title, text, ...(url === undefined ? [] : [url])].join('\n'),
        format: 'org.matrix.custom.html',
        formatted_body: [...lines, ...link].join('<br>'),
        // Nobody is mentioned, whatever a subscription is called.
        'm.mentions': {},
      }),
    };
  },
};
