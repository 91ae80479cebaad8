import { expect } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, createKey, run, runProgram, startServer } from './binary.ts';
import { blocksOf } from './guides.ts';
import { freePort } from './proxies.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

const page = 'docs/several-servers.md';

/** The password of each household's user. */
export const password = 'correct horse battery staple';
/** The household of each server, and the name of its owner and its user. */
export const households = { a: 'anna', b: 'chen', c: 'eder' } as const;
type Letter = keyof typeof households;

/** The host name of a household. */
export const hostOf = (household: string) => `${household}.example.org`;
/** The host names of the example configurations. */
export const allHosts = ['a', 'anna', 'berg', 'b', 'chen', 'diaz', 'c', 'eder', 'fein', 'api'].map(hostOf);

/** A data directory of its own with one household, which has a user with a password, and the server that serves it. */
export async function startHome(letter: Letter) {
  const household = households[letter];
  const [directory, port] = [temporaryDirectory(), freePort()];
  const { key } = await createKey(directory, household, 'admin');
  writeFileSync(join(directory, 'password'), password);
  const user = ['--owner', household, '--scope', 'admin', '--password-file', 'password'];
  await run(['users', 'add', household, ...user], { cwd: directory });
  const words = ['--port', String(port), '--trusted-proxies', '127.0.0.1', '--allowed-hosts', allHosts.join()];
  const start = () => startServer(words, { cwd: directory });
  let server: Awaited<ReturnType<typeof start>> | undefined = await start();
  return {
    letter,
    household,
    key,
    directory,
    dataDirectory: join(directory, 'data'),
    address: `127.0.0.1:${port}`,

    /** Sends a request to the server itself with the key of the household, and returns the data of the answer. */
    write: async (method: string, path: string, json: unknown): Promise<Readonly<Record<string, unknown>>> => {
      const answer = await server?.call(key, method, path, json);
      if (answer === undefined || answer.status >= 300) throw new Error(`${method} ${path}: ${answer?.text}`);
      return (answer.json['data'] ?? answer.json) as Readonly<Record<string, unknown>>;
    },

    start: async () => void (server ??= await start()),
    async stop(): Promise<void> {
      await server?.stop();
      server = undefined;
    },
  };
}

/** One of the servers, and its household. */
export type Home = Awaited<ReturnType<typeof startHome>>;

/** The commands of docs/several-servers.md in the block that has a text. */
export function commandsOf(part: string): readonly string[] {
  const [block, ...others] = blocksOf(page, 'bash').filter((one) => one.includes(part));
  if (block === undefined || others.length > 0) throw new Error(`there must be one block with ${part}`);
  return block
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** The commands of docs/several-servers.md that move a household. */
export const commandsOfMove = () => [...commandsOf('owners move'), ...commandsOf('systemctl reload')];

/** A command of the page with the executable of this test in place of the installed one. */
export function shellOf(command: string): string {
  return command.replaceAll('sudo -u duebook ', '').replaceAll(/\bduebook (?=[a-z])/g, `${binary} `);
}

/** Runs commands of the page on the servers of a test: a, b and c; the test itself reloads the proxy. Returns their output. */
export async function paste(
  commands: readonly string[],
  homes: readonly Home[],
  cwd = temporaryDirectory(),
): Promise<string> {
  let output = '';
  for (const command of commands) {
    const [, verb] = /^sudo systemctl (start|stop|reload) /.exec(command) ?? [];
    const named = homes.filter(({ letter }) => command.includes(`duebook@${letter}`));
    if (verb === 'stop') for (const home of named) await home.stop();
    else if (verb === 'start') for (const home of named) await home.start();
    else if (verb === undefined) {
      const here = homes.reduce(
        (text, { letter, dataDirectory }) => text.replaceAll(`/var/lib/duebook-${letter}`, dataDirectory),
        shellOf(command),
      );
      const { exitCode, stdout, stderr } = await runProgram(['sh', '-c', here], { cwd });
      expect({ command, exitCode, stderr }).toEqual({ command, exitCode: 0, stderr: expect.any(String) });
      output += stdout;
    }
  }
  return output;
}
