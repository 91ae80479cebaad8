import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import packageDescription from '../../package.json' with { type: 'json' };
import { resolveSettings } from '../../src/core/config/settings.ts';
import { pythonWith } from '../support/python.ts';
import { runProgram } from '../support/binary.ts';
import { quadletUnit } from '../support/quadlet.ts';

const root = join(import.meta.dir, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const { version } = packageDescription;
const image = new RegExp(String.raw`^ghcr\.io/[\w./-]+/duebook:${version.replaceAll('.', String.raw`\.`)}$`);

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: unknown;
}

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly 'x-casaos': Readonly<Record<string, unknown>>;
}

const compose = (YAML.parse(textOf('compose.yaml')) as Compose).services['duebook'];

/** Holds that all variables are settings of Duebook with a value that it takes. */
function expectSettings(environment: Readonly<Record<string, string>>): void {
  const { TZ: _, ...ours } = environment;
  expect(Object.keys(ours).filter((name) => !name.startsWith('DUEBOOK_'))).toEqual([]);
  resolveSettings({}, ours);
}

describe('the Quadlet unit', () => {
  test('has only keys that Podman 4.4 knows, and gives the container what compose.yaml gives it', () => {
    const { image: own, words, installed } = quadletUnit();
    expect(own).toBe('localhost/duebook');
    expect(words.join(' ')).toBe(
      '--name duebook --publish 127.0.0.1:8383:8383 --volume duebook:/data --read-only --cap-drop all --security-opt no-new-privileges --stop-timeout 15',
    );
    expect(compose).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      stop_grace_period: '15s',
    });
    expect(installed).toEqual([['WantedBy', 'default.target']]);
  });
});

// As its documentation states them: the keys that an app must have, and the form of those that it may.
const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isWhether = (value: unknown) => typeof value === 'boolean';
const oneOf = (words: string) => (value: unknown) => words.split(' ').includes(String(value));
const isPorts = (isValue: (value: unknown) => boolean) => (value: unknown) =>
  Object.entries(value as object).every(([port, each]) => /^\d+\/(tcp|udp)$/.test(port) && isValue(each));

const keysOfApp: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isText,
  version: (value) => value === version,
  slug: (value) => /^[-_.A-Za-z0-9]+$/.test(String(value)),
  description: isText,
  url: (value) => URL.canParse(String(value)),
  arch: (value) => (value as unknown[]).every(oneOf('aarch64 amd64 armhf armv7 i386')),
  startup: oneOf('initialize system services application once'),
  ingress: isWhether,
  ingress_port: (value) => Number.isInteger(value) && Number(value) <= 65_535,
  panel_icon: (value) => /^mdi:[a-z-]+$/.test(String(value)),
  panel_title: isText,
  panel_admin: isWhether,
  backup: oneOf('hot cold'),
  ports: isPorts((port) => port === null || Number.isInteger(port)),
  ports_description: isPorts(isText),
  environment: (value) => Object.values(value as object).every(isText),
};
const neededByApp = ['name', 'version', 'slug', 'description', 'arch'];

describe('the app of Home Assistant', () => {
  const folder = 'contrib/home-assistant/duebook';
  const app = YAML.parse(textOf(`${folder}/config.yaml`)) as Readonly<Record<string, unknown>>;

  test('has the keys that Home Assistant needs, and only ones that it knows, with values of their form', () => {
    expect(neededByApp.filter((key) => !(key in app))).toEqual([]);
    expect(Object.entries(app).filter(([key, value]) => keysOfApp[key]?.(value) !== true)).toEqual([]);
  });

  test('starts Duebook with settings that it takes, on the port of the ingress, and stops it for a backup', () => {
    const environment = app['environment'] as Readonly<Record<string, string>>;
    expectSettings(environment);
    const { port, trustedProxies, authHeader } = resolveSettings({}, environment);
    expect([port, trustedProxies.map(String), authHeader]).toEqual([
      app['ingress_port'] as number,
      ['172.30.32.2,32'],
      expect.stringMatching(/^x-remote-user-name$/i),
    ]);
    expect(app['backup']).toBe('cold');
    const [from, ...rest] = textOf(`${folder}/Dockerfile`).match(/^[A-Z].*$/gm) ?? [];
    expect(from?.replace('FROM ', '')).toMatch(image);
    expect(rest).toEqual(['USER root']);
  });
});

describe('the app of CasaOS', () => {
  const { name, services, 'x-casaos': store } = YAML.parse(textOf('contrib/casaos/docker-compose.yml')) as Compose;

  test('has the members that the store needs, in their form', () => {
    const { duebook: service, ...others } = services;
    expect(others).toEqual({});
    expect(store).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/),
      main: 'duebook',
      index: '/',
      port_map: '8383',
      scheme: 'http',
      icon: expect.stringMatching(/^https:\/\/.+\.svg$/),
      category: 'Finance',
      architectures: ['amd64', 'arm64'],
      version,
    });
    for (const text of ['title', 'tagline', 'description'])
      expect(Object.keys(store[text] as object)).toEqual(['en_US', 'de_DE']);
    expect(name).toBe('duebook');
    expect(service?.image).toMatch(image);
    expect(service).toMatchObject({
      container_name: 'duebook',
      ports: [{ target: 8383, published: '8383', protocol: 'tcp' }],
      volumes: [{ type: 'bind', source: '/DATA/AppData/$AppID', target: '/data' }],
      // CasaOS makes the directory for root, and gives it to nobody else.
      user: '0:0',
      read_only: true,
      cap_drop: ['ALL'],
    });
    expectSettings(service?.environment ?? {});
  });
});

describe('the template of Unraid', () => {
  const python = pythonWith('xml.etree.ElementTree');

  // The elements of a template, and the attributes of each `Config`, as its schema states them.
  test.if(python !== undefined)(
    'is XML with the elements that Unraid needs, and settings that Duebook takes',
    async () => {
      const script = `import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(json.dumps([root.tag, root.attrib, [[each.tag, each.attrib, each.text or ''] for each in root]]))`;
      const { stdout } = await runProgram([python ?? '', '-c', script, join(root, 'contrib/unraid/duebook.xml')]);
      type Element = readonly [tag: string, attributes: Readonly<Record<string, string>>, text: string];
      const [tag, attributes, elements] = JSON.parse(stdout) as readonly [string, unknown, readonly Element[]];
      expect([tag, attributes]).toEqual(['Container', { version: '2' }]);
      const texts = Object.fromEntries(elements.map(([name, , text]) => [name, text]));
      expect(texts).toMatchObject({
        Name: 'duebook',
        Repository: expect.stringMatching(image),
        Network: 'bridge',
        Privileged: 'false',
        WebUI: 'http://[IP]:[PORT:8383]/',
        Icon: expect.stringMatching(/^https:\/\/.+\.png$/),
        Overview: expect.stringMatching(/./),
        Support: expect.stringMatching(/^https:/),
        Project: expect.stringMatching(/^https:/),
      });
      const configs = elements
        .filter(([name]) => name === 'Config')
        .map(([, given, text]): Readonly<Record<string, string>> => ({ ...given, text }));
      const needed = 'Name Target Default Mode Description Type Display Required Mask text'.split(' ');
      for (const config of configs) expect(Object.keys(config)).toEqual(needed);
      expect(configs).toMatchObject([
        { Target: '8383', Type: 'Port', Mode: 'tcp', text: '8383' },
        { Target: '/data', Type: 'Path', Mode: 'rw' },
        { Target: 'DUEBOOK_PUBLIC_URL', Type: 'Variable' },
        { Target: 'DUEBOOK_BACKUP_EVERY', Type: 'Variable' },
      ]);
      const variables = configs
        .filter(({ Type }) => Type === 'Variable')
        .map(({ Target = '', text }) => [Target, text]);
      expectSettings(Object.fromEntries(variables) as Record<string, string>);
    },
  );
});
