import { afterAll } from 'bun:test';
import { join } from 'node:path';

/** Starts another process that locks a data directory. It ends on request, at the latest with the test file. */
export async function holdInAnotherProcess(dataDirectory: string) {
  const module = JSON.stringify(join(import.meta.dir, '../../src/core/directory/directoryLock.ts'));
  const script = `
    const { lockDirectory } = await import(${module});
    globalThis.hold = lockDirectory(${JSON.stringify(dataDirectory)});
    process.stdout.write('held');
    setInterval(() => undefined, 1000);`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' });
  afterAll(() => child.kill('SIGKILL'));
  const { value } = await child.stdout.getReader().read();
  if (new TextDecoder().decode(value) !== 'held') throw new Error('the directory could not be held');
  return {
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
