import { isSealedWith, sealedWith, type SealedSecrets, type Texts } from './sealed.ts';
import type { RandomBytes } from '../access/apiKey.ts';
import { systemCryptography } from '../runtime/system.ts';
import { keyLength, keyOf, readKeys, writeKeys, type SecretKey } from './keyFile.ts';
import { hmacSha256 } from '../runtime/host.ts';

const nonceLength = 12;

/** Encrypts and decrypts the secrets of channels. */
export type Vault = ReturnType<typeof openVault>;

/**
 * Opens the keys of a data directory. The file with the key is made with the first secret.
 *
 * @throws {DatabaseRefused} when that file is damaged
 */
export function openVault(dataDirectory: string, randomBytes: RandomBytes) {
  let keys: readonly SecretKey[] = readKeys(dataDirectory);

  /** The key to encrypt with. The file has it afterwards: what is encrypted without it would be lost with the end of the process. */
  function presentKey(): SecretKey {
    // Somebody may have deleted the file since, or have put a copy back, whose keys are needed, too.
    const inFile = readKeys(dataDirectory);
    const added = inFile.filter(({ id }) => keys.every((key) => key.id !== id));
    const [present = keyOf(randomBytes(keyLength)), ...others] = [...keys, ...added];
    keys = [present, ...others];
    if (keys.length > inFile.length) writeKeys(dataDirectory, keys);
    return present;
  }

  return {
    /** The ids of the keys. */
    keyIds: (): readonly string[] => keys.map(({ id }) => id),

    /**
     * Encrypts the secrets of a channel. What was encrypted for one channel and name is not accepted for another.
     *
     * @throws {StorageUnavailable} when the file with the key cannot be made
     * @throws {DatabaseRefused} when that file was damaged since
     */
    async seal(channelId: string, secrets: Texts): Promise<SealedSecrets> {
      const names = Object.keys(secrets);
      if (names.length === 0) return {};
      const key = presentKey();
      const sealed = names.map(async (name) => {
        const text = secrets[name] ?? '';
        return [
          name,
          await seal(key, { nonce: randomBytes(nonceLength), about: `${channelId} ${name}`, text }),
        ] as const;
      });
      return Object.fromEntries(await Promise.all(sealed));
    },

    /** Decrypts the secrets of a channel; without those that are lost. */
    async open(channelId: string, secrets: SealedSecrets): Promise<Texts> {
      const opened = Object.entries(secrets).map(
        async ([name, sealed]) => [name, await openWith(keys, `${channelId} ${name}`, sealed)] as const,
      );
      const whole = (await Promise.all(opened)).filter((entry): entry is readonly [string, string] => isText(entry[1]));
      return Object.fromEntries(whole);
    },

    /** A fingerprint that nobody can compare with guessed texts without the key. */
    fingerprint: (text: string): string => hmacSha256(presentKey().bytes, text, 'hex'),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

interface Sealable {
  readonly nonce: Uint8Array<ArrayBuffer>;
  /** What the text belongs to. */
  readonly about: string;
  readonly text: string;
}

async function seal(key: SecretKey, { nonce, about, text }: Sealable): Promise<string> {
  const parameters = { name: 'AES-GCM', iv: nonce, additionalData: Buffer.from(about) };
  const encrypted = await systemCryptography().encrypt(
    parameters,
    await imported(key, 'encrypt'),
    Buffer.from(text, 'utf8'),
  );
  return sealedWith(key.id, Buffer.concat([nonce, new Uint8Array(encrypted)]).toString('base64'));
}

async function openWith(keys: readonly SecretKey[], about: string, sealed: string | null): Promise<string | undefined> {
  const key = sealed === null ? undefined : keys.find(({ id }) => isSealedWith(sealed, id));
  if (key === undefined || sealed === null) return undefined;
  const bytes = Buffer.from(sealed.slice(key.id.length + 1), 'base64');
  const iv = bytes.subarray(0, nonceLength);
  const parameters = { name: 'AES-GCM', iv, additionalData: Buffer.from(about) };
  try {
    const text = await systemCryptography().decrypt(
      parameters,
      await imported(key, 'decrypt'),
      bytes.subarray(nonceLength),
    );
    return new TextDecoder().decode(text);
  } catch {
    // Changed since, or copied from another channel.
    return undefined;
  }
}

function imported({ bytes }: SecretKey, use: 'encrypt' | 'decrypt') {
  return systemCryptography().importKey('raw', bytes, 'AES-GCM', false, [use]);
}
