import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binary, run, startServer } from '../support/binary.ts';
import { connectMcp, connectOverStdio } from '../support/mcpClient.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const page = readFileSync(join(import.meta.dir, '../../docs/agents.md'), 'utf8');
const server = await startServer();
const made = await run(
  ['keys', 'create', '--owner', 'default', '--scope', 'read', '--name', 'claude', '--expires', '90d'],
  { cwd: server.directory },
);
const key = made.stdout.trim();
const keyFile = join(server.directory, 'agent-key');
writeFileSync(keyFile, made.stdout);

/** The snippet in a language under a heading of the page. */
function snippet(heading: string, language: string): string {
  const section = page.split(/^### /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';
}

interface HttpEntry {
  readonly type?: string;
  readonly url: string;
  readonly headers: { readonly Authorization: string };
}

interface ClientConfig {
  readonly mcpServers: { readonly duebook: HttpEntry & { readonly command: string; readonly args: readonly string[] } };
  readonly servers: { readonly duebook: HttpEntry };
  readonly inputs: readonly { readonly id: string }[];
}

function jsonOf(heading: string): ClientConfig {
  return JSON.parse(snippet(heading, 'json')) as ClientConfig;
}

/** Expects the tools of a read key: some, and none that writes. */
function expectReadTools(tools: readonly { readonly name: string }[]): void {
  expect(tools.length).toBeGreaterThan(0);
  for (const { name } of tools) expect(name).toMatch(/^(get|list|find)[A-Z]/);
}

/** Connects as the page says, to the server of this test in place of the one on the page. */
async function expectToolsAt(url: string, authorization: string) {
  expect(url).toBe('http://127.0.0.1:8383/mcp');
  expect(authorization).toMatch(/^Bearer (\$\{(env:|input:)?[\w-]+\}|YOUR_API_KEY)$/);
  const client = await connectMcp(server.origin, key, '2025');
  expectReadTools(await client.tools());
}

describe('the client configurations in docs/agents.md', () => {
  test('Claude Desktop starts duebook mcp', async () => {
    const { command, args } = jsonOf('Claude Desktop').mcpServers.duebook;
    expect(command).toEndWith('/duebook');
    const [verb, ...words] = args.map((word) =>
      word.replace('http://127.0.0.1:8383', server.origin).replace('/home/you/.duebook-agent-key', keyFile),
    );
    expect(verb).toBe('mcp');
    const client = await connectOverStdio(words, 'first line');
    expectReadTools(await client.tools());
    await client.close();
  });

  test('Claude Code, VS Code and Cursor send the key to the address', async () => {
    const code = jsonOf('Claude Code').mcpServers.duebook;
    expect(code.type).toBe('http');
    await expectToolsAt(code.url, code.headers.Authorization);
    expect(snippet('Claude Code', 'sh')).toContain(code.url);
    const { servers, inputs } = jsonOf('VS Code');
    expect(servers.duebook.headers.Authorization).toContain(`\${input:${inputs[0]?.id}}`);
    await expectToolsAt(servers.duebook.url, servers.duebook.headers.Authorization);
    const cursor = jsonOf('Cursor').mcpServers.duebook;
    await expectToolsAt(cursor.url, cursor.headers.Authorization);
  });

  test('Open WebUI has the address and a Bearer key', async () => {
    const [connection] = jsonOf('Open WebUI') as unknown as { url: string; key: string }[];
    expect(connection).toMatchObject({ type: 'mcp', auth_type: 'bearer' });
    await expectToolsAt(connection?.url ?? '', `Bearer ${connection?.key}`);
  });

  test('Home Assistant connects without a key of its own, through a proxy that adds one', async () => {
    const [, address = '', upstream, header, value = ''] =
      /^(\S+) \{.*reverse_proxy \/mcp (\S+) \{\s*header_up (\S+) "([^"]+)"/s.exec(
        snippet('Home Assistant', 'caddyfile'),
      ) ?? [];
    expect([address, upstream, header]).toEqual(['http://127.0.0.1:8384', '127.0.0.1:8383', 'Authorization']);
    const proxy = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        const headers = new Headers(request.headers);
        headers.set('Authorization', value.replace('YOUR_API_KEY', key));
        // fetch would decompress the answer, but keep its header.
        headers.set('Accept-Encoding', 'identity');
        return fetch(server.origin + new URL(request.url).pathname, {
          method: request.method,
          headers,
          body: request.body,
        });
      },
    });
    afterAll(() => proxy.stop(true));
    const client = await connectMcp(proxy.url.origin, 'none', '2025');
    expect(await client.call('getSpendSummary')).toMatchObject({ isError: false });
  });
});

describe('docs/agents.md', () => {
  test('stores the key in a file that only its user can read, whatever the umask is', async () => {
    const [, command = ''] = /^```sh\n(.*keys create.*)\n```$/m.exec(page) ?? [];
    const env = { PATH: `${dirname(binary)}:/usr/bin:/bin`, HOME: temporaryDirectory() };
    const shell = Bun.spawn(['sh', '-c', `umask 022; ${command}`], {
      cwd: server.directory,
      env,
    });
    expect(await shell.exited).toBe(0);
    const file = join(env.HOME, '.duebook-agent-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const client = await connectMcp(server.origin, readFileSync(file, 'utf8').trim(), '2025');
    expectReadTools(await client.tools());
  });

  test('creates a read key that expires, and names only commands that exist', async () => {
    expect(page).toContain('keys create --owner default --scope read --name claude --expires 90d');
    expect(key).toMatch(/^dbk_r_/);
    for (const [, command = ''] of page.matchAll(/`duebook (mcp|keys \w+)/g)) {
      expect((await run([...command.split(' '), '--help'])).exitCode).toBe(0);
    }
  });
});
