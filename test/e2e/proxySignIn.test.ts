import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../support/binary.ts';
import { curl, type CurlRequest } from '../support/curl.ts';
import { firstUnlessNightly } from '../support/nightly.ts';
import { nameless, portalCookie, portalsInRecipes, startPortal } from '../support/portal.ts';
import { canTry, signInRecipe, startProxy, type ProxyName } from '../support/proxies.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

interface Recipe {
  readonly proxy: ProxyName;
  readonly heading: string;
  readonly header: string;
  /** Whether the proxy compares passwords; otherwise a portal signs people in. */
  readonly hasPasswords: boolean;
}

const recipes: readonly Recipe[] = [
  { proxy: 'caddy', heading: 'Authelia with Caddy', header: 'Remote-User', hasPasswords: false },
  { proxy: 'nginx', heading: 'Authelia with nginx', header: 'Remote-User', hasPasswords: false },
  { proxy: 'caddy', heading: 'Authentik with Caddy', header: 'X-Authentik-Username', hasPasswords: false },
  { proxy: 'caddy', heading: 'Passwords in Caddy', header: 'Remote-User', hasPasswords: true },
  { proxy: 'nginx', heading: 'Passwords in nginx', header: 'Remote-User', hasPasswords: true },
];

const [sessionPath, byProxy] = ['/api/v1/session', { proxy: true }];
const password = 'front door';

/** The line with which somebody is signed in at the proxy. */
function lineOf({ hasPasswords }: Recipe, name: string): string {
  return hasPasswords ? `authorization: Basic ${btoa(`${name}:${password}`)}` : `cookie: ${portalCookie(name)}`;
}

/** A recipe with the users sam and robin, and the portal of this test. */
function completed({ proxy, heading, hasPasswords }: Recipe): string {
  const recipe = signInRecipe(proxy, heading);
  if (!hasPasswords) return recipe.replaceAll(portalsInRecipes, startPortal().host.replace('localhost', '127.0.0.1'));
  const hash = Bun.password.hashSync(password, { algorithm: 'bcrypt', cost: 4 });
  if (proxy === 'caddy')
    return recipe.replace(/^(\t+)sam .*$/m, (_, tabs: string) => `${tabs}sam ${hash}\n${tabs}robin ${hash}`);
  const file = join(temporaryDirectory(), 'passwords');
  const { stdout } = Bun.spawnSync(['openssl', 'passwd', '-6', password]);
  writeFileSync(file, `sam:${stdout.toString()}robin:${stdout.toString()}`);
  return recipe.replace(/(?<=auth_basic_user_file )[^;]+/, file);
}

/** Starts a server behind a proxy with a recipe. */
async function started(recipe: Recipe) {
  const believed = ['--trusted-proxies', '127.0.0.1', '--auth-header', recipe.header];
  const server = await startServer([...believed, '--auth-header-create', 'default', '--invalid-key-limit', '1000']);
  const origin = await startProxy(recipe.proxy, completed(recipe), server.origin);
  return { heading: recipe.heading, recipe, direct: server.origin, origin, key: server.initialKey() };
}

const tried = await Promise.all(firstUnlessNightly(recipes.filter(({ proxy }) => canTry(proxy))).map(started));

describe.each(tried)('the recipe "$heading"', ({ recipe, direct, origin, key }) => {
  const { header } = recipe;
  const ask = (path: string, request: CurlRequest = {}, at = origin) => curl(at + path, request);
  const signIn = (...lines: string[]) => ask(sessionPath, { lines, json: byProxy });
  async function sessionOf(name: string): Promise<{ token: string; user: string; scope: string }> {
    const { status, body } = await signIn(lineOf(recipe, name), `origin: ${origin}`);
    expect([status, body]).toEqual([201, expect.stringContaining('"token"')]);
    return (JSON.parse(body) as { data: { token: string; user: string; scope: string } }).data;
  }

  test('signs in whom the proxy names, and lets the session go on beside that name only', async () => {
    const { token, ...session } = await sessionOf('sam');
    expect(session).toMatchObject({ user: 'sam', owner: 'default', scope: 'write' });
    const statusAs = async (name: string, ...more: string[]) =>
      (await ask('/api/v1/subscriptions', { lines: [lineOf(recipe, name), `x-duebook-session: ${token}`, ...more] }))
        .status;
    expect(await statusAs('sam')).toBe(200);
    expect(await statusAs('sam', `${header}: robin`)).toBe(200);
    expect(await statusAs('robin')).toBe(401);
    expect(await statusAs('robin', `${header}: sam`)).toBe(401);
    const page = await ask('/calendar', { lines: [lineOf(recipe, 'sam'), 'accept: text/html'] });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<!doctype html>')]);
  });

  test('does not pass on a name that a client sends', async () => {
    const forged = [`${header}: admin`, `${header.replaceAll('-', '_')}: admin`];
    // Without a sign-in at the proxy, it answers by itself.
    const stranger = await signIn(...forged);
    expect([stranger.status, stranger.body]).not.toEqual([201, expect.anything()]);
    expect(stranger.body).not.toContain('token');
    const answer = await signIn(lineOf(recipe, 'sam'), ...forged, `${header}: robin`);
    expect(answer.body).toContain('"user":"sam"');
    expect((await signIn('authorization: Bearer forged', ...forged)).body).toContain('sign_in_failed');
    if (recipe.hasPasswords) return;
    expect((await signIn(lineOf(recipe, nameless), ...forged)).body).toContain('sign_in_failed');
  });

  test('signs in no page of another origin', async () => {
    const { status, body } = await signIn(lineOf(recipe, 'sam'), 'origin: https://evil.example');
    expect([status, body]).toEqual([403, expect.stringContaining('"origin_not_allowed"')]);
  });

  test('lets API keys and agents through, and leaves invalid keys to the server', async () => {
    const lines = [`authorization: Bearer ${key}`];
    expect((await ask('/api/v1/subscriptions', { lines })).status).toBe(200);
    const mcp = ['content-type: application/json', 'accept: application/json, text/event-stream'];
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await ask('/mcp', { lines: [...lines, ...mcp], json: listing })).body).toContain('listSubscriptions');
    const wrong = await ask('/api/v1/subscriptions', { lines: ['authorization: Bearer wrong'] });
    expect([wrong.status, wrong.body]).toEqual([401, expect.stringContaining('invalid_api_key')]);
  });

  test('is the only way: the server believes no other address, and no header that is sent twice', async () => {
    const named = `${header}: sam`;
    const statusFrom = async (from: string, ...lines: string[]) =>
      (await ask(sessionPath, { from, lines, json: byProxy }, direct)).status;
    expect(await statusFrom('127.0.0.1', named)).toBe(201);
    expect(await statusFrom('127.0.0.2', named)).toBe(401);
    expect(await statusFrom('127.0.0.2', named, 'x-forwarded-for: 127.0.0.1')).toBe(401);
    expect(await statusFrom('127.0.0.1', named, named)).toBe(401);
    expect(await statusFrom('127.0.0.1', named, `${header}: robin`)).toBe(401);
  });
});
