import type { ChannelType } from '../../src/modules/channels/rules/channelTypes.ts';
import type { Message } from '../../src/core/outgoing/message.ts';
import type { OpenChannel } from '../../src/modules/channels/rules/openChannel.ts';
import { createSenders, type SenderOptions } from '../../src/modules/channels/sender.ts';
import { systemClock } from '../../src/core/runtime/system.ts';

/** Senders that resolve no name, unless a test says otherwise. */
export function testSenders(options: Partial<SenderOptions> = {}) {
  return createSenders({
    clock: systemClock,
    resolve: () => Promise.reject(new Error('unknown')),
    allow: [],
    ownListeners: () => [],
    isOfMachine: () => false,
    mail: null,
    publicUrl: 'https://duebook.example.org',
    ...options,
  });
}

/** A channel with its secrets. */
export function channelOf(type: ChannelType, secrets: Readonly<Record<string, string>>, others = {}): OpenChannel {
  return { id: 'channel', ownerId: 1, type, language: 'en', settings: {}, secrets, lacksSecrets: false, ...others };
}

/** A message whose texts have what receivers interpret: markup, mentions, quotes, several lines. */
export const message: Message = {
  event: 'reminder.due',
  title: 'Netflix <b>& *Co*</b> @everyone is due in 3 days',
  text: 'Amount: 15.99 EUR\nDue: 19 June 2026 <!channel> [x](y)',
  facts: [
    { label: 'Amount', value: '15.99 EUR' },
    { label: 'Due', value: '19 June 2026 <!channel> [x](y)' },
  ],
  url: 'https://duebook.example.org/subscriptions/01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00?a=1&b=2',
  tags: ['calendar', 'moneybag'],
  priority: 'high',
  data: { subscriptionIds: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00'] },
};
