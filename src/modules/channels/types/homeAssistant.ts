import type { Message } from '../../../core/outgoing/message.ts';
import type { OpenChannel } from '../rules/openChannel.ts';
import { settingOf, type ChannelKind, type Sending } from './channelKind.ts';
import { below, withoutMentions } from './texts.ts';

/**
 * Home Assistant: a webhook trigger (https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger), or an action
 * that notifies (https://www.home-assistant.io/integrations/notify/).
 */
export const homeAssistant: ChannelKind = {
  requestOf: (channel, message, sending) =>
    channel.secrets['webhookId'] === undefined ? actionOf(channel, message) : triggerOf(channel, message, sending),
};

function triggerOf(channel: OpenChannel, { event, data, ...message }: Message, { deliveryId }: Sending) {
  const id = encodeURIComponent(settingOf(channel, 'webhookId'));
  return {
    method: 'POST',
    url: below(settingOf(channel, 'url'), `api/webhook/${id}`),
    body: JSON.stringify({ ...data, ...message, event, id: deliveryId }),
  } as const;
}

function actionOf(channel: OpenChannel, message: Message) {
  const { service = 'notify.notify' } = channel.settings;
  const { url } = message;
  return {
    method: 'POST',
    url: below(settingOf(channel, 'url'), `api/services/${service.replace('.', '/')}`),
    headers: { authorization: `Bearer ${settingOf(channel, 'token')}` },
    body: JSON.stringify({
      // To services that Duebook does not know.
      title: withoutMentions(message.title),
      message: withoutMentions(message.text),
      // The first is what the app for iOS opens, the second that for Android.
      ...(url !== undefined && { data: { url, clickAction: url } }),
    }),
  } as const;
}
