import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkHealth } from '../../src/cli/healthcheck.ts';
import { CliError } from '../../src/core/runtime/terminal.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { instanceIdOf } from '../../src/core/directory/instanceId.ts';
import { systemClock, type Clock } from '../../src/core/runtime/system.ts';
import { outcomeOf } from '../support/program.ts';
import { startService } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const dataDirectory = join(temporaryDirectory(), 'data');
openDatabase(dataDirectory).close(true);
const instanceId = instanceIdOf(dataDirectory);
const well = await startService({ instanceId });
const ill = await startService({ instanceId, checks: { reading: true, writing: false, undamaged: false } });
const other = await startService({ instanceId: instanceIdOf(temporaryDirectory()) });
const portOf = ({ origin }: { origin: string }) => new URL(origin).port;
const urlOf = (service: { origin: string }) => `http://127.0.0.1:${portOf(service)}/readyz`;
const at = ['--data-dir', dataDirectory];

describe('healthcheck', () => {
  test('exits with 0 when the server is ready', async () => {
    const url = urlOf(well);
    const asked = await outcomeOf(['healthcheck', '--port', portOf(well), ...at]);
    expect(asked).toEqual({ code: 0, results: [`${url} is ready`], notices: [] });
    const environment = { DUEBOOK_PORT: portOf(well), DUEBOOK_HOST: '0.0.0.0', DUEBOOK_DATA_DIR: dataDirectory };
    const asJson = await outcomeOf(['healthcheck', '--json'], environment);
    const result = JSON.stringify({ url, ready: true, dataDirectory: 'same' });
    expect(asJson).toEqual({ code: 0, results: [result], notices: [] });
  });

  test('exits with 1 and one line that names the failing checks when it is not ready', async () => {
    expect(await outcomeOf(['healthcheck', '--port', portOf(ill), ...at])).toEqual({
      code: 1,
      results: [],
      notices: [`duebook: ${urlOf(ill)} answers 503: failing writing, undamaged`],
    });
  });

  test('exits with 1 when the server of another data directory answers', async () => {
    expect(await outcomeOf(['healthcheck', '--port', portOf(other), ...at])).toEqual({
      code: 1,
      results: [],
      notices: [
        `duebook: ${urlOf(other)} is another Duebook server: its data directory is not ${dataDirectory}. ` +
          'Give the --host and --port of the server that you mean, or its --data-dir.',
      ],
    });
  });

  test('recognizes the data directory by any path', async () => {
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(dataDirectory, link);
    for (const path of [link, `${dataDirectory}/../data/`]) {
      expect((await outcomeOf(['healthcheck', '--port', portOf(well), '--data-dir', path])).code).toBe(0);
    }
  });

  test('exits with 1 when the given data directory does not exist', async () => {
    const none = join(temporaryDirectory(), 'none');
    expect(await outcomeOf(['healthcheck', '--port', portOf(well), '--data-dir', none])).toEqual({
      code: 1,
      results: [],
      notices: [`duebook: the data directory ${none} does not exist: give the one of the server with --data-dir`],
    });
  });

  test('says that it did not compare data directories when none is given and the default has no database', async () => {
    const settings = { host: '127.0.0.1', port: Number(portOf(other)), isDataDirNamed: false };
    const empty = temporaryDirectory();
    mkdirSync(join(empty, 'data'));
    for (const dataDir of [join(empty, 'data'), join(empty, 'none')]) {
      const lines: string[] = [];
      const terminal = { result: (line: string) => lines.push(line), notice: (line: string) => lines.push(line) };
      const options = { ...settings, dataDir, terminal, clock: systemClock };
      await checkHealth({ ...options, json: true });
      expect(lines).toEqual([
        `duebook: Duebook did not check whether this is the server of your data directory: ${dataDir} has no database. Name the directory with --data-dir.`,
        JSON.stringify({ url: urlOf(other), ready: true, dataDirectory: 'unknown' }),
      ]);
    }
  });

  test('exits with 1 when nothing or another program listens', async () => {
    for (const [status, body] of [
      [404, '{}'],
      [200, '{"status":"ready"}'],
      [200, 'OK'],
      [503, '[]'],
    ] as const) {
      const stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(body, { status }) });
      const port = String(stranger.port);
      const asked = await outcomeOf(['healthcheck', '--port', port, ...at]);
      await stranger.stop(true);
      expect(asked).toEqual({
        code: 1,
        results: [],
        notices: [expect.stringContaining(`:${port}/readyz answers ${status}, but not like this version of Duebook`)],
      });
    }
    const refused = await outcomeOf(['healthcheck', '--port', '1', ...at]);
    expect(refused.code).toBe(1);
    expect(refused.notices).toEqual([expect.stringContaining('no server listens at this address')]);
    expect((await outcomeOf(['healthcheck', '--port', '0'])).code).toBe(1);
  });

  test('gives up after five seconds', async () => {
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
    const silent = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data: () => connect() } });
    afterAll(() => silent.stop(true));
    let waited = 0;
    const clock: Clock = {
      ...systemClock,
      after(milliseconds, action) {
        waited = milliseconds;
        void connected.then(action);
        return () => undefined;
      },
    };
    const terminal = { result: () => undefined, notice: () => undefined };
    const settings = { host: '127.0.0.1', port: silent.port, dataDir: dataDirectory, isDataDirNamed: true };
    const failure = await checkHealth({ ...settings, json: false, terminal, clock }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CliError);
    expect(failure).toMatchObject({ message: expect.stringContaining('no answer in 5 seconds') });
    expect(waited).toBe(5000);
  });
});
