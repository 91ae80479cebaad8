import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Account } from '../../support/fewDescriptors.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const script = join(import.meta.dir, '../../support/fewDescriptors.ts');
const workerFolder = new URL('../../../src/', import.meta.url).href;

// Elsewhere the runtime asks the system for more.
describe.if(process.platform === 'linux')('a process without file descriptors', () => {
  test('starts no worker and goes on, reports it, and starts workers when there are enough again', async () => {
    const words = ['sh', '-c', 'ulimit -n 128 && exec "$@"', 'sh', process.execPath, script];
    const child = Bun.spawn([...words, temporaryDirectory(), workerFolder], { stdout: 'pipe', stderr: 'pipe' });
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect({ exitCode: await child.exited, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { before, after, log, opened } = JSON.parse(stdout) as Account;
    expect(before).toEqual({ areEnough: false, checked: 'TooFewDescriptors', written: 'StorageUnavailable' });
    expect(after).toEqual({ areEnough: true, checked: 'checked', written: 'written' });
    expect(log.filter((line) => line.startsWith('nearly all file descriptors are in use'))).toHaveLength(1);
    expect(log).toContain('enough file descriptors are free again');
    expect(opened).toBe(0);
  });
});
