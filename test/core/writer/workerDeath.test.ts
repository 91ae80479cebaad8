import { expect, test } from 'bun:test';
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../../src/cli/program.ts';
import { systemClock, systemRandomness } from '../../../src/core/runtime/system.ts';
import { openNoStreams } from '../../support/program.ts';
import { noSuccessorFile } from '../../support/noSuccessor.ts';
import { backupWorkerUrl, integrityWorkerUrl, importWorkerUrl } from '../../support/service.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { validDraft } from '../../support/validDraft.ts';

/** A server whose write worker dies when a subscription called "die" is to be created. */
async function startMortalServer() {
  const dataDirectory = join(temporaryDirectory(), 'data');
  const logFile = join(temporaryDirectory(), 'log');
  const { promise: listening, resolve: listen } = Promise.withResolvers<string>();
  const { promise: stopRequested, resolve: stop } = Promise.withResolvers<void>();
  const ended = runProgram({
    words: ['serve', '--port', '0', '--data-dir', dataDirectory],
    environment: {},
    terminal: { result: listen, notice: () => undefined, logDescriptor: openSync(logFile, 'a') },
    ownCommand: () => 'duebook',
    openStreams: openNoStreams,
    clock: systemClock,
    randomness: systemRandomness,
    listenForStop: () => stopRequested,
    endImmediately() {
      throw new Error('the storage did not close');
    },
    onBackupRequest: () => undefined,
    workerUrls: {
      write: new URL('../../support/mortalThread.ts', import.meta.url),
      import: importWorkerUrl,
      integrity: integrityWorkerUrl,
      backup: backupWorkerUrl,
    },
  });
  const origin = (await listening).replace('duebook listening on ', '');
  const authorization = `Bearer ${readFileSync(join(dataDirectory, 'initial-api-key'), 'utf8').trim()}`;
  async function call(method: string, path: string, json?: unknown) {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const answer = await fetch(origin + path, { method, headers: { authorization }, ...body });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  }
  return { dataDirectory, logFile, stop, ended, call };
}

test('when the write worker dies, health and log report it, its writes are refused, and nothing acknowledged is lost', async () => {
  const { dataDirectory, logFile, stop, ended, call } = await startMortalServer();
  const create = (name: string) => call('POST', '/api/v1/subscriptions', { ...validDraft, name });
  expect((await create('before')).status).toBe(201);
  // The next worker starts after a short real time, perhaps before the requests of this test are answered.
  writeFileSync(noSuccessorFile(dataDirectory), '');
  const refused = await create('die');
  expect(refused).toMatchObject({ status: 503, json: { error: { code: 'storage_unavailable' } } });
  expect(await call('GET', '/readyz')).toMatchObject({
    status: 503,
    json: { checks: { read: 'ok', write: 'failing' } },
  });
  expect((await call('GET', '/api/v1/subscriptions')).status).toBe(200);
  rmSync(noSuccessorFile(dataDirectory));

  const deadline = performance.now() + 10_000;
  let after = await create('after');
  while (after.status === 503 && performance.now() < deadline) after = await create('after');
  expect(after.status).toBe(201);
  expect((await call('GET', '/readyz')).status).toBe(200);
  const { json } = await call('GET', '/api/v1/subscriptions?sort=name');
  expect((json['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['after', 'before']);
  stop();
  expect(await ended).toBe(0);
  expect(readFileSync(logFile, 'utf8')).toContain('the write worker died and is restarted');
}, 20_000);
