import { describe, expect, test } from 'bun:test';
import { hashPassword } from '../../../../src/core/runtime/passwords.ts';
import { addUser, sessionPath, signIn } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
await addUser(service, 'Alex', { hash: await hashPassword('correct horse') });
await addUser(service, 'Jo');

/** The milliseconds that some work takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Sends a wrong password for a name, and checks that it is compared. */
async function fail(user: string): Promise<void> {
  expect((await signIn(service, { user, password: 'wrong horse' })).status).toBe(401);
}

describe('the time of a failed sign-in', () => {
  test('§14.3: is the same for a wrong password, an unknown name and a user without a password', async () => {
    const names = ['Alex', 'Nobody', 'Jo'];
    const times = new Map<string, number[]>(names.map((name) => [name, []]));
    // The time of the processor, which other processes lengthen little. Without a comparison it is a twentieth.
    for (let round = 0; round < 15; round += 1) {
      for (const name of names) {
        const before = process.cpuUsage();
        await fail(name);
        const { user, system } = process.cpuUsage(before);
        times.get(name)?.push(user + system);
      }
    }
    const medians = Array.from(times.values(), (ofName) => ofName.sort((a, b) => a - b)[7] ?? 0);
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2);
  });
});

describe('reads while passwords are compared without a pause', () => {
  const [reads, rounds, guessers, guessesMin] = [100, 30, 8, 16];

  /** The 99th percentile of the milliseconds of a read, in the quickest of some rounds, until there were enough. */
  async function slowReads(isEnough = () => true): Promise<number> {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds || !isEnough(); round += 1) {
      const times: number[] = [];
      for (let index = 0; index < reads; index += 1)
        times.push(await timeOf(() => service.call('GET', '/api/v1/subscriptions')));
      times.sort((a, b) => a - b);
      best = Math.min(best, times[Math.floor(reads * 0.99)] ?? best);
    }
    return best;
  }

  test('§14.3: take at most three times as long', async () => {
    await slowReads();
    const idle = await slowReads();
    const over = new AbortController();
    let guesses = 0;
    const flood = Array.from({ length: guessers }, async (_, guesser) => {
      for (; !over.signal.aborted; guesses += 1) await fail(`Nobody ${guesser} ${guesses}`);
    });
    const flooded = await slowReads(() => guesses >= guessesMin);
    over.abort();
    await Promise.all(flood);
    expect(flooded).toBeLessThan(3 * idle + 1);
  });

  test('§14.2: the token of a session is no slower to find than a key', async () => {
    const answer = await signIn(service, { apiKey: service.keys.read });
    const { token } = answer.json.data as unknown as { readonly token: string };
    const sent = { key: null, headers: { 'X-Duebook-Session': token } };
    const [ofKey, ofSession] = [[] as number[], [] as number[]];
    for (let index = 0; index < reads; index += 1) {
      ofKey.push(await timeOf(() => service.call('GET', '/api/v1/revision')));
      ofSession.push(await timeOf(() => service.call('GET', sessionPath, sent)));
    }
    expect(Math.min(...ofSession)).toBeLessThan(3 * Math.min(...ofKey) + 1);
  });
});
