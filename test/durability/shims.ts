import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const compiler = Bun.which('cc') ?? Bun.which('gcc');

/** Whether a shim can be compiled and preloaded here, as only Linux with a C compiler can. */
export const canPreload = compiler !== null && process.platform === 'linux';

/** Compiles a C file of this folder to a library that can be preloaded, and gives its path. */
export async function compileShim(name: 'powerCut' | 'storageFaults' | 'durableNames'): Promise<string> {
  const library = join(temporaryDirectory(), `${name}.so`);
  const source = join(import.meta.dir, `${name}.c`);
  const words = ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl', '-lpthread'];
  const exitCode = await Bun.spawn([compiler ?? '', ...words], { stderr: 'inherit' }).exited;
  if (exitCode !== 0) throw new Error(`${source} could not be compiled`);
  return library;
}
