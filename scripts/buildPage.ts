// Builds the page of the dashboard into dist/web: the files that the page consists of, compressed, and files.ts, which
// lists them; files.deno.ts does for Deno, which has no import of a file. The executable embeds the compressed files. `bun scripts/buildPage.ts` makes them for a run from source.
import { mkdirSync, rmSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { version } from '../package.json';
import { languages } from '../src/web/messages/languages.ts';
import { htmlOfViews, type ViewHtml } from './pageHtml.ts';
import { constants, gzipSync } from 'node:zlib';

const root = join(import.meta.dir, '..');

/** The folder of the built page. Files there are made anew by every build. */
const pageDirectory = join(root, 'dist/web');

const common = { target: 'browser', minify: true } as const;
const hashedName = 'assets/[name]-[hash].[ext]';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** A file of the page. */
interface PageOutput {
  /** Its path below the base path, without a slash at the beginning. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Builds the page.
 *
 * @param directory where its files go; what is there is deleted
 * @returns the sources that it consists of, relative to the repository
 * @throws {AggregateError} when the sources cannot be bundled
 */
export async function buildPage(directory = pageDirectory): Promise<readonly string[]> {
  const icons = await manifestIcons();
  const lateStyles = await stylesThatLoadLate();
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(root, 'src/web/index.html')],
    ...common,
    define: {
      'process.env.NODE_ENV': '"production"',
      DUEBOOK_VERSION: JSON.stringify(version),
      DUEBOOK_LATE_STYLES: JSON.stringify(`./${lateStyles.path}`),
    },
    plugins: [manifestWith(icons)],
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
    splitting: true,
    metafile: true,
    naming: { entry: '[name].[ext]', chunk: hashedName, asset: hashedName },
  });
  const ahead = await scriptAhead(textsOf(metafile?.outputs ?? {}));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const bundled = await Promise.all(outputs.map(outputOf));
  const { html, files } = separate(bundled);
  const views = htmlOfViews(html, { ahead: ahead.path, lateStyles: lateStyles.path }, metafile?.outputs ?? {}).map(
    asOutput,
  );
  const lines = await Promise.all(
    [...views, ahead, lateStyles, ...files, ...icons].map((output) => writeCompressed(directory, output)),
  );
  const imports = lines.map((file) => file.import);
  const entries = lines.map((file) => file.entry);
  const list = ['export default [', ...entries, '];', ''];
  await Bun.write(join(directory, 'files.ts'), ['// @ts-nocheck: generated', ...imports, ...list].join('\n'));
  const paths = lines.map((file) => file.path);
  await Bun.write(join(directory, 'files.deno.ts'), ['// @ts-nocheck: generated', ...paths, ...list].join('\n'));
  return Object.keys(metafile?.inputs ?? {}).map((file) => relative(root, resolve(file)));
}

/** The files of the texts by language: those of the first view, and the late ones. */
function textsOf(outputs: Bun.BuildMetafile['outputs']): Readonly<Record<string, Partial<Record<string, string>>>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    const [, language, late] = /\/messages\/(\w+)(\.late)?\.(?:ts|json)$/.exec(entryPoint ?? '') ?? [];
    if (language !== undefined && language in languages) (texts[language] ??= {})[late ? 'late' : 'first'] = path;
  }
  return texts;
}

/** The script that asks for the first data while the browser loads the others; it has all its code in itself. */
async function scriptAhead(texts: ReturnType<typeof textsOf>): Promise<PageOutput> {
  const entrypoints = [join(root, 'src/web/ahead.ts')];
  const define = { DUEBOOK_TEXTS: JSON.stringify(texts) };
  const { outputs } = await Bun.build({ entrypoints, ...common, define, format: 'iife', naming: hashedName });
  const [script] = outputs;
  if (script === undefined) throw new Error('nothing was made of src/web/ahead.ts');
  return outputOf(script);
}

/** The styles of what the overview does not show at first. */
async function stylesThatLoadLate(): Promise<PageOutput> {
  const entrypoints = [join(root, 'src/web/styles/late.css')];
  const { outputs } = await Bun.build({ entrypoints, ...common, naming: hashedName });
  const [styles] = outputs;
  if (styles === undefined) throw new Error('nothing was made of src/web/styles/late.css');
  return outputOf(styles);
}

function separate(outputs: readonly PageOutput[]) {
  const page = outputs.find(({ path }) => path === 'index.html');
  return { html: new TextDecoder().decode(page?.bytes), files: outputs.filter((output) => output !== page) };
}

function asOutput({ path, html }: ViewHtml): PageOutput {
  return { path, bytes: new TextEncoder().encode(html) };
}

async function outputOf(artifact: Bun.BuildArtifact): Promise<PageOutput> {
  return { path: artifact.path.replace(/^\.\//, ''), bytes: new Uint8Array(await artifact.arrayBuffer()) };
}

/** The icons that the manifest names: the bundler does not look into it. */
function manifestIcons(): Promise<(PageOutput & { readonly source: string })[]> {
  return Promise.all(
    ['icon-192.png', 'icon-512.png'].map(async (source) => {
      const bytes = await Bun.file(join(root, 'src/web/icons', source)).bytes();
      const name = source.replace('.', `-${Bun.hash(bytes).toString(36)}.`);
      return { source, path: `assets/${name}`, bytes };
    }),
  );
}

/** Lets the manifest name the icons as they are served. */
function manifestWith(icons: Awaited<ReturnType<typeof manifestIcons>>): Bun.BunPlugin {
  return {
    name: 'manifest',
    setup(builder) {
      builder.onLoad({ filter: /\.webmanifest$/ }, async ({ path }) => {
        let contents = await Bun.file(path).text();
        for (const icon of icons) contents = contents.replace(icon.source, icon.path.replace('assets/', ''));
        return { contents, loader: 'file' };
      });
    },
  };
}

/** Writes a file of the page in gzip, and gives the lines of files.ts about it. */
async function writeCompressed(directory: string, { path, bytes }: PageOutput) {
  const type = contentTypes[extname(path)];
  if (type === undefined) throw new TypeError(`no content type is known for ${path}`);
  const name = path.replaceAll('/', '-');
  const written = path.endsWith('.css') ? exactWidths(bytes) : bytes;
  await Bun.write(join(directory, `${name}.gz`), gzipSync(written, { level: constants.Z_BEST_COMPRESSION }));
  const variable = name.replaceAll(/\W/g, '_');
  const hash = Bun.hash(bytes).toString(16);
  return {
    import: `import ${variable}_gz from './${name}.gz' with { type: 'file' };`,
    path: `const ${variable}_gz = \`\${import.meta.dirname}/${name}.gz\`;`,
    entry: `  { path: '/${path}', type: '${type}', hash: '${hash}', gzip: ${variable}_gz },`,
  };
}

/** The bundler writes `width < 720px` as `max-width: 719.999px`, which browsers round up to 720 px. */
function exactWidths(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(/(\d)\.999px/g, '$1.9px'));
}

if (import.meta.main) await buildPage();
