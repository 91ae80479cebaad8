import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import packageDescription from '../../package.json' with { type: 'json' };
import { repository } from '../../scripts/repositoryAddress.ts';
import { engineNames, openEngine, provideBases, type Engine } from '../support/containers.ts';
import { freePort } from '../support/proxies.ts';
import { quadletUnit } from '../support/quadlet.ts';
import { validDraft } from '../support/validDraft.ts';

// Builds the image, and runs it as compose.yaml does. It takes a minute or more, and needs Docker, or root with Debian's packages
// docker.io and debootstrap. Where Podman is installed, too, it does the same.
setDefaultTimeout(600_000);

const root = join(import.meta.dir, '../..');
const image = `duebook-image-test-${process.pid}`;
const commit = 'f'.repeat(40);

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly restart: string;
  readonly stop_grace_period: string;
  readonly healthcheck: Readonly<Record<'interval' | 'timeout' | 'start_period', string>> & {
    readonly test: readonly string[];
  };
}

interface Inspected {
  /** Docker's place is in the configuration. */
  readonly Healthcheck?: Healthcheck;
  readonly Config: { readonly Healthcheck: Healthcheck; readonly Labels: Readonly<Record<string, string>> };
}

type Healthcheck = { readonly Test: readonly string[] } & Readonly<
  Record<'Interval' | 'Timeout' | 'StartPeriod', number>
>;

const { services } = YAML.parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
  readonly services: { readonly duebook: Service };
};
const service = services.duebook;
const [builder = '', base = ''] = Array.from(
  readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^FROM (?:--\S+ )?(\S+)/gm),
  ([, name = '']) => name,
);

const engines = engineNames.filter((name) => name === 'docker' || Bun.which(name) !== null);

describe.if(Bun.env['IMAGE_TEST'] === '1').each(engines)('the image, with %s', (engineName) => {
  let engine: Engine;
  let added: string[] = [];
  const [containers, volumes]: [string[], string[]] = [[], []];

  beforeAll(async () => {
    engine = await openEngine(engineName);
    added = await provideBases(engine, builder, base);
    const form = engineName === 'podman' ? ['--format', 'docker'] : [];
    await engine.run(
      'build',
      ...form,
      '--network',
      'host',
      '--tag',
      image,
      '--build-arg',
      `SOURCE_COMMIT=${commit}`,
      root,
    );
  });

  afterAll(async () => {
    try {
      for (const name of containers) await engine.run('rm', '--force', name);
      for (const name of volumes) await engine.run('volume', 'rm', name);
      await engine.run('image', 'rm', '--force', image, ...added);
    } finally {
      await engine.close();
    }
  });

  /** What compose.yaml asks of `docker run`, except for ports and restarts: the container has the network of the host. */
  function optionsOf(volume: string, settings: Readonly<Record<string, string>>): string[] {
    const environment = Object.entries({ ...service.environment, ...settings });
    return [
      '--network',
      'host',
      '--stop-timeout',
      service.stop_grace_period.replace('s', ''),
      ...(service.read_only ? ['--read-only'] : []),
      ...service.cap_drop.flatMap((capability) => ['--cap-drop', capability]),
      ...service.security_opt.flatMap((option) => ['--security-opt', option]),
      ...service.volumes.flatMap((mount) => ['--volume', mount.replace(/^data:/, `${volume}:`)]),
      ...environment.flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ];
  }

  async function inspected(): Promise<Inspected> {
    const [about] = JSON.parse(await engine.run('image', 'inspect', image)) as readonly [Inspected];
    return about;
  }

  test('checks its health as compose.yaml does', async () => {
    const { Healthcheck, Config } = await inspected();
    const { Test, ...times } = Healthcheck ?? Config.Healthcheck;
    const { test: words, interval, timeout, start_period } = service.healthcheck;
    expect(Test).toEqual(words);
    expect([times.Interval, times.Timeout, times.StartPeriod].map((nanoseconds) => `${nanoseconds / 1e9}s`)).toEqual([
      interval,
      timeout,
      start_period,
    ]);
  });

  test('says its version, its source, its license and its commit in labels', async () => {
    const { Labels } = (await inspected()).Config;
    expect(Labels).toMatchObject({
      'org.opencontainers.image.version': packageDescription.version,
      'org.opencontainers.image.licenses': packageDescription.license,
      'org.opencontainers.image.source': `https://github.com/${repository}`,
      'org.opencontainers.image.revision': commit,
    });
  });

  test('knows the commit that it was built from', async () => {
    const version = await engine.run('run', '--rm', '--network', 'none', image, 'version', '--json');
    expect(JSON.parse(version)).toMatchObject({ commit });
  });

  test.if(engineName === 'podman')('runs as the Quadlet unit says', async () => {
    const [name, port] = [`${image}-unit`, freePort()];
    containers.push(name);
    volumes.push(name);
    const words = quadletUnit().words.map((word) => word.replace(/^duebook(?=$|:)/, name));
    const place = ['--network', 'host', '--env', `DUEBOOK_PORT=${port}`];
    await engine.run('run', '--detach', ...words, ...place, image);
    await engine.healthy(name);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    await engine.run('stop', name);
    expect((await engine.run('inspect', '--format', '{{.State.ExitCode}}', name)).trim()).toBe('0');
  });

  test.each([
    ['its own user', '65532', []],
    ['another user', '12345', ['--user', '12345:12345']],
  ])('runs as compose.yaml says, as %s, and keeps its data', async (_, user, asUser) => {
    const [name, port] = [`${image}-${user}`, freePort()];
    const options = [...optionsOf(name, { DUEBOOK_PORT: `${port}` }), ...asUser];
    containers.push(name);
    volumes.push(name);
    const ofService = ['--detach', '--name', name, '--restart', service.restart, '--health-interval', '1s'];
    await engine.run('run', ...ofService, ...options, image);
    await engine.healthy(name);
    const inspect = async (field: string) => (await engine.run('inspect', '--format', `{{${field}}}`, name)).trim();
    const duebook = (...words: string[]) => engine.run('exec', name, 'duebook', ...words);
    const call = (path: string, request: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/api/v1${path}`, request);

    const status = readFileSync(`/proc/${await inspect('.State.Pid')}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:(\\t${user}){4}$`, 'm'));
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(await inspect('.HostConfig.ReadonlyRootfs')).toBe('true');

    const code = /^code +(\S+)$/m.exec(await duebook('sign-in'))?.[1];
    expect((await call('/session', { method: 'POST', body: JSON.stringify({ code }) })).status).toBe(201);

    const created = await duebook('keys', 'create', '--owner', 'default', '--scope', 'write', '--json');
    const headers = { authorization: `Bearer ${(JSON.parse(created) as { readonly key: string }).key}` };
    const posted = await call('/subscriptions', { method: 'POST', headers, body: JSON.stringify(validDraft) });
    expect(posted.status).toBe(201);
    const { data } = (await posted.json()) as { readonly data: { readonly id: string } };
    const path = `/subscriptions/${data.id}`;

    const backup = (await duebook('backup', '--keep', '14')).trim().split('\n').at(-1) ?? '';
    expect(await engine.modes(name, '/data')).toMatchObject({
      // Podman gives a new volume to the first user.
      data: engineName === 'podman' ? `drwxrwxrwt ${user}/${user}` : 'drwxrwxrwt 0/0',
      'data/duebook.db': `-rw------- ${user}/${user}`,
      [backup.slice(1)]: `-rw------- ${user}/${user}`,
    });

    await engine.run('restart', name);
    await engine.healthy(name);
    expect((await call(path, { headers })).status).toBe(200);
    expect((await call(path, { headers, method: 'DELETE' })).status).toBe(200);

    await engine.run('stop', name);
    expect(await inspect('.State.ExitCode')).toBe('0');
    await engine.run('run', '--rm', ...options, image, 'restore', backup);
    await engine.run('start', name);
    await engine.healthy(name);
    expect((await call(path, { headers })).status).toBe(200);
  });
});
