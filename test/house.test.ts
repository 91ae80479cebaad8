import { describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { cpSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import packageDescription from '../package.json' with { type: 'json' };
import { temporaryDirectory } from './support/temporaryDirectory.ts';

interface Import {
  readonly from: string;
  readonly target: string;
  readonly isType: boolean;
}

const root = join(import.meta.dir, '..');
const files = Array.from(new Glob('src/**/*.{ts,tsx}').scanSync(root)).sort();
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(join(root, file)).text()] as const)),
);
const imports = Array.from(sources, ([file, source]) => importsOf(file, source)).flat();

// What may be written, the rules, and the machine below them.
const written = ['commands', 'domain', 'runtime'];

/** For each folder of `src`, the folders it may import; `type` after a folder's name allows its types alone. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['cli', 'config', 'runtime'],
  cli: ['cli', 'server', 'app.ts', 'store', 'config', 'commands', 'domain', 'observability', 'runtime'],
  server: ['server', 'app.ts', 'jobs', 'outgoing', 'http', 'store', 'config', 'observability', ...written],
  'app.ts': ['http', 'store type', 'commands', 'domain', 'observability', 'runtime'],
  'importWorker.ts': ['http', 'store', 'commands', 'runtime'],
  http: ['http', 'store type', 'commands', 'domain', 'observability type', 'runtime'],
  jobs: ['jobs', 'outgoing', 'store', 'commands', 'domain', 'runtime'],
  outgoing: ['outgoing', 'domain', 'runtime'],
  store: ['store', 'commands', 'domain', 'drizzle', 'runtime'],
  commands: ['commands', 'domain'],
  domain: ['domain'],
  observability: ['observability', 'store type', 'runtime'],
  config: ['config', 'domain', 'observability', 'runtime'],
  runtime: ['runtime', 'config type', 'domain type', 'package.json'],
  // A client of the API like any other, with the same rules of periods, money and dates.
  web: ['web', 'domain'],
};

/** The rooms of `http`. The last ones know everything; those before `api` know no entity: an entity hands its words in. */
const httpRooms: readonly string[] = [
  'elysiaInternals.ts',
  'errors',
  'suggestions',
  'pipeline',
  'responses',
  'dashboard',
  'validation',
  'openapi',
  'feeds',
  'reads',
  'api',
  'docs',
  'mcp',
];

/** For each package, the folders that may name it. One that is not listed may not be used at all. */
const packageFolders: Readonly<Record<string, readonly string[]>> = {
  elysia: ['http', 'app.ts'],
  '@elysiajs/cors': ['http'],
  '@elysiajs/swagger': ['http'],
  '@sinclair/typebox': ['http'],
  '@modelcontextprotocol/server': ['http', 'cli'],
  'ipaddr.js': ['http', 'config', 'outgoing'],
  nodemailer: ['outgoing'],
  // The tables alone: the running program does without the query builder.
  'drizzle-orm': ['store/schema/tables'],
  'bun:sqlite': ['store'],
  'node:fs': ['store', 'cli', 'server', 'config', 'jobs', 'runtime'],
  'node:http': ['cli', 'outgoing'],
  'node:https': ['outgoing'],
  'node:zlib': ['http'],
  'node:path': ['store', 'cli', 'server'],
  'node:os': ['importWorker.ts'],
  'node:readline/promises': ['cli'],
  'node:stream': ['cli', 'runtime'],
  commander: ['cli'],
  leven: ['domain'],
  // What is imported: CSV files.
  papaparse: ['domain/imports'],
  'sonic-boom': ['observability'],
  'prom-client': ['observability'],
  'node:tty': ['server'],
  'smol-toml': ['config'],
  'documentation-page-script': ['server'],
  'dashboard-files': ['server'],
  preact: ['web'],
  '@preact/signals': ['web'],
  'preact-iso': ['web'],
  // The types of the API, which are written out of its document.
  'api-types': ['web'],
  'openapi-fetch': ['web'],
  lucide: ['web'],
  uqr: ['web'],
};

describe('the import rules', () => {
  test('a folder imports only the folders that it may', () => {
    const violations = imports.filter(({ target }) => target.startsWith('.')).filter((one) => !mayImport(one));
    expect(violations.map(({ from, target }) => `${from} may not import ${target}`)).toEqual([]);
  });

  test('a package is named only in the folders that may use it', () => {
    const violations = imports.filter(({ target }) => !target.startsWith('.')).filter((one) => !mayUse(one));
    expect(violations.map(({ from, target }) => `${from} may not use ${target}`)).toEqual([]);
  });

  test('the program takes only types from the tables: loading the query builder would slow each start', () => {
    const ofTables = imports.filter(({ from, target }) =>
      resolved(from, target).startsWith('src/store/schema/tables/'),
    );
    const values = ofTables.filter(({ from, isType }) => !from.startsWith('src/store/schema/tables/') && !isType);
    expect(ofTables.length).toBeGreaterThan(5);
    expect(values.map(({ from, target }) => `${from} imports more than types from ${target}`)).toEqual([]);
  });

  test('one file reads the environment, and one the time, timers and randomness', () => {
    const owners = {
      'src/config/settings.ts': ['process.env', 'Bun.env'],
      'src/runtime/system.ts': [
        'Temporal.Now',
        'performance.now',
        'Date.now',
        'randomUUID',
        'getRandomValues',
        'Math.random',
        'setTimeout',
        'setInterval',
        'Bun.sleep',
        'AbortSignal.timeout',
      ],
    };
    const violations = Object.entries(owners).flatMap(([owner, names]) =>
      names.flatMap((name) =>
        Array.from(sources)
          .filter(([file, source]) => file !== owner && !file.startsWith('src/web/') && source.includes(name))
          .map(([file]) => `${file} uses ${name}`),
      ),
    );
    expect(violations).toEqual([]);
  });
});

describe('the rooms of http', () => {
  test('a room imports, types included, only rooms that are listed before it', () => {
    const rankOf = (path: string) => httpRooms.indexOf(path.split('/')[2] ?? '');
    const within = imports.map(({ from, target }) => ({ from, to: resolved(from, target) }));
    const inHttp = within.filter(({ from, to }) => from.startsWith('src/http/') && to.startsWith('src/http/'));
    const violations = inHttp.filter(({ from, to }) => rankOf(from) < rankOf(to) || rankOf(from) === -1);
    expect(violations.map(({ from, to }) => `${from} may not import ${to}`)).toEqual([]);
  });

  test.each(['src/http/', 'src/store/', 'src/domain/', 'src/commands/'])(
    'no two folders of %s import each other',
    (parent) => {
      expect(pairsIn(parent)).toEqual([]);
    },
  );
});

describe('the private parts of Elysia', () => {
  test('only http/elysiaInternals.ts touches them', () => {
    const names = ['isAsync', 'promisedModules', 'getGlobalRoutes', '.event.', 'router.history', 'standardHostname:'];
    const touches = Array.from(sources, ([file, source]) =>
      names.filter((name) => source.includes(name)).map((name) => `${file}: ${name}`),
    ).flat();
    expect(touches.filter((touch) => !touch.startsWith('src/http/elysiaInternals.ts:'))).toEqual([
      // A documented setting.
      'src/app.ts: standardHostname:',
    ]);
  });
});

describe('the sizes', () => {
  test('a file has at most 300 lines', () => {
    const long = Array.from(sources, ([file, source]) => ({ file, lines: source.split('\n').length }));
    expect(long.filter(({ lines }) => lines > 300)).toEqual([]);
  });
});

describe('the names', () => {
  test('there are no barrel files and no folders for leftovers', () => {
    expect(files.filter((file) => /(^|\/)(index\.ts|utils?\/|helpers?\/|common\/|misc\/)/.test(file))).toEqual([]);
  });
});

describe('the tests', () => {
  test('npm run test:slow runs the folders that npm test leaves out', () => {
    const { 'check:tests': quick, 'test:slow': slow } = packageDescription.scripts;
    const leftOut = /'test\/\{([\w,]+)\}\/\*\*'/.exec(quick)?.[1]?.split(',');
    expect(leftOut).not.toBeEmpty();
    expect(Array.from(slow.matchAll(/ test\/(\w+)\//g), ([, folder]) => folder)).toEqual(leftOut ?? []);
    expect(quick).toContain("--path-ignore-patterns='**/*.alone.test.ts'");
    expect(slow).toEndWith('bun test --timeout 60000 .alone.test.ts');
  });
});

describe('the contract', () => {
  test('every section that a test cites is in docs/contract.md', async () => {
    const contract = await Bun.file(join(root, 'docs/contract.md')).text();
    const sections = new Set(Array.from(contract.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm), ([, number]) => `§${number}`));
    const tests = Array.from(new Glob('test/**/*.ts').scanSync(root)).sort();
    const unknown = await Promise.all(
      tests.map(async (file) => {
        const cited = (await Bun.file(join(root, file)).text()).match(/§\d+(?:\.\d+)*/g) ?? [];
        return cited.filter((section) => !sections.has(section)).map((section) => `${file} cites ${section}`);
      }),
    );
    expect(sections.size).toBeGreaterThan(30);
    expect(unknown.flat()).toEqual([]);
  });
});

describe('the migrations', () => {
  test('the newest migration brings a database to the tables in the code: generating again changes nothing', async () => {
    const out = join(temporaryDirectory(), 'drizzle');
    cpSync(join(root, 'drizzle'), out, { recursive: true });
    const words = [
      '--bun',
      'run',
      'drizzle-kit',
      'generate',
      '--dialect',
      'sqlite',
      '--schema',
      'src/store/schema/tables/*.ts',
      '--out',
      relative(root, out),
    ];
    const generate = Bun.spawn([process.execPath, ...words], { cwd: root, stdout: 'pipe', stderr: 'pipe' });
    expect(await new Response(generate.stdout).text()).toContain('No schema changes');
    expect(await generate.exited).toBe(0);
  });
});

function mayImport({ from, target, isType }: Import): boolean {
  const folder = folderOf(resolved(from, target));
  const allowed = allowedImports[folderOf(from)] ?? [];
  return allowed.includes(folder) || (isType && allowed.includes(`${folder} type`));
}

/** The pairs of folders below one that import each other, types included. */
function pairsIn(parent: string): readonly string[] {
  const edges = new Set(
    imports.flatMap(({ from, target }) => {
      const [one, other] = [dirname(from), dirname(resolved(from, target))];
      return one !== other && `${one}/`.startsWith(parent) && `${other}/`.startsWith(parent)
        ? [`${one} ↔ ${other}`]
        : [];
    }),
  );
  return Array.from(edges).filter((edge) => {
    const [one = '', other = ''] = edge.split(' ↔ ');
    return one < other && edges.has(`${other} ↔ ${one}`);
  });
}

function resolved(from: string, target: string): string {
  return target.startsWith('.') ? normalize(join(dirname(from), target)) : target;
}

function mayUse({ from, target }: Import): boolean {
  const name = Object.keys(packageFolders).find((known) => target === known || target.startsWith(`${known}/`));
  const folders = name === undefined ? undefined : packageFolders[name];
  return folders?.some((folder) => folder === folderOf(from) || from.startsWith(`src/${folder}/`)) === true;
}

function importsOf(file: string, source: string): Import[] {
  const statements = source.matchAll(
    /(?:^(?:import|export)\s+(type\s+)?(?:[^;'"=]*?\s+from\s+)?|\bimport\()'([^']+)'/gm,
  );
  return Array.from(statements, ([statement, type, target = '']) => {
    const names =
      /\{([^}]*)\}/
        .exec(statement)?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '') ?? [];
    const namesOnlyTypes = names.length > 0 && names.every((name) => name.startsWith('type '));
    return { from: file, target, isType: type !== undefined || namesOnlyTypes };
  });
}

function folderOf(path: string): string {
  const parts = path.split('/');
  return (parts[0] === 'src' ? parts[1] : parts[0]) ?? path;
}
