import { describe, expect, test } from 'bun:test';
import { YAML } from 'bun';
import { run, startServer } from '../support/binary.ts';
import { blocksOf } from '../support/guides.ts';
import { validDraft } from '../support/validDraft.ts';

const originInGuides = 'http://127.0.0.1:8383';

/** A server with subscriptions that renew soon, one of them twice, and a key as the guides have it made. */
async function serverWithData() {
  const server = await startServer();
  const lastPaymentDate = Temporal.Now.plainDateISO('UTC').toString();
  for (const name of ['Netflix', 'Spotify', 'netflix']) {
    const draft = { ...validDraft, name, currency: 'EUR', lastPaymentDate, period: 'custom', customDate: '7' };
    expect((await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', draft)).status).toBe(201);
  }
  const words = ['keys', 'create', '--owner', 'default', '--scope', 'read', '--name', 'dashboard'];
  const { stdout } = await run(words, { cwd: server.directory });
  return { ...server, readKey: stdout.trim() };
}

type Server = Awaited<ReturnType<typeof serverWithData>>;

/** What a guide's request gets, with the headers that the guide gives it. */
async function answerTo(server: Server, url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  expect(url).toStartWith(`${originInGuides}/`);
  const response = await fetch(url.replace(originInGuides, server.origin), { headers });
  expect(response.status).toBe(200);
  return response.json();
}

/** What stands at a path such as `summary.byCurrency.0.currency`; fails where there is nothing. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => {
    expect(inner).toHaveProperty([name]);
    return (inner as Readonly<Record<string, unknown>>)[name];
  }, value);
}

interface RestSensors {
  readonly rest?: readonly {
    readonly resource: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly sensor: readonly { readonly unique_id: string; readonly value_template: string }[];
  }[];
}

describe('the sensors for Home Assistant', () => {
  const [secrets = '', sensors = ''] = blocksOf('docs/home-assistant.md', 'yaml');

  test('ask for what there is, with a key that may read, and read what is in the answer', async () => {
    const server = await serverWithData();
    const { duebook_authorization: secret = '' } = YAML.parse(secrets) as Record<string, string>;
    const { rest = [] } = YAML.parse(sensors) as RestSensors;
    expect(rest).toHaveLength(2);
    for (const { resource, headers, sensor } of rest) {
      // The parser leaves out the tag !secret and gives the name of the secret.
      expect(headers).toEqual({ Authorization: 'duebook_authorization' });
      const authorization = secret.replace('dbk_r_REPLACE_ME', server.readKey);
      const answer = await answerTo(server, resource, { authorization });
      for (const { value_template: template } of sensor) checkTemplate(template, answer);
    }
    await server.stop();
  });

  test('have ids of their own', () => {
    const ids = (YAML.parse(sensors) as RestSensors).rest?.flatMap(({ sensor }) => sensor.map((one) => one.unique_id));
    expect(new Set(ids).size).toBe(ids?.length ?? 0);
  });

  test.if(hasJinja())('show the right figures when Home Assistant’s template language renders them', async () => {
    const server = await serverWithData();
    const figures = [];
    for (const { resource, sensor } of (YAML.parse(sensors) as RestSensors).rest ?? []) {
      const answer = await answerTo(server, resource, { authorization: `Bearer ${server.readKey}` });
      figures.push(...sensor.map(({ value_template: template }) => render(template, answer)));
    }
    const monthly = (3 * 15.99 * 365) / 7 / 12;
    expect(figures).toEqual(['3', monthly.toFixed(2), (monthly * 12).toFixed(2), 'Netflix', '7', '1']);
    await server.stop();
  });
});

/** The value that a template begins with is there, and each attribute that it picks is one of that list's records. */
function checkTemplate(template: string, answer: unknown): void {
  const [, path = ''] = /^\{\{ value_json\.([\w.]+)/.exec(template) ?? [];
  const value = at(answer, path);
  for (const [, attribute = ''] of template.matchAll(/(?:selectattr\(|attribute=)'(\w+)'/g))
    at(value, `0.${attribute}`);
}

function hasJinja(): boolean {
  return Bun.which('python3') !== null && Bun.spawnSync(['python3', '-c', 'import jinja2']).success;
}

function render(template: string, answer: unknown): string {
  const program =
    'import jinja2, json, sys; t, a = json.load(sys.stdin); print(jinja2.Template(t).render(value_json=a), end="")';
  const { stdout, stderr } = Bun.spawnSync(['python3', '-c', program], {
    stdin: new TextEncoder().encode(JSON.stringify([template, answer])),
  });
  expect(stderr.toString()).toBe('');
  return stdout.toString();
}

interface Widget {
  readonly type: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly mappings: readonly { readonly field: string; readonly format: string }[];
}

test('the widget for Homepage asks for what there is and shows what is in the answer, in its kind', async () => {
  const server = await serverWithData();
  const [services = ''] = blocksOf('docs/homepage.md', 'yaml');
  const [group] = YAML.parse(services) as Record<string, Record<string, { widget: Widget; siteMonitor: string }>[]>[];
  const service = group?.['Home']?.[0]?.['Duebook'];
  const { type, url, headers, mappings } = service?.widget ?? ({} as Widget);
  expect(type).toBe('customapi');
  const authorization = headers['Authorization']?.replace('{{HOMEPAGE_VAR_DUEBOOK_KEY}}', server.readKey) ?? '';
  const answer = await answerTo(server, url, { authorization });
  expect(mappings).toHaveLength(4);
  for (const { field, format } of mappings) {
    expect(typeof at(answer, field)).toBe(format === 'text' ? 'string' : 'number');
  }
  await answerTo(server, service?.siteMonitor ?? '');
  await server.stop();
});

interface InfinityQuery {
  readonly url: string;
  readonly url_options: { readonly method: string };
  readonly root_selector: string;
  readonly columns: readonly { readonly selector: string; readonly type: 'string' | 'number' }[];
}

test('the queries for Grafana ask where the data source may, and read what is in the answers, in its kind', async () => {
  const server = await serverWithData();
  const [source = ''] = blocksOf('docs/grafana.md', 'yaml');
  const { datasources } = YAML.parse(source) as { datasources: Record<string, unknown>[] };
  expect(datasources[0]).toMatchObject({
    type: 'yesoreyeram-infinity-datasource',
    jsonData: { auth_method: 'bearerToken', allowedHosts: [originInGuides] },
    secureJsonData: { bearerToken: '$DUEBOOK_KEY' },
  });
  const queries = blocksOf('docs/grafana.md', 'json').map((block) => JSON.parse(block) as InfinityQuery);
  expect(queries).toHaveLength(3);
  for (const { url, url_options: options, root_selector: path, columns } of queries) {
    expect(options).toEqual({ method: 'GET' });
    const rows = at(await answerTo(server, url, { authorization: `Bearer ${server.readKey}` }), path);
    for (const { selector, type } of columns) expect(typeof at(rows, `0.${selector}`)).toBe(type);
  }
  await server.stop();
});
