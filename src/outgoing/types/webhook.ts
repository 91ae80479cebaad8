import { instantAt } from '../../runtime/system.ts';
import { settingOf, type ChannelKind } from '../channelKind.ts';

/** A webhook: JSON, signed as Standard Webhooks have it (https://www.standardwebhooks.com). */
export const webhook: ChannelKind = {
  requestOf(channel, { event, data, ...message }, { deliveryId, wallMilliseconds }) {
    const timestamp = instantAt(wallMilliseconds);
    const body = JSON.stringify({ type: event, timestamp, data: { ...data, ...message } });
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
  },
};

/** The signature of what is signed, with a secret of the form `whsec_…`. */
function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${new Bun.CryptoHasher('sha256', key).update(signed).digest('base64')}`;
}
