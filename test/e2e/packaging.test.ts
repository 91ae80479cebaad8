import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob, YAML } from 'bun';
import { join } from 'node:path';
import packageDescription from '../../package.json' with { type: 'json' };
import { repository } from '../../scripts/repositoryAddress.ts';
import { deno } from '../support/deno.ts';
import { pythonWith } from '../support/python.ts';

const root = join(import.meta.dir, '../..');
const dockerfile = readText('Dockerfile');
const workflows = Array.from(new Glob('.github/workflows/*').scanSync({ cwd: root, dot: true })).sort();

function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes': unknown; readonly steps: readonly Step[] }>>;
}

describe('the Dockerfile', () => {
  test('builds with the version of Bun that the tests use', () => {
    const { bun } = packageDescription.devDependencies;
    expect(Array.from(dockerfile.matchAll(/oven\/bun:(\S+)/g), ([, version]) => version)).toEqual([bun]);
    for (const script of [packageDescription.scripts.setup, packageDescription.scripts.test]) {
      expect(script).toContain(`bun@${bun} `);
    }
  });

  test('runs as a user other than root, and without a shell that would not forward signals', () => {
    expect(dockerfile).toContain('\nUSER nonroot\n');
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/usr\/local\/bin\/duebook"\]$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*CMD \["\/usr\/local\/bin\/duebook", "healthcheck"\]$/m);
  });
});

describe('what npm start installs', () => {
  const { dependencies, scripts } = packageDescription;

  test('is only what the build needs; npm test and npm run setup install everything', () => {
    expect(scripts.start).toContain(' install --frozen-lockfile --production ');
    expect(dockerfile).toContain('bun install --frozen-lockfile --production\n');
    for (const script of [scripts.setup, scripts.test]) expect(script).not.toContain('--production');
  });

  test('has every package that goes into the executable or builds it', () => {
    const ofProgram = Array.from(new Glob('src/**/*.{ts,tsx}').scanSync({ cwd: root }));
    const files = [
      ...ofProgram.filter((file) => !file.endsWith('.d.ts')),
      ...new Glob('scripts/build*.ts').scanSync({ cwd: root }),
    ];
    const packages = new Set(files.flatMap((file) => importsOf(file).flatMap((path) => packageOf(path) ?? [])));
    expect(packages.size).toBeGreaterThan(10);
    expect(Array.from(packages).filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  });

  /** What a file imports at run time: types are gone. */
  function importsOf(file: string): string[] {
    const loader = file.endsWith('.tsx') ? 'tsx' : 'ts';
    return new Bun.Transpiler({ loader }).scanImports(readText(file).replace(/^#!.*/, '')).map(({ path }) => path);
  }

  /** The package that an import names; undefined for a file of the repository, and for what is in Bun. */
  function packageOf(path: string): string | undefined {
    const isOwn = path.startsWith('.') || path === 'dashboard-files' || path === 'documentation-page-script';
    if (isOwn || path === 'bun' || /^(node|bun):/.test(path)) return undefined;
    const parts = path.split('/').slice(0, path.startsWith('@') ? 2 : 1);
    // The scan names React for JSX, in whose place the build takes Preact.
    return parts.join('/').replace(/^react$/, 'preact');
  }
});

describe('compose.yaml', () => {
  test('gives the container minimal rights, and time to stop', () => {
    const { services } = YAML.parse(readText('compose.yaml')) as { services: Record<string, unknown> };
    expect(Object.keys(services)).toEqual(['duebook']);
    expect(services['duebook']).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: ['127.0.0.1:8383:8383'],
      env_file: [{ path: 'duebook.env', required: false }],
      volumes: ['data:/data'],
      healthcheck: { test: ['CMD', '/usr/local/bin/duebook', 'healthcheck'] },
      stop_grace_period: '15s',
    });
  });

  test('opens the port on this machine only, and says next to it how to open it to the network', () => {
    const [comment = ''] = /(?: +#.*\n)+ +ports:\n +- 127\.0\.0\.1:8383:8383\n/.exec(readText('compose.yaml')) ?? [];
    expect(comment).toContain('write 8383:8383');
  });
});

describe.each(workflows)('%s', (file) => {
  const { permissions, jobs } = YAML.parse(readText(file)) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('pins every action to the hash of a commit, with its version in a comment', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    const unexplained = readText(file)
      .match(/uses: .*/g)
      ?.filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line));
    expect(unexplained).toEqual([]);
  });

  test('has read permission unless a job needs more, has timeouts, and keeps no token in the checkout', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeNumber();
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
      expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  test('does not put untrusted text into a script', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

test('CI runs the test command of the README and the slow tests, with the tools that the tests need', () => {
  const [daily, nightly, release, ...others] = workflows;
  expect([daily, nightly, release, others]).toEqual([
    '.github/workflows/ci.yaml',
    '.github/workflows/nightly.yaml',
    '.github/workflows/release.yaml',
    [],
  ]);
  for (const file of workflows) expect(readText(file)).toContain('- run: sudo .ci/installTools\n');
  for (const file of [daily, release])
    expect(readText(file ?? '')).toMatch(/- run: npm test\n[^-]*- run: npm run test:slow\n/);
  expect(readText('.ci/run')).toContain('npm test && npm run test:slow');
  expect(readText('README.md')).toContain('`npm test`');
});

test('docs/install.md names every file of a release', () => {
  const guide = readText('docs/install.md');
  const release = readText('scripts/release.ts');
  const platforms = Array.from(release.matchAll(/^ {2}'([a-z0-9-]+)': 'bun-/gm), ([, name = '']) => name);
  expect(platforms).toHaveLength(8);
  for (const platform of platforms)
    expect(guide).toContain(`\`${platform}${platform.startsWith('windows') ? '.exe' : ''}\``);
  const { version } = packageDescription;
  for (const file of ['SHA256SUMS', 'duebook.service', `duebook-${version}.cdx.json`])
    expect(guide).toContain(`\`${file}\``);
  expect(readText('.github/workflows/release.yaml')).toContain('IMAGE: ghcr.io/${{ github.repository }}\n');
  for (const tag of [version, 'latest']) expect(guide).toContain(`\`ghcr.io/${repository.toLowerCase()}:${tag}\``);
  expect(readText('.github/workflows/release.yaml')).toContain('release/*\n');
  const others = ['README.md', 'docs/upgrade.md', 'docs/backup.md', 'docs/expose.md'].map(readText);
  for (const text of others) expect(text).not.toMatch(/SHA256SUMS|ghcr\.io/);
});

test('a workflow sets each variable that makes a test run, or run longer', () => {
  const nightly = Object.entries(packageDescription.scripts).filter(([name]) => name.startsWith('test:nightly'));
  const given = [...workflows.map(readText), ...nightly.map(([, script]) => script)].join('\n');
  expect(readText('.github/workflows/nightly.yaml')).toContain('run: npm run test:nightly\n');
  const sources = Array.from(new Glob('test/**/*.ts').scanSync({ cwd: root }), readText).join('');
  const words = Array.from(
    sources.matchAll(/(?:Bun\.env\[|numberFromEnvironment\()'(\w+_\w+)'/g),
    ([, word = '']) => word,
  );
  for (const word of words.filter((each) => !/_SEED$|^RECORDED_/.test(each)))
    expect(given).toMatch(new RegExp(`\\b${word}(: |=)`));
});

// A test is skipped if its tool is missing. After .ci/installTools none may be skipped.
describe.if(Bun.env['TOOLS_REQUIRED'] === '1')('with every tool installed', () => {
  const tools = readText('.ci/tools').matchAll(/^\S+/gm);
  const places = { PATH: `${Bun.env['PATH']}:/usr/sbin` };

  test.each(Array.from(tools, ([name]) => name))('%s is installed, so no test is skipped without it', (name) => {
    expect(Bun.which(name, places)).toBeString();
  });

  test('deno is installed, so tests run on it, too', () => {
    expect(deno).toBeString();
  });

  test.each([
    ['jinja2', 'the template language of Home Assistant'],
    ['icalendar', 'which reads calendars'],
  ])('a Python has %s, %s', (module) => {
    expect(pythonWith(module)).toBeString();
  });
});
