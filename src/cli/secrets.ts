import type { Command } from 'commander';
import { announceUpgrade, refuseMissingDatabase, refusingUnusable } from '../server/dataDirectory.ts';
import { lockDirectory } from '../store/directory/directoryLock.ts';
import { rotateSecretKey } from '../store/secrets/rotation.ts';
import { openStore } from '../store/store.ts';
import { dataCommand, dataOptions, print, type DataFlags, type DataOptions, type ProgramOptions } from './options.ts';

/** Adds `secrets` and what can be done with them. */
export function addSecrets(program: Command, options: ProgramOptions): void {
  const secrets = program.command('secrets').description('replace the key that encrypts the secrets of channels');
  dataCommand(
    secrets,
    'rotate',
    'replace the key in secret.key, and encrypt all secrets again; stop the server first',
  ).action((flags: DataFlags) => rotate(dataOptions(flags, options)));
}

/** Replaces the key, and prints how many secrets were encrypted again. */
async function rotate(options: DataOptions): Promise<void> {
  const { dataDir, randomness, terminal } = options;
  refuseMissingDatabase(dataDir);
  // A server would go on with the former key, and what it encrypted with it would be lost.
  const lock = lockDirectory(dataDir);
  try {
    const store = openStore(dataDir, lock, (upgraded) => announceUpgrade(upgraded, terminal));
    try {
      const rotated = await rotateSecretKey(dataDir, store, randomness.bytes).catch((error: unknown) =>
        refusingUnusable<never>(dataDir, () => {
          throw error;
        }),
      );
      const { secrets } = rotated;
      const counted = `${secrets} ${secrets === 1 ? 'secret is' : 'secrets are'}`;
      print(options, rotated, `${counted} encrypted with a new key; copies of the former secret.key are of no use now`);
    } finally {
      store.close();
    }
  } finally {
    lock.release();
  }
}
