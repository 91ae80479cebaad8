import { afterAll } from 'bun:test';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const diskBytes = 16 * 1024 * 1024;

async function ran(...words: readonly string[]): Promise<boolean> {
  return (await Bun.spawn([...words], { stdout: 'ignore', stderr: 'ignore' }).exited) === 0;
}

async function mount(path: string): Promise<boolean> {
  return await ran('mount', '-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', path);
}

/** Why no disk can be mounted here; undefined when one can. */
export async function mountRefusal(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'a small disk is made of a tmpfs, which only Linux has';
  if (process.getuid?.() !== 0) return 'only root may mount a disk';
  if (Bun.which('mount') === null) return 'there is no program mount';
  const path = temporaryDirectory();
  if (!(await mount(path))) return 'this container may not mount a disk';
  await ran('umount', '-l', path);
  return undefined;
}

/** Mounts a disk of 16 MiB, in memory, that is gone when the test file ends. */
export async function mountSmallDisk() {
  const path = temporaryDirectory();
  if (!(await mount(path))) throw new Error('the disk could not be mounted');
  afterAll(() => ran('umount', '-l', path));
  const filler = join(path, 'filler');

  return {
    path,
    /** The key that the first start left behind. */
    initialKey: () => readFileSync(join(path, 'initial-api-key'), 'utf8').trim(),

    /** Takes all the room that is left. */
    fill(): void {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },

    /** Gives the room back. */
    empty: () => rmSync(filler),

    /** Makes the disk read-only or writable again, which needs that no file is open for writing. */
    async remount(mode: 'ro' | 'rw'): Promise<void> {
      if (!(await ran('mount', '-o', `remount,${mode}`, path))) throw new Error(`the disk could not be made ${mode}`);
    },
  };
}
