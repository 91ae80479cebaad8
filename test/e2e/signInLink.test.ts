import { describe, expect, test } from 'bun:test';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run, startServer } from '../support/binary.ts';

/** Starts a server, and gives the start of the link that `sign-in` prints for it. */
async function linkOf(...words: string[]) {
  const server = await startServer(words);
  async function link(...flags: string[]) {
    const { stdout } = await run(['sign-in', '--json', '--data-dir', server.dataDirectory, ...flags]);
    const { link: whole } = JSON.parse(stdout) as { link: string | null };
    return whole?.replace(/#code=.*$/, '');
  }
  return { server, link };
}

describe('sign-in prints the link of the running server', () => {
  test('whatever port it listens on, unless a flag gives another; and that of the settings once it has stopped', async () => {
    const { server, link } = await linkOf();
    const addressFile = join(server.dataDirectory, 'duebook.address');
    expect(await link()).toBe(`${server.origin}/sign-in`);
    expect(statSync(addressFile).mode & 0o777).toBe(0o600);
    expect(await link('--port', '9000')).toBe('http://127.0.0.1:9000/sign-in');
    expect(await link('--public-url', 'https://due.example.org')).toBe('https://due.example.org/sign-in');
    expect(await link('--base-path', '/due')).toBe(`${server.origin}/due/sign-in`);
    await server.stop();
    expect(existsSync(addressFile)).toBe(false);
    expect(await link()).toBe('http://127.0.0.1:8383/sign-in');
  });

  test('below its base path, and with its public URL', async () => {
    const proxied = await linkOf('--base-path', '/due', '--public-url', 'https://home.example.org/due');
    expect(await proxied.link()).toBe('https://home.example.org/due/sign-in');
    expect(await proxied.link('--port', '9000')).toBe('http://127.0.0.1:9000/due/sign-in');
    await proxied.server.stop();
  });
});
