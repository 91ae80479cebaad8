import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import { openDocker, provideBases, type Docker } from '../support/docker.ts';
import { freePort } from '../support/proxies.ts';
import { validDraft } from '../support/validDraft.ts';

// Builds the image, and runs it as compose.yaml does. It takes a minute or more, and needs Docker, or root with Debian's packages
// docker.io and debootstrap.
setDefaultTimeout(600_000);

const repository = join(import.meta.dir, '../..');
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

const { services } = YAML.parse(readFileSync(join(repository, 'compose.yaml'), 'utf8')) as {
  readonly services: { readonly duebook: Service };
};
const service = services.duebook;
const [builder = '', base = ''] = Array.from(
  readFileSync(join(repository, 'Dockerfile'), 'utf8').matchAll(/^FROM (?:--\S+ )?(\S+)/gm),
  ([, name = '']) => name,
);

describe.if(Bun.env['IMAGE_TEST'] === '1')('the image', () => {
  let docker: Docker;
  let added: string[] = [];
  const [containers, volumes]: [string[], string[]] = [[], []];

  beforeAll(async () => {
    docker = await openDocker();
    added = await provideBases(docker, builder, base);
    const place = ['--network', 'host', '--tag', image];
    await docker.run('build', ...place, '--build-arg', `SOURCE_COMMIT=${commit}`, repository);
  });

  afterAll(async () => {
    try {
      for (const name of containers) await docker.run('rm', '--force', name);
      for (const name of volumes) await docker.run('volume', 'rm', name);
      await docker.run('image', 'rm', '--force', image, ...added);
    } finally {
      await docker.close();
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

  test('checks its health as compose.yaml does', async () => {
    const { Test, ...times } = JSON.parse(
      await docker.run('inspect', '--format', '{{json .Config.Healthcheck}}', image),
    ) as { readonly Test: readonly string[] } & Readonly<Record<'Interval' | 'Timeout' | 'StartPeriod', number>>;
    const { test: words, interval, timeout, start_period } = service.healthcheck;
    expect(Test).toEqual(words);
    expect([times.Interval, times.Timeout, times.StartPeriod].map((nanoseconds) => `${nanoseconds / 1e9}s`)).toEqual([
      interval,
      timeout,
      start_period,
    ]);
  });

  test('knows the commit that it was built from', async () => {
    const version = await docker.run('run', '--rm', '--network', 'none', image, 'version', '--json');
    expect(JSON.parse(version)).toMatchObject({ commit });
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
    await docker.run('run', ...ofService, ...options, image);
    await docker.healthy(name);
    const inspect = async (field: string) => (await docker.run('inspect', '--format', `{{${field}}}`, name)).trim();
    const duebook = (...words: string[]) => docker.run('exec', name, 'duebook', ...words);
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
    expect(await docker.modes(name, '/data')).toMatchObject({
      'data/': 'drwxrwxrwt 0/0',
      'data/duebook.db': `-rw------- ${user}/${user}`,
      [backup.slice(1)]: `-rw------- ${user}/${user}`,
    });

    await docker.run('restart', name);
    await docker.healthy(name);
    expect((await call(path, { headers })).status).toBe(200);
    expect((await call(path, { headers, method: 'DELETE' })).status).toBe(200);

    await docker.run('stop', name);
    expect(await inspect('.State.ExitCode')).toBe('0');
    await docker.run('run', '--rm', ...options, image, 'restore', backup);
    await docker.run('start', name);
    await docker.healthy(name);
    expect((await call(path, { headers })).status).toBe(200);
  });
});
