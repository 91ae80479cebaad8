import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveSettings } from '../../src/core/config/settings.ts';
import { foreignCodeVariables } from '../../src/core/config/sources.ts';
import { binary, runProgram } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const contributed = (name: string) => readFileSync(join(import.meta.dir, '../../contrib/systemd', name), 'utf8');
const unit = contributed('duebook.service');
// On a scale of ten. A fully sandboxed service has 1 to 2; few services of a distribution have less than 5.
const exposureMax = 1.5;
// Litestream may write to a folder for the replica, wherever that is.
const exposures = {
  'duebook.service': exposureMax,
  'duebook-litestream.service': 3,
};
const unitNames = Object.keys(exposures);

function valuesOf(directive: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm')), ([, value = '']) => value);
}

/** Runs systemd-analyze on a unit beside the other ones, with the path of this machine's executable. */
function analyze(name: string, ...words: string[]) {
  const directory = temporaryDirectory();
  for (const file of unitNames) {
    writeFileSync(
      join(directory, file),
      contributed(file).replaceAll(/\/usr\/(local\/)?bin\/(duebook|litestream)/g, binary),
    );
  }
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
    // The program that notifies systemd is a child of the server.
    expect(valuesOf('NotifyAccess')).toEqual(['all']);
  });
});
