import { describe, expect, test } from 'bun:test';
import { runProgram } from '../support/binary.ts';
import { curl } from '../support/curl.ts';
import { isNightly } from '../support/nightly.ts';
import { canTry, recipeForSeveral, startProxy, type ProxyName } from '../support/proxies.ts';
import {
  allHosts,
  commandsOf,
  commandsOfMove,
  hostOf,
  households,
  paste,
  password,
  shellOf,
  startHome,
  type Home,
} from '../support/severalServers.ts';
import { validDraft } from '../support/validDraft.ts';

/** Three servers, each with one household. */
function startHomes(): Promise<readonly [Home, Home, Home]> {
  return Promise.all([startHome('a'), startHome('b'), startHome('c')]);
}

/** Starts a proxy with its example configuration, which a household may have been moved in; returns its port. */
async function routeTo(proxy: ProxyName, homes: readonly Home[], change = (recipe: string) => recipe): Promise<string> {
  const recipe = homes.reduce(
    (text, { address }, place) => text.replaceAll(`127.0.0.1:${8381 + place}`, address),
    change(recipeForSeveral(proxy)),
  );
  // What waits for the start asks for this name.
  const whole = proxy === 'caddy' ? `${recipe}\nlocalhost {\n\trespond ready\n}\n` : recipe;
  const origin = await startProxy(proxy, whole, 'http://127.0.0.1:1', allHosts);
  return new URL(origin).port;
}

interface Request {
  readonly key?: string;
  readonly session?: string;
  readonly json?: unknown;
  readonly accept?: string;
  /** The name in the request, if it is not the one in the address. */
  readonly asked?: string;
}

/** Sends a request to a host name through the proxy that listens on a port. */
async function ask(port: string, host: string, path: string, request: Request = {}) {
  const { key, session, json, accept = '*/*', asked } = request;
  const lines = [
    `accept: ${accept}`,
    ...(asked === undefined ? [] : [`host: ${asked}`]),
    ...(json === undefined ? [] : ['content-type: application/json']),
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...(session === undefined ? [] : [`x-duebook-session: ${session}`]),
  ];
  return curl(`https://${host}:${port}${path}`, { lines, json, alias: `${host}:${port}` });
}

const subscriptions = '/api/v1/subscriptions';
const listCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'listSubscriptions', arguments: {} },
};
const forAgents = 'application/json, text/event-stream';

/** What each household gets at each host name: a row for each household. */
async function matrix(homes: readonly Home[], request: (home: Home, host: string) => Promise<{ status: number }>) {
  const rows = [];
  for (const home of homes) {
    const row = [];
    for (const household of Object.values(households)) row.push((await request(home, hostOf(household))).status);
    rows.push(row);
  }
  return rows;
}

const ownOnly = [
  [200, 401, 401],
  [401, 200, 401],
  [401, 401, 200],
];

function dataOf(body: string): unknown {
  return (JSON.parse(body) as { readonly data: unknown }).data;
}

/** The names of the subscriptions in an answer. */
function namesIn(body: string): readonly string[] {
  return (dataOf(body) as readonly { readonly name: string }[]).map(({ name }) => name);
}

const tokenIn = (body: string) => (dataOf(body) as { readonly token: string }).token;
const feedPathIn = (body: string) => new URL((dataOf(body) as { readonly url: string }).url).pathname;

const proxies = (['caddy', 'nginx'] as const).filter((proxy) => isNightly && canTry(proxy));

describe.each(proxies)('three servers behind %s, with a host name for each household', (proxy) => {
  test('serve each household by its own server: API, agents, dashboard, sign-in and calendar feeds', async () => {
    const homes = await startHomes();
    const port = await routeTo(proxy, homes);
    for (const { household, key } of homes) {
      const draft = { ...validDraft, name: `of ${household}` };
      expect((await ask(port, hostOf(household), subscriptions, { key, json: draft })).status).toBe(201);
      const { body } = await ask(port, hostOf(household), subscriptions, { key });
      expect(namesIn(body)).toEqual([draft.name]);
      const agent = await ask(port, hostOf(household), '/mcp', { key, json: listCall, accept: forAgents });
      expect(agent.body).toContain(draft.name);
      const dashboard = await ask(port, hostOf(household), '/calendar', { accept: 'text/html' });
      expect([dashboard.status, dashboard.body.slice(0, 15).toLowerCase()]).toEqual([200, '<!doctype html>']);
    }
    expect(await matrix(homes, ({ key }, host) => ask(port, host, subscriptions, { key }))).toEqual(ownOnly);
    const call = { json: listCall, accept: forAgents };
    expect(await matrix(homes, ({ key }, host) => ask(port, host, '/mcp', { key, ...call }))).toEqual(ownOnly);

    const sessions = new Map<string, string>();
    const feeds = new Map<string, string>();
    for (const { household, key } of homes) {
      const host = hostOf(household);
      const signedIn = await ask(port, host, '/api/v1/session', { json: { user: household, password } });
      expect(signedIn.status).toBe(201);
      sessions.set(household, tokenIn(signedIn.body));
      const made = await ask(port, host, '/api/v1/feeds', { key, json: { name: 'Bills' } });
      feeds.set(household, feedPathIn(made.body));
    }
    const bySession = ({ household }: Home, host: string) =>
      ask(port, host, subscriptions, { session: sessions.get(household) ?? '' });
    expect(await matrix(homes, bySession)).toEqual(ownOnly);
    const byPassword = ({ household }: Home, host: string) =>
      ask(port, host, '/api/v1/session', { json: { user: household, password } });
    expect(await matrix(homes, byPassword)).toEqual(
      ownOnly.map((row) => row.map((code) => (code === 200 ? 201 : code))),
    );
    const byFeed = ({ household }: Home, host: string) => ask(port, host, feeds.get(household) ?? '');
    expect(await matrix(homes, byFeed)).toEqual(ownOnly.map((row) => row.map((code) => (code === 200 ? 200 : 404))));
    for (const home of homes) await home.stop();
  }, 60_000);

  test('serve a name in capitals or with a port, no other names, and the other households while one server is down', async () => {
    const homes = await startHomes();
    const port = await routeTo(proxy, homes);
    const statuses = async () =>
      (await matrix(homes, ({ key }, host) => ask(port, host, subscriptions, { key }))).map((row, place) => row[place]);
    const [{ household, key }] = homes;
    const under = async (asked: string) => (await ask(port, hostOf(household), subscriptions, { key, asked })).status;
    expect(
      await Promise.all([hostOf('Anna').toUpperCase(), `${hostOf('anna')}:443`, hostOf('nobody')].map(under)),
    ).toEqual([200, 200, 404]);
    await homes[1].stop();
    expect(await statuses()).toEqual([200, 502, 200]);
    await homes[1].start();
    expect(await statuses()).toEqual([200, 200, 200]);
    for (const home of homes) await home.stop();
  }, 60_000);

  test('keep keys, sessions and feed links of a household that is moved as documented, and route it by one changed line', async () => {
    const homes = await startHomes();
    const [from, to] = homes;
    const before = await routeTo(proxy, homes);
    const { key, household } = from;
    const host = hostOf(household);
    await ask(before, host, subscriptions, { key, json: validDraft });
    const signedIn = await ask(before, host, '/api/v1/session', { json: { user: household, password } });
    const session = tokenIn(signedIn.body);
    const feed = await ask(before, host, '/api/v1/feeds', { key, json: { name: 'Bills' } });
    const feedPath = feedPathIn(feed.body);
    const listed = await ask(before, host, `${subscriptions}?include=details`, { key });

    await paste(commandsOfMove(), homes);

    const after = await routeTo(proxy, homes, (recipe) =>
      proxy === 'caddy'
        ? recipe.replace('anna.example.org, ', '').replace('chen.example.org,', 'anna.example.org, chen.example.org,')
        : recipe.replace('anna.example.org duebook_a', 'anna.example.org duebook_b'),
    );
    const moved = await ask(after, host, `${subscriptions}?include=details`, { key });
    expect(dataOf(moved.body)).toEqual(dataOf(listed.body));
    expect((await ask(after, host, subscriptions, { session })).status).toBe(200);
    expect((await ask(after, host, feedPath)).status).toBe(200);
    expect((await ask(after, hostOf(to.household), subscriptions, { key: to.key })).status).toBe(200);
    // Who still asks the former server is refused.
    expect((await ask(before, host, subscriptions, { key })).status).toBe(401);
    for (const home of homes) await home.stop();
  }, 60_000);
});

describe.if(proxies.includes('caddy'))('three servers behind Caddy, with one host name for all keys', () => {
  test('serve each key by its server, and refuse every other credential', async () => {
    const homes = await startHomes();
    const lines = await Promise.all(
      homes.map(async ({ dataDirectory, address }) => {
        const [command = ''] = commandsOf('keys list --json');
        const here = command.replace(/\/var\/lib\/duebook-a/, dataDirectory).replace('127.0.0.1:8381', address);
        const { stdout } = await runProgram(['sh', '-c', shellOf(here)]);
        expect(stdout).toMatch(/^dbk_a_[0-9A-Za-z]{5} 127\.0\.0\.1:\d+\n$/);
        return stdout;
      }),
    );
    const port = await routeTo('caddy', homes, (recipe) =>
      recipe.replace(/\t\tdbk_w_AAAAA[^]*dbk_w_CCCCC.*\n/, lines.join('')),
    );
    for (const { household, key } of homes) {
      const draft = { ...validDraft, name: `of ${household}` };
      expect((await ask(port, hostOf('api'), subscriptions, { key, json: draft })).status).toBe(201);
      const { body } = await ask(port, hostOf('api'), subscriptions, { key });
      expect(namesIn(body)).toEqual([draft.name]);
      expect((await ask(port, hostOf(household), subscriptions, { key })).status).toBe(200);
    }
    // Sessions have other tokens than keys, so they reach the default server only.
    const { household } = homes[1];
    const signedIn = await ask(port, hostOf(household), '/api/v1/session', { json: { user: household, password } });
    const session = tokenIn(signedIn.body);
    expect((await ask(port, hostOf('api'), subscriptions, { session })).status).toBe(401);
    for (const home of homes) await home.stop();
  }, 60_000);
});
