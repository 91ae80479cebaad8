import { missingSecrets, type StoredChannel } from '../../domain/channels/channel.ts';
import type { OpenChannel } from '../../domain/channels/openChannel.ts';
import type { Vault } from './vault.ts';

/** A channel with its secrets, to send a message with. */
export async function openChannel(vault: Pick<Vault, 'open'>, channel: StoredChannel): Promise<OpenChannel> {
  const { id, type, language, settings } = channel;
  const secrets = await vault.open(id, channel.secrets);
  const isWhole = Object.keys(channel.secrets).every((name) => Object.hasOwn(secrets, name));
  return { id, type, language, settings, secrets, lacksSecrets: !isWhole || missingSecrets(channel).length > 0 };
}
