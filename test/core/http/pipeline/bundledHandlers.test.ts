import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../support/temporaryDirectory.ts';

interface Handler {
  readonly method: string;
  readonly path: string;
  readonly source: string;
}

/** The handlers that Elysia composes when the program is bundled as its executable is. */
async function bundledHandlers(): Promise<readonly Handler[]> {
  const directory = temporaryDirectory();
  const program = join(import.meta.dir, '../../../support/composedHandlers.ts');
  await Bun.build({ entrypoints: [program], outdir: directory, target: 'bun', minify: true });
  const run = Bun.spawn([process.execPath, join(directory, 'composedHandlers.js')], { stdout: 'pipe' });
  return (await new Response(run.stdout).json()) as Handler[];
}

// What pages and dashboards ask for most.
const frequent = [
  '/subscriptions',
  '/subscriptions/:id',
  '/audit',
  '/analytics/summary',
  '/payments',
  '/reminders',
  '/channels',
];

describe('the handler that Elysia composes in the executable', async () => {
  const handlers = await bundledHandlers();
  const ofApi = handlers.filter(({ path }) => path.startsWith('/api/v1/'));

  test('is synchronous for the reads that pages ask for most', () => {
    const reads = ofApi.filter(
      ({ method, path }) => method === 'GET' && frequent.includes(path.slice('/api/v1'.length)),
    );
    expect(reads.length).toBe(frequent.length);
    const awaited = reads.filter(({ source }) => source.startsWith('async'));
    expect(awaited.map(({ path }) => path)).toEqual([]);
  });

  test('parses no cookies and copies no headers', () => {
    const careless = ofApi.filter(({ source }) => /parseCookie|headers\.toJSON|getServer/.test(source));
    expect(careless.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
