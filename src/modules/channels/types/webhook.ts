import type { ChangeMessage } from '../../../core/outgoing/message.ts';
import type { OpenChannel } from '../rules/openChannel.ts';
import { instantAt } from '../../../core/runtime/system.ts';
import { settingOf, type ChannelKind, type Sending } from './channelKind.ts';
import type { OutgoingRequest } from '../../../core/outgoing/httpRequest.ts';
import { hmacSha256 } from '../../../core/runtime/host.ts';

/** A webhook: JSON, signed as Standard Webhooks have it (https://www.standardwebhooks.com). */
export const webhook: ChannelKind = {
  requestOf(channel, { event, data, ...message }, sending) {
    const timestamp = instantAt(sending.wallMilliseconds);
    return signedRequest(channel, JSON.stringify({ type: event, timestamp, data: { ...data, ...message } }), sending);
  },
};

/** The request that tells a webhook of a change. */
export function changeRequest(
  channel: OpenChannel,
  { change, at, dataJson }: ChangeMessage,
  sending: Sending,
): OutgoingRequest {
  return signedRequest(channel, `{"type":"${change}","timestamp":"${at}","data":${dataJson}}`, sending);
}

function signedRequest(channel: OpenChannel, body: string, { deliveryId, wallMilliseconds }: Sending): OutgoingRequest {
  const seconds = String(Math.floor(wallMilliseconds / 1000));
  const { secret } = channel.secrets;
  return {
    method: 'POST',
    url: settingOf(channel, 'url'),
    headers: {
      'webhook-id': deliveryId,
      'webhook-timestamp': seconds,
      ...(secret !== undefined && { 'webhook-signature': signatureOf(secret, `${deliveryId}.${seconds}.${body}`) }),
    },
    body,
  };
}

/** The signature of what is signed, with a secret of the form `whsec_…`. */
function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${hmacSha256(key, signed, 'base64')}`;
}
