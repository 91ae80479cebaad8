import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveSettings } from '../../src/config/settings.ts';
import { foreignCodeVariables } from '../../src/config/sources.ts';
import { binary, runProgram } from '../support/binary.ts';
import { commandsOf } from '../support/severalServers.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const contributed = (name: string) => readFileSync(join(import.meta.dir, '../../contrib/systemd', name), 'utf8');
const unit = contributed('duebook.service');
// On a scale of ten. A fully sandboxed service has 1 to 2; few services of a distribution have less than 5.
const exposureMax = 1.5;
// Litestream may write to a folder for the replica, wherever that is.
const exposures = {
  'duebook.service': exposureMax,
  'duebook-litestream.service': 3,
  'duebook-standby.service': 3,
};
const unitNames = Object.keys(exposures);

function valuesOf(directive: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm')), ([, value = '']) => value);
}

/** Runs systemd-analyze on a unit beside the other ones, with the path of this machine's executable. */
function analyze(name: string, ...words: string[]) {
  const directory = temporaryDirectory();
  const install = (file: string, path = file): void => {
    const paths = ['/usr/local/bin/duebook', '/usr/bin/litestream'];
    writeFileSync(
      join(directory, path),
      paths.reduce((text, program) => text.replaceAll(program, binary), contributed(file)),
    );
  };
  for (const file of unitNames) install(file);
  mkdirSync(join(directory, 'duebook.service.d'));
  install('duebook-replica-check.conf', 'duebook.service.d/replica-check.conf');
  return runProgram(['systemd-analyze', ...words, join(directory, name)]);
}

describe('the systemd unit', () => {
  const hasSystemd = Bun.which('systemd-analyze') !== null;

  test.if(hasSystemd).each(unitNames)('%s has no line that systemd does not understand', async (name) => {
    expect(await analyze(name, 'verify')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test.if(hasSystemd).each(Object.entries(exposures))(
    '%s has an exposure level of at most %d of 10',
    async (name, most) => {
      const { exitCode, stdout } = await analyze(name, 'security', '--offline=yes', `--threshold=${most * 10}`);
      expect(stdout).toContain('Overall exposure level');
      expect(exitCode).toBe(0);
    },
  );

  test('allows the JIT compiler, and unsets variables that run other code', () => {
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
    expect(valuesOf('UnsetEnvironment').join(' ').split(' ')).toEqual([...foreignCodeVariables]);
  });

  test('uses settings that exist, and creates the data directory', () => {
    const variables = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split('=', 2)));
    expect(resolveSettings({}, variables).dataDir).toBe(`/var/lib/${valuesOf('StateDirectory').join('')}`);
  });

  test('runs as the user that the guide creates', () => {
    const guide = readFileSync(join(import.meta.dir, '../../docs/install.md'), 'utf8');
    expect(guide).toMatch(new RegExp(`^sudo useradd .* ${valuesOf('User').join()}$`, 'm'));
  });

  test('has a stop timeout longer than a graceful shutdown', () => {
    expect(valuesOf('Type')).toEqual(['notify']);
    expect(Number(valuesOf('TimeoutStopSec'))).toBeGreaterThan(10);
    expect(Number(valuesOf('WatchdogSec'))).toBeGreaterThan(0);
  });
});

describe('the unit for several servers, made as docs/several-servers.md says', () => {
  test('gives each server its own data directory and settings', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'duebook.service'), unit);
    const [command = ''] = commandsOf('duebook@.service');
    expect(await runProgram(['sh', '-c', command], { cwd: directory })).toMatchObject({ exitCode: 0, stderr: '' });
    const changed = readFileSync(join(directory, 'duebook@.service'), 'utf8').split('\n');
    const settings = changed.filter((line, place) => !line.startsWith('#') && line !== unit.split('\n')[place]);
    expect(settings).toEqual([
      'Environment=DUEBOOK_DATA_DIR=/var/lib/duebook-%i',
      'EnvironmentFile=-/etc/duebook-%i.env',
      'StateDirectory=duebook-%i',
      'WorkingDirectory=/var/lib/duebook-%i',
    ]);
  });

  test('replicates each server by its own service, and checks it against its own replica', async () => {
    const directory = temporaryDirectory();
    for (const name of [...unitNames, 'duebook-replica-check.conf']) {
      writeFileSync(join(directory, name), contributed(name));
    }
    const commands = commandsOf('CHANGES=').filter((line) => !line.startsWith('sudo'));
    expect(await runProgram(['sh', '-ec', commands.join('\n')], { cwd: directory })).toMatchObject({ exitCode: 0 });
    const changed = (made: string, name: string) => {
      const lines = contributed(name).split('\n');
      return readFileSync(join(directory, made), 'utf8')
        .split('\n')
        .filter((line, place) => line !== lines[place]);
    };
    expect(changed('duebook-litestream@.service', 'duebook-litestream.service')).toEqual([
      'BindsTo=duebook@%i.service',
      'After=duebook@%i.service',
      'ExecStart=/usr/bin/litestream replicate -config /etc/duebook-litestream-%i.yml',
      'WantedBy=duebook@%i.service',
    ]);
    const restore = '/usr/bin/litestream restore -config /etc/duebook-litestream-%i.yml';
    const database = '/var/lib/duebook-%i/duebook.db';
    expect(changed('duebook-standby@.service', 'duebook-standby.service')).toEqual([
      'Conflicts=duebook@%i.service',
      `ExecStart=${restore} -f -follow-interval 250ms -o ${database} ${database}`,
      'StateDirectory=duebook-%i',
    ]);
    const replica = '/var/lib/duebook-%i/replica.db';
    expect(changed('replica-check@.conf', 'duebook-replica-check.conf')).toEqual([
      `ExecStartPre=${restore} -force -o ${replica} ${database}`,
      `ExecStartPre=/usr/local/bin/duebook generation --not-behind ${replica}`,
    ]);
  });
});
