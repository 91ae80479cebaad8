import { mayManage } from '../../api/session.ts';
import type { Channel } from './channelForms.ts';

/** The ids of the user's own channels; undefined for an admin, and without any. */
export function ownChannelIds(channels: readonly Channel[]): string[] | undefined {
  const own = mayManage.value ? [] : channels.flatMap(({ id, userId }) => (userId === null ? [] : [id]));
  return own.length === 0 ? undefined : own;
}

/** The chosen channels of a rule: those of the household, or those of one person, as the one that was chosen last. */
export function ofOneHolder(chosen: readonly string[], channels: readonly Channel[]): readonly string[] {
  const holderOf = (id: string | undefined) => channels.find((channel) => channel.id === id)?.userId;
  return chosen.filter((id) => holderOf(id) === holderOf(chosen.at(-1)));
}
