import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import { foreignCodeVariables } from '../../src/core/config/sources.ts';
import { binary, run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const root = join(import.meta.dir, '../..');

function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

describe('variables that make Bun run other code in the executable', () => {
  const emptied = Object.fromEntries(foreignCodeVariables.map((name) => [name, '']));

  test('are unset by the systemd unit, and empty in the image and in compose.yaml', () => {
    const [, unset = ''] = /^UnsetEnvironment=(.*)$/m.exec(readText('contrib/systemd/duebook.service')) ?? [];
    expect(unset.split(' ')).toEqual([...foreignCodeVariables]);
    const [, ...stages] = readText('Dockerfile').split(/^FROM /m);
    const ofImage = Array.from(stages.at(-1)?.matchAll(/\b(BUN_\w+)=(\S*)/g) ?? [], ([, name = '', value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(ofImage)).toEqual(emptied);
    const { services } = YAML.parse(readText('compose.yaml')) as {
      services: { duebook: { environment: Record<string, string> } };
    };
    expect(services.duebook.environment).toEqual(emptied);
  });

  test('run code when they are set, and none when they are empty', async () => {
    const script = join(temporaryDirectory(), 'foreign.js');
    writeFileSync(script, 'console.log("foreign code");');
    const words = ['-e', 'console.log("foreign code")'];
    expect((await run(words, { environment: { BUN_BE_BUN: '1' } })).stdout).toBe('foreign code\n');
    expect(await run(words, { environment: emptied })).toMatchObject({ exitCode: 2, stdout: '' });
    const preloaded = await run(['version'], { environment: { BUN_OPTIONS: `--preload ${script}` } });
    expect(preloaded.stdout).toStartWith('foreign code\n');
    expect((await run(['version'], { environment: emptied })).stdout).not.toContain('foreign');
  });

  test('open a debugger when they are set, and none when they are empty', async () => {
    const directory = temporaryDirectory();
    const socket = join(directory, 'debugger');
    const open = await startServer([], { environment: { BUN_INSPECT: `ws+unix://${socket}` } });
    expect(existsSync(socket)).toBe(true);
    expect((await open.stop()).stderr).toContain(
      'duebook: warning: BUN_INSPECT is set: it can make this process run other code.',
    );
    const shut = await startServer([], { environment: emptied });
    if (process.platform === 'linux') expect(listeningSockets(shut.child.pid)).toBe(1);
    expect((await shut.stop()).stderr).not.toContain('warning');
  });

  test('include every debugger variable that the executable knows', () => {
    const known = readFileSync(binary)
      .toString('latin1')
      .match(/\bBUN_INSPECT(?:_[A-Z]+)*(?![A-Z_])/g);
    expect(Array.from(new Set(known)).filter((name) => !foreignCodeVariables.some((each) => each === name))).toEqual(
      [],
    );
  });
});

describe('the environment of serve', () => {
  test('may contain unknown variables, and those of a Kubernetes Service', async () => {
    const server = await startServer([], {
      environment: {
        DUEBOOK_PROT: '1',
        DUEBOOK_UNHEARD_OF: 'a secret',
        DUEBOOK_METRICS_PORT: 'tcp://10.0.0.2:9464',
        DUEBOOK_SERVICE_HOST: '10.0.0.1',
      },
    });
    const { exitCode, stderr } = await server.stop();
    expect(exitCode).toBe(0);
    const warnings = stderr.split('\n').filter((line) => line.startsWith('duebook: warning: '));
    expect(warnings.map((line) => line.slice('duebook: warning: '.length))).toEqual([
      expect.stringMatching(
        /^DUEBOOK_METRICS_PORT=tcp:\/\/10\.0\.0\.2:9464 and 1 other variable are set by Kubernetes/,
      ),
      'DUEBOOK_PROT: unknown setting, ignored. Did you mean DUEBOOK_PORT?',
      'DUEBOOK_UNHEARD_OF: unknown setting, ignored. "duebook serve --help" lists the variables.',
    ]);
    expect(stderr).not.toContain('a secret');
  });

  test('sets the time zone with TZ', async () => {
    const environment = { TZ: 'Pacific/Kiritimati' };
    const shown = await run(['config', 'show'], { environment });
    expect(shown.stdout).toMatch(/^timezone +Pacific\/Kiritimati +variable TZ$/m);
    const posix = await run(['config', 'show'], { environment: { TZ: 'CET-1CEST' } });
    expect(posix.stdout).toMatch(/^timezone +UTC +default$/m);
    expect(posix).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^duebook: warning: TZ is "CET-1CEST"/) });
  });
});

/** The number of sockets that a process listens on, Unix sockets included. */
function listeningSockets(pid: number): number {
  const directory = `/proc/${pid}/fd`;
  const targets = new Set(readdirSync(directory).map((descriptor) => targetOf(join(directory, descriptor))));
  const listening = ['tcp', 'tcp6', 'unix'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => (table === 'unix' ? row[3] === '00010000' : row[3] === '0A'))
      .map((row) => `socket:[${table === 'unix' ? row[6] : row[9]}]`),
  );
  return listening.filter((socket) => targets.has(socket)).length;
}

/** The target of a link; undefined when the link is gone, such as that of a file that was just closed. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
