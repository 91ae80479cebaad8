import { beforeAll, describe, expect, test } from 'bun:test';
import { createKey, residentMebibytes, run, startServer } from '../support/binary.ts';
import { apiDocument } from '../generator/api.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { fuzz } from './fuzzing.ts';
import { numberFromEnvironment } from '../generator/random.ts';

// Longer at night: FUZZ_REQUESTS=1000000 FUZZ_SEED=7.
const seed = numberFromEnvironment('FUZZ_SEED', 1);
const requestsAtLeast = 20_000;
const requests = numberFromEnvironment('FUZZ_REQUESTS', requestsAtLeast);
const requestsInRefusal = Math.ceil(requests / 10);
// This many requests get every answer that the document describes, with any seed. Fewer miss one or two of the rarest, but
// get most of each operation.
const requestsOfEveryShape = 100_000;
const seenShareMin = requests >= requestsOfEveryShape ? 1 : 0.5;
const growthMax = 1.2;
// Otherwise garbage stays for about 200,000 requests and looks like a leak.
const wholeCollections = { BUN_JSC_useGenerationalGC: '0' };

const directory = temporaryDirectory();
const unlimited = ['--quota', '1000000000', '--invalid-key-limit', '1000000000'];

async function makeKeys() {
  const [write, read] = [await createKey(directory, 'first', 'write'), await createKey(directory, 'first', 'read')];
  const [otherWrite, otherRead] = [
    await createKey(directory, 'second', 'write'),
    await createKey(directory, 'second', 'read'),
  ];
  const revoked = await createKey(directory, 'first', 'write');
  expect(await run(['keys', 'revoke', revoked.id], { cwd: directory })).toMatchObject({ exitCode: 0 });
  return {
    write: write.key,
    read: read.key,
    admin: (await createKey(directory, 'first', 'admin')).key,
    otherWrite: otherWrite.key,
    otherRead: otherRead.key,
    revoked: revoked.key,
  };
}

/** Stops a server. Returns its exit code, and its log without the one warning about a forged header. */
async function endOf(server: Awaited<ReturnType<typeof startServer>>) {
  const { stderr, exitCode } = await server.stop();
  return { log: stderr.replace(/^the header X-Forwarded-For .*\n/, ''), exitCode };
}

let keys: Awaited<ReturnType<typeof makeKeys>>;

beforeAll(async () => {
  keys = await makeKeys();
});

const conflictsOfOthers = new Set(['DELETE /api/v1/users/{id} 409', 'POST /api/v1/import 409']);

/**
 * Every answer that the document describes, except errors of the server and of a used-up quota, those that only a session
 * gets, as requests have keys, and a conflict that only limits of owners make, which this server does not have.
 */
function describedAnswers(): string[] {
  return Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => !['429', '500', '503'].includes(status))
        .map((status) => `${method.toUpperCase()} ${path} ${status}`)
        .filter((answer) => !answer.includes(' /api/v1/session') && !conflictsOfOthers.has(answer)),
    ),
  );
}

/**
 * The resident memory of a server after a pause for garbage collection, which ends as soon as it is little enough; 0 where it
 * is unknown.
 */
async function residentAtRest({ child }: Awaited<ReturnType<typeof startServer>>, enough = 0): Promise<number> {
  let resident = process.platform === 'linux' ? Infinity : 0;
  for (let reading = 0; reading < 10 && resident > enough; reading += 1) {
    await Bun.sleep(300);
    resident = Math.min(resident, residentMebibytes(child));
  }
  return resident;
}

describe('a request of any shape', () => {
  test(
    `is answered as documented and never with a 5xx, in ${requests} requests; memory does not grow, and nothing is logged`,
    async () => {
      const server = await startServer(unlimited, { cwd: directory, environment: wholeCollections });
      const warmUp = Math.ceil(requests / 2);
      const common = { origin: server.origin, keys, seed };
      const first = await fuzz({ ...common, first: 0, requests: warmUp });
      const residentMax = growthMax * (await residentAtRest(server));
      const rest = await fuzz({ ...common, first: warmUp, requests: requests - warmUp });
      const resident = await residentAtRest(server, residentMax);
      expect(resident).toBeLessThanOrEqual(residentMax);
      expect(await endOf(server)).toEqual({ log: '', exitCode: 0 });
      // If answers are missing, the requests were not of every shape.
      const operations = Map.groupBy(describedAnswers(), (answer) => answer.slice(0, answer.lastIndexOf(' ')));
      const missing = Array.from(operations.values(), (answers) => {
        const unseen = answers.filter((answer) => !first.has(answer) && !rest.has(answer));
        return unseen.length > answers.length * (1 - seenShareMin) ? unseen : [];
      });
      if (requests >= requestsAtLeast) expect(missing.flat()).toEqual([]);
    },
    60_000 + requests * 30,
  );

  test(
    'is answered as documented also when the quota and the limit on invalid keys are used up',
    async () => {
      // So few that even a machine under load sends more in a second.
      const limits = ['--quota', '20', '--quota-window', '1', '--invalid-key-limit', '5', '--invalid-key-window', '1'];
      const server = await startServer(limits, { cwd: directory });
      const common = { origin: server.origin, keys, seed };
      const seen = await fuzz({ ...common, first: 0, requests: requestsInRefusal });
      expect(await endOf(server)).toEqual({ log: '', exitCode: 0 });
      const timesOf = (status: RegExp) =>
        Array.from(seen).reduce((sum, [answer, times]) => sum + (status.test(answer) ? times : 0), 0);
      expect(timesOf(/ 429$/)).toBeGreaterThan(requestsInRefusal / 10);
      // Two owners have 20 requests each in the first second alone.
      expect(timesOf(/ 20\d$/)).toBeGreaterThan(20);
    },
    60_000 + requests * 30,
  );
});
