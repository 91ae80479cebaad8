import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { closeSync, openSync, read as readFile, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageDescription from '../../package.json' with { type: 'json' };
import { promisify } from 'node:util';
import { binary, run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

const path = '/api/v1/subscriptions';
const token = 'a-token-of-the-collector';

/** The lines of a log, without those of the start and the stop. */
function requestLinesOf(stdout: string): string[] {
  const ends = /"message":"(started|stopping|stopped)"/;
  return stdout
    .split('\n')
    .slice(1, -1)
    .filter((line) => !ends.test(line));
}

describe('the log of the executable', () => {
  test('begins with version, data directory and address, and ends with the stop', async () => {
    const cwd = temporaryDirectory();
    const server = await startServer(['--timezone', 'europe/berlin', '--base-path', '/duebook'], { cwd });
    await fetch(`${server.origin}/nothing`);
    const log = (await server.stop()).stdout.split('\n').slice(1, -1);
    const lines = log.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toEqual({
      time: expect.stringMatching(/Z$/),
      level: 'info',
      message: 'started',
      version: packageDescription.version,
      dataDirectory: realpathSync(join(cwd, 'data')),
      timeZone: 'Europe/Berlin',
      url: server.origin,
    });
    expect(lines.slice(2).map(({ level, message }) => [level, message])).toEqual([
      ['info', 'stopping'],
      ['info', 'stopped'],
    ]);
  });

  test('has a line for each request, also for the last one before a stop', async () => {
    const server = await startServer();
    const key = server.initialKey();
    const answers = await Promise.all(Array.from({ length: 500 }, () => server.call(key, 'GET', path)));
    const { stdout, exitCode } = await server.stop();
    const lines = requestLinesOf(stdout);
    const logged = lines.map((line) => JSON.parse(line) as { requestId: string; level: string; keyId: string });
    expect(exitCode).toBe(0);
    expect(logged.map(({ requestId }) => requestId).toSorted()).toEqual(
      answers.map(({ json }) => String(json['requestId'])).toSorted(),
    );
    expect(new Set(logged.map(({ level, keyId }) => `${level} ${keyId}`)).size).toBe(1);
  });

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::1', '::1'],
  ])('names the client of a server that listens on %s', async (host, address) => {
    const server = await startServer(['--host', host]);
    await server.call(server.initialKey(), 'GET', path);
    const { stdout } = await server.stop();
    expect(requestLinesOf(stdout)[0]).toContain(`"status":200`);
    expect(requestLinesOf(stdout)[0]).toContain(`"address":"${address}"`);
  });

  test('never contains a key, a body or a query', async () => {
    const server = await startServer(['--log-level', 'debug']);
    const key = server.initialKey();
    await server.call(key, 'POST', path, { ...validDraft, name: 'Secret name' });
    await server.call(key, 'POST', path, { ...validDraft, amount: 'Secret name' });
    await server.call(key, 'GET', `${path}?q=Secret+name`);
    await server.call('dbk_w_secretsecretsecret', 'GET', path);
    await fetch(`${server.origin}/Secret?name=Secret`);
    const { stdout, stderr } = await server.stop();
    expect(stdout + stderr).not.toContain(key.slice(6));
    expect(stdout).not.toMatch(/secret/i);
    expect(stdout).toContain('"level":"debug","message":"writes were committed"');
  });

  test.each([
    ['error', []],
    ['warn', ['warn']],
    ['info', ['info', 'info', 'warn']],
  ])('of level %s has no lines of lesser ones', async (level, expected) => {
    const server = await startServer(['--log-level', level]);
    await server.call(server.initialKey(), 'GET', path);
    await server.call('dbk_w_wrong', 'GET', path);
    const lines = requestLinesOf((await server.stop()).stdout);
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level).toSorted()).toEqual(expected);
  });

  test.if(Bun.which('mkfifo') !== null)(
    'delays neither requests nor the stop when its reader has stopped',
    async () => {
      const cwd = temporaryDirectory();
      await Bun.spawn(['mkfifo', join(cwd, 'pipe')]).exited;
      const pipe = openSync(join(cwd, 'pipe'), 'r+');
      const child = Bun.spawn([binary, 'serve', '--port', '0'], { cwd, stdout: pipe, stderr: 'ignore' });
      const first = Buffer.alloc(200);
      const read = promisify(readFile);
      await read(pipe, first, 0, first.length, null);
      const origin = /http:\S+/.exec(first.toString('latin1').split('\n')[0] ?? '')?.[0] ?? '';
      // Three times the size of a pipe's buffer.
      for (let round = 0; round < 50; round += 1) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/nothing`)));
        expect(answers.every(({ status }) => status === 404)).toBe(true);
        await Promise.all(answers.map((answer) => answer.text()));
      }
      child.kill();
      expect(await child.exited).toBe(0);
      closeSync(pipe);
    },
  );
});

describe('the metrics of the executable', () => {
  test('are on the port of the API for clients with the token; with both settings, on a separate port for these clients', async () => {
    const environment = { DUEBOOK_METRICS_TOKEN: token };
    const beside = await startServer([], { environment });
    expect((await beside.call(token, 'GET', '/metrics')).text).toContain('duebook_build_info{');
    expect((await beside.call('wrong', 'GET', '/metrics')).status).toBe(401);
    await beside.stop();
    const alone = await startServer(['--metrics-port', '0'], { environment });
    const url = /http:\S+\/metrics/.exec(await alone.lineThat((line) => line.includes('/metrics')))?.[0] ?? '';
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await alone.call(token, 'GET', '/metrics')).status).toBe(404);
    const { stdout, stderr } = await alone.stop();
    expect(stdout + stderr).not.toContain(token);
  });

  test('count what is overdue by the day of the time zone', async () => {
    // One of these has another day than UTC, whatever the hour.
    const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
    const today = Temporal.Now.plainDateISO(timeZone);
    const server = await startServer(['--timezone', timeZone, '--metrics-port', '0']);
    const url = /http:\S+\/metrics/.exec(await server.lineThat((line) => line.includes('/metrics')))?.[0] ?? '';
    // Due yesterday and today.
    for (const days of [2, 1]) {
      const lastPaymentDate = today.subtract({ days }).toString();
      const json = { ...validDraft, period: 'custom', customDate: '1', lastPaymentDate };
      expect((await server.call(server.initialKey(), 'POST', path, json)).status).toBe(201);
    }
    const text = await (await fetch(url)).text();
    const isNextDay = !today.equals(Temporal.Now.plainDateISO(timeZone));
    expect(text).toContain(`duebook_overdue_subscriptions ${isNextDay ? 2 : 1}\n`);
    await server.stop();
  });

  test('on a port in use make the start fail in one line, before anything is written', async () => {
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'unrelated'), '');
    const refused = await run(['serve', '--port', '0', '--metrics-port', String(taken.port)], { cwd });
    await taken.stop(true);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^duebook: cannot listen on \S+ the port is taken: [^\n]*--metrics-port\n$/);
    expect(await Array.fromAsync(new Bun.Glob('**').scan(cwd))).toEqual(['unrelated']);
  });

  test('with too short a token make the start fail without printing it', async () => {
    const refused = await run(['serve'], { environment: { DUEBOOK_METRICS_TOKEN: 'tooShort' } });
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^duebook: DUEBOOK_METRICS_TOKEN [^\n]+\n$/);
    expect(refused.stderr).not.toContain('tooShort');
  });

  test.each([
    [[], 'duebook_due_amount{currency="USD"} 15.99', 'duebook_overdue_subscriptions 1'],
    [
      ['--metrics-per-owner', 'true'],
      'duebook_due_amount{currency="USD",owner="default"} 15.99',
      'duebook_overdue_subscriptions{owner="default"} 1',
    ],
  ])('tell what is due and overdue, with %j', async (flags, due, overdue) => {
    const server = await startServer(['--metrics-port', '0', ...flags]);
    const lastPaymentDate = Temporal.Now.plainDateISO('UTC').subtract({ days: 12 }).toString();
    const draft = { ...validDraft, currency: 'USD', period: 'custom', customDate: '9', lastPaymentDate };
    await server.call(server.initialKey(), 'POST', path, draft);
    const url = /http:\S+\/metrics/.exec(await server.lineThat((line) => line.includes('/metrics')))?.[0] ?? '';
    const lines = (await (await fetch(url)).text()).split('\n');
    expect(lines).toContain(due);
    expect(lines).toContain(overdue);
    await server.stop();
  });

  test('count a request as in progress while its client is sending it', async () => {
    const server = await startServer(['--metrics-port', '0']);
    const url = /http:\S+\/metrics/.exec(await server.lineThat((line) => line.includes('/metrics')))?.[0] ?? '';
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.initialKey()}\r\nContent-Length: 9\r\n\r\n{`;
    socket.write(head);
    const inFlight = async () => /^duebook_http_requests_in_flight (\d+)$/m.exec(await (await fetch(url)).text())?.[1];
    while ((await inFlight()) !== '1') await Bun.sleep(1);
    socket.destroy();
    while ((await inFlight()) !== '0') await Bun.sleep(1);
    await server.stop();
  });
});
