import { describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { cpSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import packageDescription from '../package.json' with { type: 'json' };
import { importsOf, type Import } from './support/sourceImports.ts';
import { temporaryDirectory } from './support/temporaryDirectory.ts';

const root = join(import.meta.dir, '..');
const files = Array.from(new Glob('src/**/*.{ts,tsx}').scanSync(root)).sort();
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(join(root, file)).text()] as const)),
);
const imports = Array.from(sources, ([file, source]) => importsOf(file, source)).flat();

/** For each room of `src`, the rooms it may import; `type` after a name allows its types alone. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['cli', 'core'],
  cli: ['cli', 'server', 'app.ts', 'modules', 'core'],
  server: ['server', 'app.ts', 'modules', 'core'],
  'app.ts': ['modules', 'core'],
  modules: ['modules', 'core'],
  // What it needs of the modules is handed in: it knows the types of commands (see below).
  core: ['core', 'drizzle', 'package.json', 'modules'],
  // A client of the API like any other, with the same rules of periods, money and dates.
  web: ['web', 'core', 'modules'],
};

/** What a module consists of. Each is a file, or a folder of files. */
const moduleParts = [
  'model',
  'detailModel',
  'commands',
  'table',
  'rules',
  'store',
  'reads',
  'writes',
  'routes',
  'errors',
  'jobs',
];

/** Parts of single modules. */
const furtherParts: Readonly<Record<string, readonly string[]>> = {
  batch: ['requestExamples'],
  channels: ['types', 'sender'],
  imports: ['port', 'worker', 'operatorImport'],
  sessions: ['signIn'],
};

/** The files above the modules, which list them. */
const lists = new Set('commands merged readers routeOptions routes store verbs worker writers'.split(' '));

/** For each package, the folders that may name it. One that is not listed may not be used at all. */
const packageFolders: Readonly<Record<string, readonly string[]>> = {
  elysia: ['core/http', 'core/health', 'core/observability', 'app.ts', 'modules'],
  '@elysiajs/cors': ['core/http'],
  '@elysiajs/swagger': ['core/http'],
  '@sinclair/typebox': ['core/fields', 'core/http', 'modules'],
  '@modelcontextprotocol/server': ['core/http', 'cli'],
  'ipaddr.js': ['core', 'modules/sessions'],
  nodemailer: ['modules/channels/types'],
  'drizzle-orm': ['core', 'modules'],
  'bun:sqlite': ['core/database/driver.ts'],
  'node:sqlite': ['core/database/driver.deno.ts'],
  'node:fs': ['core', 'cli', 'server'],
  'node:http': ['cli', 'core/outgoing'],
  'node:https': ['core/outgoing'],
  'node:zlib': ['core/http', 'core/runtime/host.deno.ts'],
  'node:crypto': ['core/runtime/host.deno.ts'],
  'node:dns': ['core/runtime/host.deno.ts'],
  'hash-wasm': ['core/runtime/host.deno.ts'],
  'node:util': ['core/http', 'modules/imports'],
  'node:child_process': ['core/runtime/serviceManager.ts'],
  'node:path': ['core', 'cli', 'server', 'modules'],
  'node:os': ['modules', 'cli'],
  'node:readline/promises': ['cli'],
  'node:stream': ['cli', 'core/runtime'],
  commander: ['cli'],
  leven: ['core/text'],
  '@rgrove/parse-xml': ['modules/rates/rules'],
  // What is imported: CSV files.
  papaparse: ['modules/imports/rules'],
  'sonic-boom': ['core/observability'],
  'prom-client': ['core/observability'],
  'node:tty': ['server'],
  'smol-toml': ['core/config'],
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
});

describe('the rooms', () => {
  test('core imports no module, but for the types of what it executes: it gets what it needs handed in', () => {
    const upward = imports.flatMap(({ from, target, isType }) => {
      const path = resolved(from, target);
      const isAllowed = isType && (path === 'src/modules/commands.ts' || from === 'src/core/writer/executor.ts');
      return from.startsWith('src/core/') && path.startsWith('src/modules/') && !isAllowed ? [`${from}: ${path}`] : [];
    });
    expect(upward).toEqual([]);
  });

  test('no files import values of one another in a circle', () => {
    const targetsOf = Map.groupBy(
      imports.filter(({ target, isType }) => target.startsWith('.') && !isType),
      ({ from }) => from,
    );
    const done = new Set<string>();
    const circles: string[] = [];
    function visit(file: string, way: readonly string[]): void {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file) || way.includes(file)) return;
      for (const { target } of targetsOf.get(file) ?? []) visit(resolved(file, target), [...way, file]);
      done.add(file);
    }
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('a module has the same parts as all others', () => {
    const unknown = files.filter((file) => {
      const [, room, module = '', part = ''] = file.replace(/\.ts$/, '').split('/');
      if (room !== 'modules') return false;
      return part === '' ? !lists.has(module) : ![...moduleParts, ...(furtherParts[module] ?? [])].includes(part);
    });
    expect(unknown).toEqual([]);
  });

  test.each([
    ['routes', 'routes.ts'],
    ['verbs', 'writers.ts'],
  ])('each module that exports its %s is in the list of modules/%s', (name, list) => {
    const listed = new Set(
      imports.filter(({ from }) => from === `src/modules/${list}`).map(({ from, target }) => resolved(from, target)),
    );
    const exports = new RegExp(`^export (const|\\{.* as) ${name}\\b`, 'm');
    const found = files.filter((file) => /^src\/modules\/\w+\//.test(file) && exports.test(sources.get(file) ?? ''));
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((file) => !listed.has(file))).toEqual([]);
  });

  test('models and rules are pure: they import only models, rules, and what core has without input or output', () => {
    const pure =
      /^src\/(core\/(access|audit|billing|fields|text)\/|core\/outgoing\/message|modules\/\w+\/(detailModel|model|rules|types)\b)/;
    const impure = imports.filter(
      ({ from, target, isType }) =>
        /^src\/modules\/\w+\/(detailModel|model|rules)\b/.test(from) &&
        target.startsWith('.') &&
        !isType &&
        !pure.test(resolved(from, target)),
    );
    expect(impure.map(({ from, target }) => `${from} may not import ${target}`)).toEqual([]);
  });

  test('the page imports rules and models alone', () => {
    const pure =
      /^src\/(web|core\/(access|audit|billing|fields|text)|modules\/\w+\/(detailModel|model|rules|routes)\b)/;
    const impure = imports.filter(
      ({ from, target }) => from.startsWith('src/web/') && target.startsWith('.') && !pure.test(resolved(from, target)),
    );
    expect(impure.map(({ from, target }) => `${from} may not import ${target}`)).toEqual([]);
  });
});

describe('the database', () => {
  test('texts of SQL stand where databases are opened, copied and checked, and are at most 30', () => {
    const text =
      /(?:query(?:<[^(]*>)?|run|exec|prepare)\(\s*['"`]|(?:^ *|= )['"`](?:SELECT|UPDATE|DELETE|INSERT|PRAGMA) |sql`(?:PRAGMA|SELECT)/gm;
    const found = Array.from(sources, ([file, source]) => ({ file, texts: source.match(text)?.length ?? 0 })).filter(
      ({ file, texts }) => texts > 0 && !file.startsWith('src/web/') && !file.includes('/driver.'),
    );
    expect(found.filter(({ file }) => !/^src\/core\/(database|directory|backup)\//.test(file))).toEqual([]);
    expect(found.reduce((sum, { texts }) => sum + texts, 0)).toBeLessThanOrEqual(30);
  });
});

describe('the private parts of Elysia', () => {
  test('only core/http/elysiaInternals.ts touches them', () => {
    const names = ['isAsync', 'promisedModules', 'getGlobalRoutes', '.event.', 'router.history', 'standardHostname:'];
    const touches = Array.from(sources, ([file, source]) =>
      names.filter((name) => source.includes(name)).map((name) => `${file}: ${name}`),
    ).flat();
    expect(touches.filter((touch) => !touch.startsWith('src/core/http/elysiaInternals.ts:'))).toEqual([
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
      'src/**/table.ts',
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

function resolved(from: string, target: string): string {
  return target.startsWith('.') ? normalize(join(dirname(from), target)) : target;
}

function mayUse({ from, target }: Import): boolean {
  const name = Object.keys(packageFolders).find((known) => target === known || target.startsWith(`${known}/`));
  const folders = name === undefined ? undefined : packageFolders[name];
  return (
    folders?.some(
      (folder) => folder === folderOf(from) || from === `src/${folder}` || from.startsWith(`src/${folder}/`),
    ) === true
  );
}

function folderOf(path: string): string {
  const parts = path.split('/');
  return (parts[0] === 'src' ? parts[1] : parts[0]) ?? path;
}
