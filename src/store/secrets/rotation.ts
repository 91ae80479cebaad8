import type { RandomBytes } from '../../domain/keys/apiKey.ts';
import type { OpenedStore } from '../store.ts';
import { keyLength, keyOf, readKeys, writeKeys } from './keyFile.ts';
import { openVault } from './vault.ts';

/**
 * Replaces the key that encrypts the secrets of channels, and encrypts them again in one transaction. No server may run on
 * the data directory. The file has both keys until the transaction is on the disk, so that a crash loses no secret: the
 * next rotation, or the next start, finds the key of each secret.
 *
 * @returns the number of secrets
 * @throws {DatabaseRefused} when the file with the key is damaged
 */
export async function rotateSecretKey(
  dataDirectory: string,
  store: Pick<OpenedStore, 'channels' | 'inProcess'>,
  randomBytes: RandomBytes,
): Promise<{ readonly secrets: number }> {
  const earlier = readKeys(dataDirectory);
  if (earlier.length === 0) return { secrets: 0 };
  const replacement = keyOf(randomBytes(keyLength));
  writeKeys(dataDirectory, [replacement, ...earlier]);
  const vault = openVault(dataDirectory, randomBytes);
  let secrets = 0;
  const reencrypted = store.channels.all().map(async (channel) => {
    const opened = await vault.open(channel.id, channel.secrets);
    secrets += Object.keys(opened).length;
    // Those that are lost stay as they are: their key may come back.
    return { id: channel.id, secrets: { ...channel.secrets, ...(await vault.seal(channel.id, opened)) } };
  });
  store.inProcess.commit({ kind: 'channel.reencrypt', channels: await Promise.all(reencrypted) });
  writeKeys(dataDirectory, [replacement]);
  return { secrets };
}
