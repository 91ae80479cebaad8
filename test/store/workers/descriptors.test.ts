import { describe, expect, test } from 'bun:test';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { reserveDescriptors } from '../../../src/store/workers/descriptors.ts';
import type { Account } from '../../support/fewDescriptors.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const script = join(import.meta.dir, '../../support/fewDescriptors.ts');
const workerFolder = new URL('../../../src/store/', import.meta.url).href;

/** The number of open descriptors of the file that the reserve opens. */
function openNullDevices(): number {
  const targets = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      // The descriptor of the list itself is closed by now.
      return undefined;
    }
  });
  return targets.filter((target) => target === '/dev/null').length;
}

// Elsewhere the runtime asks the system for more.
describe.if(process.platform === 'linux')('a process without file descriptors', () => {
  test('starts the write worker from its reserve, and other workers when there are enough again', async () => {
    const words = ['sh', '-c', 'ulimit -n 128 && exec "$@"', 'sh', process.execPath, script];
    const child = Bun.spawn([...words, temporaryDirectory(), workerFolder], { stdout: 'pipe', stderr: 'pipe' });
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect({ exitCode: await child.exited, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const said = JSON.parse(stdout) as Account;
    expect(said.before).toEqual({ areEnough: false, looked: 'TooFewDescriptors' });
    // The reserve is enough for two; the start of the others fails, and is retried.
    expect(said.written[0]).toBe('written');
    expect(said.written.at(-1)).toBe('StorageUnavailable');
    expect(said.after).toEqual({ areEnough: true, looked: 'looked' });
    expect(said.log.filter((line) => line.startsWith('nearly all file descriptors are in use'))).toHaveLength(1);
    expect(said.log).toContain('enough file descriptors are free again');
  });
});

test.if(process.platform === 'linux')('counting the free file descriptors opens none for longer than the count', () => {
  const before = openNullDevices();
  let now = 0;
  const ignore = (): void => undefined;
  const clock = { after: () => ignore, monotonicMilliseconds: () => now };
  const descriptors = reserveDescriptors({ ...clock, log: ignore, logWell: ignore });
  descriptors.begin();
  expect(openNullDevices()).toBe(before + 16);
  for (; now < 5000; now += 1000) expect(descriptors.areEnough()).toBe(true);
  expect(openNullDevices()).toBe(before + 16);
  descriptors.close();
  expect(openNullDevices()).toBe(before);
});
