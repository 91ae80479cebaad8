import { allPages } from '../../api/answers.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { Channel } from './channelForms.ts';
import { channelState, type Delivery, untoldChannels } from './deliveries.ts';

const deliveriesMost = 100;

/** The newest deliveries: of all channels, or of one. */
export function loadDeliveries(filter: { readonly channelId?: string }, signal: AbortSignal) {
  return bodyOf(api.GET('/api/v1/deliveries', { params: { query: { limit: deliveriesMost, ...filter } }, signal }));
}

/** The channels, oldest first. */
export function loadChannels(signal: AbortSignal): Promise<readonly Channel[]> {
  return allPages((query) => bodyOf(api.GET('/api/v1/channels', { params: { query }, signal })));
}

/**
 * What tells how each channel works: of each channel newest first.
 *
 * @param newest the newest deliveries of all channels
 */
export async function loadTried(
  channels: readonly Channel[],
  { data, pagination }: Awaited<ReturnType<typeof loadDeliveries>>,
  signal: AbortSignal,
): Promise<readonly Delivery[]> {
  const untold = pagination.hasMore ? untoldChannels(channels, data) : [];
  const older = untold.map(async ({ id }) => (await loadDeliveries({ channelId: id }, signal)).data);
  const told = data.filter(({ channelId }) => !untold.some(({ id }) => id === channelId));
  return [told, await Promise.all(older)].flat(2);
}

/** The names of the channels that have got nothing through for a day. */
export async function loadFailing(signal: AbortSignal): Promise<readonly string[]> {
  const channels = (await loadChannels(signal)).filter(({ enabled }) => enabled);
  if (channels.length === 0) return [];
  const tried = await loadTried(channels, await loadDeliveries({}, signal), signal);
  const failing = channels.filter(({ id }) => channelState(id, tried, Date.now()).failingSince !== undefined);
  return failing.map(({ name }) => name);
}
