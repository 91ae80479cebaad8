import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveSettings } from '../../src/config/settings.ts';
import { foreignCodeVariables } from '../../src/config/warnings.ts';
import { binary } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const unit = readFileSync(join(import.meta.dir, '../../contrib/systemd/duebook.service'), 'utf8');
// Of ten: 1 to 2 is what services have that are shut in as far as they can be; few of a distribution's come below 5.
const exposureMax = 1.5;

function valuesOf(directive: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm')), ([, value = '']) => value);
}

/** Has systemd look at the unit, in which the executable is where this machine has it. */
async function analyze(...words: string[]) {
  const path = join(temporaryDirectory(), 'duebook.service');
  writeFileSync(path, unit.replaceAll('/usr/local/bin/duebook', binary));
  const child = Bun.spawn(['systemd-analyze', ...words, path], { stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

describe('the systemd unit', () => {
  const hasSystemd = Bun.which('systemd-analyze') !== null;

  test.if(hasSystemd)('is understood by systemd to the last line', async () => {
    expect(await analyze('verify')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test.if(hasSystemd)(`leaves the service exposed by no more than ${exposureMax} of 10`, async () => {
    const { exitCode, stdout } = await analyze('security', '--offline=yes', `--threshold=${exposureMax * 10}`);
    expect(stdout).toContain('Overall exposure level');
    expect(exitCode).toBe(0);
  });

  test('keeps the memory that is written and run, and other code out', () => {
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
    expect(valuesOf('UnsetEnvironment').join(' ').split(' ')).toEqual([...foreignCodeVariables]);
  });

  test('gives settings that there are, and the service the directory in which it keeps its data', () => {
    const variables = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split('=', 2)));
    expect(resolveSettings({}, variables).dataDir).toBe(`/var/lib/${valuesOf('StateDirectory').join('')}`);
  });

  test('waits longer for its stop than that may take', () => {
    expect(valuesOf('Type')).toEqual(['notify']);
    expect(Number(valuesOf('TimeoutStopSec'))).toBeGreaterThan(10);
    expect(Number(valuesOf('WatchdogSec'))).toBeGreaterThan(0);
  });
});
