import { createLimiter } from './limiter.ts';
import { hashArgon2id, verifyArgon2id } from './host.ts';

// 19 MiB and two passes, as OWASP recommends for argon2id with one lane.
const parameters = { memoryCost: 19_456, timeCost: 2 } as const;

// What no password matches: it takes the time of the hash of a user.
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$ZHVlYm9vayBzYWx0IG9mIG5vYm9keSwgMzIgYnl0ZXM$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** How many passwords wait at most until they are hashed or verified. */
export const passwordsWaitingMax = 8;

/** The argon2id hash of a password in PHC form. It is computed outside the event loop, and takes about 50 ms. */
export async function hashPassword(password: string): Promise<string> {
  return hashArgon2id(composed(password), parameters);
}

/** Hashes and verifies passwords: one at a time, in turns, while at most eight wait. */
export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Creates the {@link Passwords} of a server. Each call rejects with {@link QueueFull} when too many are waiting. `forWhom`
 * names whose turn it takes: an owner, or the network of a client that has not signed in.
 */
export function createPasswords() {
  const run = createLimiter(1, passwordsWaitingMax);
  return {
    /** The hash of a password. */
    hash: (password: string, forWhom: string): Promise<string> => run(forWhom, () => hashPassword(password)),

    /** Whether a password has a hash. Without a hash it is false, after the same time. */
    async verify(password: string, hash: string | null | undefined, forWhom: string): Promise<boolean> {
      const isRight = await run(forWhom, () => verifyArgon2id(composed(password), hash ?? hashOfNobody));
      return isRight && typeof hash === 'string';
    },
  };
}

/** The same text for the same characters: keyboards and systems compose accents in different ways. */
function composed(password: string): string {
  return password.normalize('NFC');
}
