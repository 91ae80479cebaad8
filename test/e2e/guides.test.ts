import { describe, expect, test } from 'bun:test';
import { copyFileSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageDescription from '../../package.json' with { type: 'json' };
import { binary, run, runProgram, startServer } from '../support/binary.ts';
import { blocksOf, guides, guideText } from '../support/guides.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

/** The checksum of the executable, as `sha256sum` prints it. */
const hash = new Bun.CryptoHasher('sha256').update(readFileSync(binary)).digest('hex');

/** Links the executable to a path, or copies its hundred megabytes where links do not work. */
function placeExecutable(path: string): void {
  try {
    linkSync(binary, path);
  } catch {
    copyFileSync(binary, path);
  }
}

// What the guides import.
const exportedTable =
  'Name,Betrag,Währung,Farbe,Intervall,Nächste Zahlung\nGym,"30,00",EUR,blau,monatlich,31.12.2026\n';
const exportedByWallos = { Name: 'Netflix', 'Payment Cycle': 'Monthly', 'Next Payment': '2026-12-31', Price: '$15.99' };

/** A machine as the guides assume it: a server with data, `duebook` on the PATH, and a downloaded release. */
async function machine() {
  const server = await startServer();
  await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
  const directory = temporaryDirectory();
  for (const name of ['bin', 'backup']) mkdirSync(join(directory, name));
  symlinkSync(binary, join(directory, 'bin/duebook'));
  writeFileSync(join(directory, 'duebook.env'), 'DUEBOOK_TIMEZONE=Europe/Berlin\n');
  writeFileSync(join(directory, 'table.csv'), exportedTable);
  writeFileSync(join(directory, 'wallos.json'), JSON.stringify([exportedByWallos]));
  const download = `duebook-${packageDescription.version}-linux-x64`;
  placeExecutable(join(directory, download));
  writeFileSync(join(directory, 'SHA256SUMS'), `${hash}  ${download}\n${hash}  duebook-of-another-platform\n`);
  return { server, directory };
}

type Machine = Awaited<ReturnType<typeof machine>>;

/** Runs the commands of a guide with the paths and the address of a test in place of its own. Returns their output. */
async function paste(commands: string, { server, directory }: Machine, environment = {}): Promise<string> {
  const text = commands
    .replaceAll(/sudo (-u duebook )?/g, '')
    .replaceAll('/usr/local/bin', join(directory, 'bin'))
    .replaceAll(/\/var\/lib\/duebook|\.\/data\b/g, server.dataDirectory)
    .replaceAll('/etc/duebook.env', join(directory, 'duebook.env'))
    .replaceAll('/srv/backup', join(directory, 'backup'))
    .replaceAll('/tmp/duebook-rehearsal', join(directory, 'rehearsal'))
    .replaceAll('http://127.0.0.1:8383', server.origin);
  const { stdout, stderr, exitCode } = await runProgram(['sh', '-e', '-c', text], {
    cwd: directory,
    env: {
      PATH: `${join(directory, 'bin')}:/usr/bin:/bin`,
      HOME: directory,
      DUEBOOK_PORT: new URL(server.origin).port,
      ...environment,
    },
  });
  // A guide may create an owner, or restore keys that no other database knows: both are told.
  const told = /^duebook: (new owner \w+; the others are:|valid as in the backup,).*\n/gm;
  const unexpected = stderr.replaceAll(told, '');
  expect({ commands, unexpected, exitCode }).toEqual({ commands, unexpected: '', exitCode: 0 });
  return stdout;
}

// These need a network, a container engine or systemd, so no test runs them.
const notTried = [
  /^gh /,
  /^(docker|podman) (build|pull|run|tag|network|compose (build|cp))\b/,
  /^(systemctl --user|loginctl) /,
  / ~\/\.config\/containers\/systemd/,
  /^sudo install .* \/etc\/systemd\//,
  /^sudo (useradd|chown|install -d -o duebook) /,
  /^sudo systemctl (daemon-reload|enable )/,
];
const stops = /^(sudo systemctl|docker compose) stop\b/;
const starts = /^(sudo systemctl|docker compose) (start|restart|up)\b/;
const inContainer =
  /\b(?:docker|podman) (?:compose )?(?:exec(?: -T)?|run --rm(?: --volume "\$PWD:\/from:ro")?) duebook (?=\w)(duebook )?/;

/** Plays the supervisor of a service or container, with the server and the data of a test. */
async function hostFor(first: Machine) {
  const { directory } = first;
  const { dataDirectory } = first.server;
  let { server } = first;
  let isServing = true;
  const backup = 'duebook-2026-11-21T10-00-00Z.db';
  await run(['backup', '--data-dir', dataDirectory, '--to', join(directory, backup)]);
  mkdirSync(join(dataDirectory, 'backups'));
  copyFileSync(join(directory, backup), join(directory, 'backup', backup));
  for (const copy of [`backups/${backup}`, 'duebook.db.before-upgrade-101']) {
    copyFileSync(join(directory, backup), join(dataDirectory, copy));
  }

  async function supervise(shallServe: boolean): Promise<void> {
    if (isServing) await server.stop();
    if (shallServe) server = await startServer([], { cwd: first.server.directory });
    isServing = shallServe;
  }

  return {
    isServing: () => isServing,
    stop: () => server.stop(),

    async enter(line: string): Promise<void> {
      if (notTried.some((known) => known.test(line))) return;
      if (stops.test(line) || starts.test(line)) return supervise(starts.test(line));
      const [, flags] = /^duebook serve (.*)/.exec(line) ?? [];
      if (flags !== undefined) return serveWith(flags, directory);
      const isContained = inContainer.test(line);
      const command = line.replace(inContainer, 'duebook ').replace(/ ID$/, ` ${await firstKeyIn(dataDirectory)}`);
      // A container has its own paths, and its image sets the data directory.
      const paths = isContained
        ? command.replaceAll(' /data/', ` ${dataDirectory}/`).replaceAll(' /from/', ` ./`)
        : command;
      await paste(paths, { server, directory }, isContained ? { DUEBOOK_DATA_DIR: dataDirectory } : {});
    },
  };
}

/** The id of the key of the first start, from the list of keys. */
async function firstKeyIn(dataDirectory: string): Promise<string> {
  const { stdout } = await run(['keys', 'list', '--data-dir', dataDirectory]);
  return /^(\S+) .* initial$/m.exec(stdout)?.[1] ?? '';
}

/** Starts a server with the flags of a guide, but on a free port and with its own data, and stops it when it listens. */
async function serveWith(flags: string, directory: string): Promise<void> {
  const words = flags
    .replaceAll('/srv/backup', join(directory, 'backup'))
    .replace('--metrics-port 9464', '--metrics-port 0')
    .split(' ');
  const server = await startServer(words);
  expect(await server.stop()).toMatchObject({ exitCode: 0 });
}

const promised: Readonly<Record<string, readonly (RegExp | string)[]>> = {
  'docs/install.md': [': OK\n', `\n${packageDescription.version}\n`, ' is ready\n', 'The database has no damage'],
  'docs/upgrade.md': [/duebook-\S+Z\.db\n/, ' is ready\n'],
  'docs/backup.md': [
    /^duebook-\S+Z\.db$/m,
    /restored .*duebook-\S+Z\.db to /,
    'no damage found\n',
    'default',
    ' is ready\n',
  ],
  'docs/configuration.md': [/^port +\d+ +variable DUEBOOK_PORT$/m],
  'docs/cli.md': [/^dbk_r_\w{36}$/m, 'dashboard', 'OWNER', 'no damage found\n'],
  'docs/performance.md': [/^dbk_w_\w{36}$/m, 'added anna@example.org to smith', '/sign-in#code='],
  'docs/import.md': ['exported the subscriptions of default to duebook.json\n', 'the import would be: 0 created'],
  'docs/monitoring.md': ['"status":"alive"', '"status":"ready"', ' is ready\n'],
  'docs/expose.md': [/^dbk_r_\w{36}$/m, 'dashboard'],
  'docs/sign-in.md': [
    /^code +([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/m,
    '/sign-in#code=',
    'added sam to default',
    /^sam +default +write/m,
  ],
  'docs/reminders.md': ['"host":"ntfy.sh"'],
  'docs/calendar-feeds.md': [/"url":"[^"]+\/feeds\/dbk_f_\w+\.ics"/],
  'docs/home-assistant.md': [/^dbk_r_\w{36}$/m],
  'docs/homepage.md': [/^dbk_r_\w{36}$/m],
  'docs/grafana.md': [/^dbk_r_\w{36}$/m],
};

describe('the commands of a guide', () => {
  test.if(Bun.which('curl') !== null).each(Object.entries(promised))(
    'work as they are written in %s',
    async (file, outputs) => {
      const target = await machine();
      const output = await paste(blocksOf(file, 'sh').join(''), target);
      for (const part of outputs) {
        if (typeof part === 'string') expect(output).toContain(part);
        else expect(output).toMatch(part);
      }
      await target.server.stop();
    },
  );

  test.each(guides)(
    'for services and containers work with the server of a test in their place, in %s',
    async (file) => {
      const lines = blocksOf(file, 'console').join('').replaceAll('\\\n', ' ').split('\n').filter(Boolean);
      if (lines.length === 0) return;
      const host = await hostFor(await machine());
      for (const line of lines) await host.enter(line);
      expect(host.isServing()).toBe(true);
      await host.stop();
    },
  );

  // This also checks commands that no test can run.
  test.each(guides)('name only commands and flags that exist, in %s', async (file) => {
    const lines = blocksOf(file, 'console').join('').replaceAll('\\\n', ' ').split('\n');
    for (const line of lines) {
      const commandOfDuebook =
        /^(?:(?:sudo -u duebook )?duebook|docker(?: compose)? (?:exec|run --rm) .*\bduebook) ((?:keys |owners |users |config )?[a-z-]+)(.*)$/;
      const [whole, command = '', rest = ''] = commandOfDuebook.exec(line) ?? [];
      if (whole === undefined) continue;
      const { stdout } = await run([...command.split(' '), '--help']);
      expect(stdout).toStartWith(`Usage: duebook ${command} `);
      for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(`${flag} `);
    }
  });
});

describe('the README and the guides', () => {
  const texts = ['README.md', ...guides].map((file) => guideText(file));

  test('use one data directory for each way to run Duebook', () => {
    const named = texts.flatMap((text) =>
      Array.from(text.matchAll(/--data-dir[= ](\S+?)[`.,;)]*(?:\s|$)/g), ([, path]) => path),
    );
    const rehearsal = '/tmp/duebook-rehearsal';
    expect(new Set(named)).toEqual(new Set(['./data', '/var/lib/duebook', rehearsal]));
    for (const text of texts) expect(text).not.toContain('~/duebook');
  });

  test('use one variable for the API key', () => {
    const named = texts.flatMap((text) => text.match(/\b[A-Z_]+_KEY\b/g) ?? []);
    // Homepage passes on only variables with its prefix.
    expect(
      Array.from(new Set(named)).filter((name) => !/^(HOMEPAGE_VAR_)?DUEBOOK_KEY$|^YOUR_API_KEY$/.test(name)),
    ).toEqual([]);
  });
});
