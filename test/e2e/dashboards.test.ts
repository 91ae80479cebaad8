import { afterAll, describe, expect, test } from 'bun:test';
import { YAML } from 'bun';
import { run, startServer } from '../support/binary.ts';
import { blocksOf } from '../support/guides.ts';
import { validDraft } from '../support/validDraft.ts';

const originInGuides = 'http://127.0.0.1:8383';

function dayNow(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO('UTC');
}

/** Runs a check that depends on the day, and repeats it if it failed across midnight. */
async function onOneDay(work: (today: Temporal.PlainDate) => Promise<void>): Promise<void> {
  const today = dayNow();
  try {
    await work(today);
  } catch (error) {
    if (dayNow().equals(today)) throw error;
    await work(dayNow());
  }
}

/** A server with three subscriptions that renew in a week, two of them duplicates, one that is overdue, and a read key. */
async function serverWithData(today: Temporal.PlainDate) {
  const server = await startServer();
  const record = async (name: string, fields: object) => {
    const draft = { ...validDraft, name, currency: 'EUR', period: 'custom', customDate: '7', ...fields };
    expect((await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', draft)).status).toBe(201);
  };
  for (const name of ['Netflix', 'Spotify', 'netflix']) await record(name, { lastPaymentDate: today.toString() });
  await record('Forgotten', { lastPaymentDate: today.subtract({ days: 10 }).toString(), amount: 0, currency: 'CHF' });
  const words = ['keys', 'create', '--owner', 'default', '--scope', 'read', '--name', 'dashboard'];
  const { stdout } = await run(words, { cwd: server.directory });
  return { ...server, readKey: stdout.trim() };
}

type Server = Awaited<ReturnType<typeof serverWithData>>;

/** The answer to a request of a guide, with the headers of the guide. */
async function answerTo(server: Server, url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  expect(url).toStartWith(`${originInGuides}/`);
  const response = await fetch(url.replace(originInGuides, server.origin), { headers });
  expect(response.status).toBe(200);
  return response.json();
}

/** The value at a path such as `summary.byCurrency.0.currency`. Fails if there is none. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => {
    expect(inner).toHaveProperty([name]);
    return (inner as Readonly<Record<string, unknown>>)[name];
  }, value);
}

interface RestSensors {
  readonly rest?: readonly {
    readonly resource?: string;
    readonly resource_template?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly sensor: readonly {
      readonly name: string;
      readonly unique_id: string;
      readonly value_template: string;
      readonly json_attributes_path?: string;
      readonly json_attributes?: readonly string[];
    }[];
  }[];
}

interface Address {
  readonly resource?: string;
  readonly resource_template?: string;
}

interface Automations {
  readonly automation: readonly {
    readonly triggers: readonly { readonly trigger: string; readonly at: string }[];
    readonly variables: { readonly renewals: string; readonly overdue: string };
    readonly conditions: readonly { readonly value_template: string }[];
    readonly actions: readonly { readonly data: { readonly message: string } }[];
  }[];
}

function hasJinja(): boolean {
  return Bun.which('python3') !== null && Bun.spawnSync(['python3', '-c', 'import jinja2']).success;
}

// The functions that Home Assistant adds to the template language and the guide uses.
const renderer = `
import jinja2, json, sys
from datetime import datetime, timedelta, timezone
def number(value, default):
    return int(value) if str(value).isdigit() else default
given = {}
environment = jinja2.Environment()
environment.filters['int'] = number
environment.globals.update(now=lambda: datetime.now(timezone.utc), timedelta=timedelta,
    states=lambda id: given.get('state'), state_attr=lambda id, name: given.get('attributes', {}).get(name))
for line in sys.stdin:
    template, given = json.loads(line)
    print(json.dumps(environment.from_string(template).render(given)), flush=True)`;

/** Starts one Python that renders all templates: one for each template would dominate the duration of the tests. */
function startRenderer() {
  const child = Bun.spawn(['python3', '-c', renderer], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  afterAll(() => child.kill());
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  return async function renderNext(template: string, given: object): Promise<string> {
    await child.stdin.write(`${JSON.stringify([template, given])}\n`);
    await child.stdin.flush();
    let line = '';
    while (!line.endsWith('\n')) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the template could not be rendered: ${template}`);
      line += decoder.decode(value, { stream: true });
    }
    return JSON.parse(line) as string;
  };
}

const isRenderable = hasJinja();
const render = isRenderable ? startRenderer() : () => Promise.resolve('');

describe('the sensors for Home Assistant', () => {
  const [secrets = '', sensors = '', automations = ''] = blocksOf('docs/home-assistant.md', 'yaml');
  const urlOf = ({ resource, resource_template: template = '' }: Address, today: Temporal.PlainDate) =>
    resource ?? template.replace('{{ (now() - timedelta(days=1)).date() }}', today.subtract({ days: 1 }).toString());

  test('call paths that exist with a read key, and read fields that the answers have', async () => {
    const today = dayNow();
    const server = await serverWithData(today);
    const { duebook_authorization: secret = '' } = YAML.parse(secrets) as Record<string, string>;
    const { rest = [] } = YAML.parse(sensors) as RestSensors;
    expect(rest).toHaveLength(3);
    for (const { headers, sensor, ...address } of rest) {
      // The parser drops the tag !secret and returns the name of the secret.
      expect(headers).toEqual({ Authorization: 'duebook_authorization' });
      const authorization = secret.replace('dbk_r_REPLACE_ME', server.readKey);
      const answer = await answerTo(server, urlOf(address, today), { authorization });
      for (const { value_template: template } of sensor) checkTemplate(template, answer);
      for (const { json_attributes_path: path = '$', json_attributes: names = [] } of sensor) {
        for (const name of names) at(answer, `${path.replace('$.', '')}.${name}`);
      }
    }
    await server.stop();
  });

  test('have unique ids', () => {
    const ids = (YAML.parse(sensors) as RestSensors).rest?.flatMap(({ sensor }) => sensor.map((one) => one.unique_id));
    expect(new Set(ids).size).toBe(ids?.length ?? 0);
  });

  test.if(isRenderable)('show the right values when the template language of Home Assistant renders them', async () => {
    await onOneDay(async (today) => {
      const server = await serverWithData(today);
      const figures = [];
      for (const { sensor, ...address } of (YAML.parse(sensors) as RestSensors).rest ?? []) {
        const { resource_template: template } = address;
        if (template !== undefined) expect(await render(template, {})).toBe(urlOf(address, today));
        const answer = await answerTo(server, urlOf(address, today), { authorization: `Bearer ${server.readKey}` });
        for (const { value_template: value } of sensor) figures.push(await render(value, { value_json: answer }));
      }
      const monthly = (3 * 15.99 * 365) / 7 / 12;
      expect(figures).toEqual(['4', monthly.toFixed(2), (monthly * 12).toFixed(2), 'Netflix', '7', '1', '1']);
      await server.stop();
    });
  });

  describe('the automation', () => {
    const { triggers, variables, conditions, actions } = (YAML.parse(automations) as Automations).automation[0] ?? {
      triggers: [],
      variables: { renewals: '', overdue: '' },
      conditions: [],
      actions: [],
    };

    test('runs by the clock and reads sensors that exist', () => {
      expect(triggers).toEqual([{ trigger: 'time', at: '08:00:00' }]);
      const names = (YAML.parse(sensors) as RestSensors).rest?.flatMap(({ sensor }) => sensor.map(({ name }) => name));
      const ids = names?.map((name) => `sensor.${name.toLowerCase().replaceAll(' ', '_')}`);
      for (const [, id = ''] of `${variables.renewals} ${variables.overdue}`.matchAll(/'(sensor\.\w+)'/g)) {
        expect(ids).toContain(id);
      }
    });

    test.if(isRenderable).each([
      [[0, 1, 1, 2], '0', 'A renews today: 5 EUR. B renews tomorrow: 5 EUR. C renews tomorrow: 5 EUR.'],
      [[1], '2', 'A renews tomorrow: 5 EUR. Overdue: 2.'],
      [[5], '1', 'Overdue: 1.'],
      [[2], '0', undefined],
      [[], 'unknown', undefined],
    ])('with renewals in %j days and %s overdue sends %p', async (days, count, message) => {
      const upcomingRenewals = days.map((daysUntilRenewal, index) => {
        return { name: 'ABCD'.charAt(index), amount: 5, currency: 'EUR', daysUntilRenewal };
      });
      const states = { attributes: { upcomingRenewals }, state: count };
      // Home Assistant parses the rendered text of a variable as a value.
      const overdue = Number(await render(variables.overdue, states));
      const listed = await render(variables.renewals.replace('| list', '| list | tojson'), states);
      const renewals = JSON.parse(listed) as unknown;
      const isTold = await render(conditions[0]?.value_template ?? '', { renewals, overdue });
      expect(isTold).toBe(message === undefined ? 'False' : 'True');
      const said = await render(actions[0]?.data.message ?? '', { renewals, overdue });
      if (message !== undefined) expect(said.trim().replaceAll(/\s+/g, ' ')).toBe(message);
    });
  });
});

/** Checks that the answer has the value at the start of a template, and that its records have the attributes it picks. */
function checkTemplate(template: string, answer: unknown): void {
  const [, path = ''] = /^\{\{ value_json\.([\w.]+)/.exec(template) ?? [];
  const value = at(answer, path);
  for (const [, attribute = ''] of template.matchAll(/(?:selectattr\(|attribute=)'(\w+)'/g))
    at(value, `0.${attribute}`);
}

interface Widget {
  readonly type: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly mappings: readonly { readonly field: string; readonly format: string }[];
}

test('the Homepage widgets call paths that exist and show fields of the right type', async () => {
  const server = await serverWithData(dayNow());
  const [services = ''] = blocksOf('docs/homepage.md', 'yaml');
  const [group] = YAML.parse(services) as Record<string, Record<string, { widget: Widget; siteMonitor: string }>[]>[];
  const [service, due] = ['Duebook', 'Due first'].map((name, index) => group?.['Home']?.[index]?.[name]);
  const answers = [];
  for (const { type, url, headers, mappings } of [service, due].flatMap((entry) => entry?.widget ?? [])) {
    expect(type).toBe('customapi');
    const authorization = headers['Authorization']?.replace('{{HOMEPAGE_VAR_DUEBOOK_KEY}}', server.readKey) ?? '';
    const answer = await answerTo(server, url, { authorization });
    answers.push(answer);
    expect(mappings).toHaveLength(4);
    for (const { field, format } of mappings) {
      expect(typeof at(answer, field)).toBe(['text', 'relativeDate'].includes(format) ? 'string' : 'number');
    }
  }
  expect(answers).toHaveLength(2);
  expect(at(answers[1], 'data.0.name')).toBe('Forgotten');
  await answerTo(server, service?.siteMonitor ?? '');
  await server.stop();
});

interface InfinityQuery {
  readonly url: string;
  readonly url_options: { readonly method: string };
  readonly root_selector: string;
  readonly columns: readonly { readonly selector: string; readonly type: 'string' | 'number' }[];
}

test('the Grafana queries call allowed hosts and read fields of the right type', async () => {
  const today = dayNow();
  const server = await serverWithData(today);
  const [source = ''] = blocksOf('docs/grafana.md', 'yaml');
  const { datasources } = YAML.parse(source) as { datasources: Record<string, unknown>[] };
  expect(datasources[0]).toMatchObject({
    type: 'yesoreyeram-infinity-datasource',
    jsonData: { auth_method: 'bearerToken', allowedHosts: [originInGuides] },
    secureJsonData: { bearerToken: '$DUEBOOK_KEY' },
  });
  const queries = blocksOf('docs/grafana.md', 'json').map((block) => JSON.parse(block) as InfinityQuery);
  expect(queries).toHaveLength(4);
  for (const { url: template, url_options: options, root_selector: path, columns } of queries) {
    expect(options).toEqual({ method: 'GET' });
    const url = template.replace('${__to:date:YYYY-MM-DD}', today.toString());
    const rows = at(await answerTo(server, url, { authorization: `Bearer ${server.readKey}` }), path);
    if (url.includes('expiringBefore')) expect(rows).toMatchObject([{ name: 'Forgotten' }]);
    for (const { selector, type } of columns) expect(typeof at(rows, `0.${selector}`)).toBe(type);
  }
  await server.stop();
});
