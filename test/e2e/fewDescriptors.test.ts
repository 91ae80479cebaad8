import { afterAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { binary, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

const openFilesMax = 256;

/** A script that starts the executable with a low limit on open files. */
function executableWithFewFiles(): string {
  const path = join(temporaryDirectory(), 'duebook');
  writeFileSync(path, `#!/bin/sh\nulimit -n ${openFilesMax}\nexec ${binary} "$@"\n`, { mode: 0o700 });
  return path;
}

/** Sends requests over one keep-alive connection. */
function keptConnection(origin: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => agent.destroy());
  return async function call(method: string, path: string, json?: unknown) {
    const sent = request(origin + path, { method, agent, headers: { authorization: `Bearer ${key}` } });
    sent.end(json === undefined ? undefined : JSON.stringify(json));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of answer) text += String(part);
    return { status: answer.statusCode, json: JSON.parse(text) as Readonly<Record<string, unknown>> };
  };
}

/** Keeps connections open, each with half of a request head, and reopens those that the server closes, until `end`. */
function keepHalfHeads(origin: string, count: number): { readonly end: () => void } {
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = (): void => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nX-Half: ');
    });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isOver) open();
    });
  };
  for (let opened = 0; opened < count; opened += 1) open();
  const end = (): void => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
  afterAll(end);
  return { end };
}

// The number of open files of a process is read from /proc, which only Linux has.
describe.if(process.platform === 'linux')('half-sent request heads that use all file descriptors', () => {
  test('stop neither the server nor its writes; readiness and log report them, and recover', async () => {
    const server = await startServer([], { executable: executableWithFewFiles() });
    const { child, origin, lineThat } = server;
    const openFiles = () => readdirSync(`/proc/${child.pid}/fd`).length;
    const call = keptConnection(origin, server.initialKey());
    const checks = async () => (await call('GET', '/readyz')).json['checks'] as Record<string, unknown> | undefined;
    expect((await call('POST', '/api/v1/subscriptions', validDraft)).status).toBe(201);
    // By now the write worker runs.
    expect(await checks()).toMatchObject({ write: 'ok', descriptors: 'ok' });
    const halfHeads = keepHalfHeads(origin, openFilesMax + 50);
    while (openFiles() < openFilesMax) await Bun.sleep(5);
    child.kill('SIGUSR1');
    expect(await lineThat((line) => line.includes('"the backup to'))).toContain('too few file descriptors are left');
    expect((await call('POST', '/api/v1/subscriptions', validDraft)).status).toBe(201);
    expect((await call('GET', '/api/v1/subscriptions')).status).toBe(200);
    while ((await checks())?.['descriptors'] === 'ok') await Bun.sleep(20);
    await lineThat((line) => line.includes('nearly all file descriptors are in use'));
    expect(await call('GET', '/readyz')).toMatchObject({
      status: 503,
      json: { checks: { write: 'ok', backup: 'failing', descriptors: 'failing', serving: 'ok' } },
    });
    halfHeads.end();
    while ((await checks())?.['descriptors'] !== 'ok') await Bun.sleep(20);
    await lineThat((line) => line.includes('enough file descriptors are free again'));
    child.kill('SIGUSR1');
    await lineThat((line) => line.includes('backed up to'));
    expect(await checks()).toMatchObject({ backup: 'ok', descriptors: 'ok' });
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect((await server.stop()).exitCode).toBe(0);
  });
});
