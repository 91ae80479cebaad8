import { describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import packageDescription from '../../package.json' with { type: 'json' };
import { binary, run, startServer } from '../support/binary.ts';
import { blocksOf, guides, guideText } from '../support/guides.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

const root = join(import.meta.dir, '../..');

/** A machine as the guides assume it: a server with data, `duebook` on the path, a downloaded release. */
async function machine() {
  const server = await startServer();
  await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'bin'));
  symlinkSync(binary, join(directory, 'bin/duebook'));
  const download = `duebook-${packageDescription.version}-linux-x64`;
  copyFileSync(binary, join(directory, download));
  const hash = new Bun.CryptoHasher('sha256').update(readFileSync(binary)).digest('hex');
  writeFileSync(join(directory, 'SHA256SUMS'), `${hash}  ${download}\n${hash}  duebook-of-another-platform\n`);
  return { server, directory };
}

/** Commands as they stand in a guide, with its places and address put to those of a test. */
async function paste(commands: string, { server, directory }: Awaited<ReturnType<typeof machine>>): Promise<string> {
  const text = commands
    .replaceAll('sudo ', '')
    .replaceAll('/usr/local/bin', join(directory, 'bin'))
    .replaceAll('/var/lib/duebook', server.dataDirectory)
    .replaceAll('/srv/backup', join(directory, 'backup'))
    .replaceAll('/tmp/duebook-rehearsal', join(directory, 'rehearsal'))
    .replaceAll('http://127.0.0.1:8383', server.origin);
  const shell = Bun.spawn(['sh', '-e', '-c', text], {
    cwd: directory,
    env: {
      PATH: `${join(directory, 'bin')}:/usr/bin:/bin`,
      DUEBOOK_DATA_DIR: server.dataDirectory,
      DUEBOOK_PORT: new URL(server.origin).port,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  expect({ stderr, exitCode: await shell.exited }).toEqual({ stderr: '', exitCode: 0 });
  return stdout;
}

const promised: Readonly<Record<string, readonly (RegExp | string)[]>> = {
  'docs/install.md': [': OK\n', `\n${packageDescription.version}\n`, ' is ready\n', '"status":"ready"'],
  'docs/upgrade.md': [/duebook-\S+Z\.db\n/, ' is ready\n'],
  'docs/backup.md': [
    /^duebook-\S+Z\.db$/m,
    /restored .*duebook-\S+Z\.db to /,
    'no damage found\n',
    'default',
    ' is ready\n',
  ],
  'docs/expose.md': [/^dbk_r_\w{36}$/m, 'dashboard', '127.0.0.1'],
  'docs/home-assistant.md': [/^dbk_r_\w{36}$/m],
  'docs/homepage.md': [/^dbk_r_\w{36}$/m],
  'docs/grafana.md': [/^dbk_r_\w{36}$/m],
};

describe('the commands of a guide', () => {
  test.if(Bun.which('curl') !== null).each(Object.entries(promised))(
    'work as they stand in %s',
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

  // Containers and services cannot be had in a test, but what is asked of Duebook in them can be checked.
  test.each(guides)('name commands and flags that there are, in %s', async (file) => {
    const lines = blocksOf(file, 'console').join('').replaceAll('\\\n', ' ').split('\n');
    for (const line of lines) {
      const commandOfDuebook =
        /^(?:sudo duebook|duebook|docker(?: compose)? (?:exec|run --rm) .*\bduebook) ((?:keys |owners |config )?[a-z]+)(.*)$/;
      const [whole, command = '', rest = ''] = commandOfDuebook.exec(line) ?? [];
      if (whole === undefined) continue;
      const { stdout } = await run([...command.split(' '), '--help']);
      expect(stdout).toStartWith(`Usage: duebook ${command} `);
      for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(`${flag} `);
    }
  });
});

test.each(guides)('every link to a file leads somewhere, in %s', (file) => {
  const targets = Array.from(guideText(file).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g), ([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([]);
});
