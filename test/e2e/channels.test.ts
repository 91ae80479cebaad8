import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createKey, run, startServer } from '../support/binary.ts';
import { certificate, mailPassword, startMailServer } from '../support/mailServer.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const path = '/api/v1/channels';
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** What a directory contains, each file as text. */
function contentOf(directory: string): readonly string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
}

describe('channels of the executable', () => {
  const cwd = temporaryDirectory();
  const [smtpFile, authorities] = [join(cwd, 'smtp-url'), join(cwd, 'authorities.pem')];
  const receiver = startReceiver();
  const environment = { DUEBOOK_SMTP_URL_FILE: smtpFile, NODE_EXTRA_CA_CERTS: authorities };
  const hidden = [receiver.url.slice('http://'.length), 'hook-7Kx2', secret.slice(6), mailPassword, 'AlostToken'];
  const server = (words: readonly string[] = []) =>
    startServer(
      ['--smtp-from', 'duebook@example.org', '--log-level', 'debug', '--metrics-token', 'collector-token-1', ...words],
      {
        cwd,
        environment,
      },
    );

  test('send a signed webhook and a mail, and no secret is anywhere but encrypted', async () => {
    const mails = await startMailServer();
    writeFileSync(authorities, certificate.cert);
    writeFileSync(smtpFile, `smtps://alex:${encodeURIComponent(mailPassword)}@localhost:${mails.port}\n`);
    const { key } = await createKey(cwd, 'home', 'admin');
    const running = await server();
    const create = async (type: string, settings: object) => {
      const answer = await running.call(key, 'POST', path, { name: type, type, settings });
      expect(answer.status).toBe(201);
      return (answer.json['data'] as { readonly id: string }).id;
    };
    const hook = await create('webhook', { url: `${receiver.url}/hook-7Kx2`, secret });
    const mail = await create('email', { to: 'alex@example.org' });
    await create('gotify', { url: 'http://127.0.0.1:9/', token: 'AlostToken' });
    const own = await create('webhook', { url: running.origin });
    const results = await Promise.all(
      [hook, mail, own].map(async (id) => (await running.call(key, 'POST', `${path}/${id}/test`)).json['data']),
    );
    expect(results).toEqual([
      { outcome: 'sent', status: 200 },
      { outcome: 'sent', status: 250 },
      { outcome: 'failed', reason: 'refusedAddress', isPermanent: true },
    ]);
    expect(receiver.received[0]?.headers.get('webhook-signature')).toMatch(/^v1,/);
    expect(mails.mails[0]?.to).toEqual(['alex@example.org']);

    const seen = [
      (await running.call(key, 'GET', `${path}?limit=100`)).text,
      (await running.call(key, 'GET', '/api/v1/activity?limit=100')).text,
      await (
        await fetch(`${running.origin}/metrics`, { headers: { authorization: 'Bearer collector-token-1' } })
      ).text(),
    ];
    const backup = join(cwd, 'backup.db');
    expect((await run(['backup', '--data-dir', 'data', '--to', backup], { cwd })).exitCode).toBe(0);
    const shown = await run(['config', 'show'], { cwd, environment });
    const { stdout, stderr } = await running.stop();
    const texts = [
      ...seen,
      ...contentOf(join(cwd, 'data')),
      readFileSync(backup, 'latin1'),
      stdout,
      stderr,
      shown.stdout,
    ];
    // The port of the receiver is shown: answers name the host.
    for (const one of hidden.slice(1))
      for (const text of texts) expect([one, text.includes(one)]).toEqual([one, false]);
    expect(readFileSync(backup, 'latin1')).not.toContain(
      readFileSync(join(cwd, 'data/secret.key'), 'utf8').split('\n')[1],
    );
  });

  test('say which secrets to enter again when the key is lost, and work again when it is back', async () => {
    const keyFile = join(cwd, 'data/secret.key');
    renameSync(keyFile, `${cwd}/kept.key`);
    const { key } = await createKey(cwd, 'home', 'admin');
    const without = await server();
    const missing = async (running: typeof without) =>
      (
        (await running.call(key, 'GET', path)).json['data'] as readonly { readonly secretsMissing: readonly string[] }[]
      ).map(({ secretsMissing }) => secretsMissing.join(' '));
    expect(await missing(without)).toEqual(['url secret', '', 'url token', 'url']);
    expect((await without.stop()).stdout).toContain('the key of some secrets is lost');
    renameSync(`${cwd}/kept.key`, keyFile);
    const again = await server();
    expect(await missing(again)).toEqual(['', '', '', '']);
    await again.stop();
  });

  test('never reach a server that listens on all addresses, by any address of the machine or a published port', async () => {
    const { key } = await createKey(cwd, 'home', 'admin');
    const running = await server(['--host', '0.0.0.0', '--metrics-port', '0', '--metrics-host', '0.0.0.0']);
    const { port } = new URL(running.origin);
    const metrics = await running.lineThat((line) => line.includes('metrics are served at'));
    const metricsPort = /0\.0\.0\.0:(\d+)/.exec(metrics)?.[1];
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
    const hosts = [
      ...own.filter((address) => !address.startsWith('fe80')),
      '127.0.0.2',
      'localhost',
      '::ffff:127.0.0.1',
    ];
    const urls = hosts.flatMap((host) =>
      [port, metricsPort].map((ownPort) => `http://${host.includes(':') ? `[${host}]` : host}:${ownPort}/`),
    );
    const { data } = (await running.call(key, 'GET', path)).json as { data: readonly { readonly id: string }[] };
    const [{ id } = { id: '' }] = data;
    // Such as a published port: the server does not know this address of its own.
    const forwarder = createServer((socket) => socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket));
    forwarder.listen(0, '127.0.0.1');
    await once(forwarder, 'listening');
    const { port: published } = forwarder.address() as AddressInfo;
    for (const url of [`http://127.0.0.1:${published}/api/v1/subscriptions`, ...urls.slice(0, 9)]) {
      expect((await running.call(key, 'PATCH', `${path}/${id}`, { settings: { url, secret: null } })).status).toBe(200);
      const tested = await running.call(key, 'POST', `${path}/${id}/test`);
      expect([url, tested.json['data']]).toEqual([url, expect.objectContaining({ reason: 'refusedAddress' })]);
    }
    forwarder.close();
    await running.stop();
  });
});
