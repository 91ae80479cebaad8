import { allPages } from '../../api/answers.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { Channel } from './channelForms.ts';

/** The channels, oldest first, each with what became of its last message. */
export function loadChannels(signal: AbortSignal): Promise<readonly Channel[]> {
  return allPages((query) => bodyOf(api.GET('/api/v1/channels', { params: { query }, signal })));
}

/** Whether a channel is on, and its messages have failed since the last one that was sent. */
export function isFailing({ enabled, failingSince = null }: Channel): boolean {
  return enabled && failingSince !== null;
}

export async function loadFailing(signal: AbortSignal): Promise<readonly string[]> {
  return (await loadChannels(signal)).filter(isFailing).map(({ name }) => name);
}
