import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { traceSource } from '../support/tracedSource.ts';
import { validDraft } from '../support/validDraft.ts';

// Counts each file of which a function runs, on any thread, with the access log on.
const limits = { all: 50, ofHttp: 12 };
const root = join(import.meta.dir, '../..');

/** Starts the server at a file and waits until it listens. */
async function startServer(main: string, dataDir: string) {
  const words = ['serve', '--data-dir', dataDir, '--port', '0'];
  const server = Bun.spawn([process.execPath, main, ...words], { stdout: 'pipe', stderr: 'inherit', env: {} });
  let output = '';
  for await (const chunk of server.stdout) {
    output += new TextDecoder().decode(chunk);
    const origin = /http:\/\/[^\s/]*:\d+/.exec(output)?.[0];
    if (origin !== undefined) return { server, origin };
  }
  throw new Error(`the server did not start: ${output}`);
}

test('a PATCH passes few files of src, from the socket to the disk and back', async () => {
  const traced = traceSource(root);
  const dataDir = temporaryDirectory();
  const { server, origin } = await startServer(traced.main, dataDir);
  const key = readFileSync(join(dataDir, 'initial-api-key'), 'utf8').trim();
  const path = `${origin}/api/v1/subscriptions`;
  const send = (method: string, url: string, body: object) =>
    fetch(url, { method, headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(body) });
  const created = (await (await send('POST', path, validDraft)).json()) as { data: { id: string } };
  const patch = async (amount: number) => (await send('PATCH', `${path}/${created.data.id}`, { amount })).status;
  // The first prepares statements and does what is done once.
  expect(await patch(1)).toBe(200);
  await Bun.sleep(300);
  traced.takeFiles();
  expect(await patch(2)).toBe(200);
  const files = traced.takeFiles();
  server.kill();
  await server.exited;
  const ofHttp = files.filter((file) => file.startsWith('src/http/'));
  expect(files).toContain('src/store/writer/worker.ts');
  expect(ofHttp.length > limits.ofHttp ? ofHttp : []).toEqual([]);
  expect(files.length > limits.all ? files : []).toEqual([]);
});
