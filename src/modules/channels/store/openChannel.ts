import { missingSecrets, type StoredChannel } from '../rules/channel.ts';
import type { OpenChannel } from '../rules/openChannel.ts';
import type { Vault } from '../../../core/secrets/vault.ts';

/** A channel of an owner with its secrets, to send a message with. */
export async function openChannel(
  vault: Pick<Vault, 'open'>,
  ownerId: number,
  channel: StoredChannel,
): Promise<OpenChannel> {
  const { id, type, language, settings } = channel;
  const secrets = await vault.open(id, channel.secrets);
  const isWhole = Object.keys(channel.secrets).every((name) => Object.hasOwn(secrets, name));
  return {
    id,
    ownerId,
    type,
    language,
    settings,
    secrets,
    lacksSecrets: !isWhole || missingSecrets(channel).length > 0,
  };
}
