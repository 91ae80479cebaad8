// Builds the executable: `bun scripts/build.ts` makes dist/duebook for this machine, `bun scripts/build.ts bun-linux-arm64`
// for another. scripts/release.ts makes one for each platform, of the same parts and with the same options.
import { join, relative, resolve } from 'node:path';
import { buildDate, sourceCommit } from './buildFacts.ts';
import { buildPage } from './buildPage.ts';

const root = join(import.meta.dir, '..');

/** The files that code starts in: the program first, then one for each kind of thread. */
export const entryPoints = [
  'src/main.ts',
  'src/modules/worker.ts',
  'src/modules/imports/worker.ts',
  'src/server/integrityWorker.ts',
  'src/core/backup/worker.ts',
];

/** Names that the bundler replaces by a constant: the name, and the source text of its value. */
export const definitions: Readonly<Record<string, string>> = {
  DUEBOOK_BUILD_COMMIT: JSON.stringify(sourceCommit(root, process.env)),
  DUEBOOK_BUILD_DATE: JSON.stringify(buildDate(process.env, new Date())),
};

/** The script of the documentation page goes into the executable as it goes over the wire. */
const gzippedPageScript: Bun.BunPlugin = {
  name: 'gzipped-page-script',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]@scalar[\\/]api-reference[\\/].*[\\/]standalone\.js$/ }, async ({ path }) => ({
      contents: Bun.gzipSync(await Bun.file(path).bytes(), { level: 9 }),
      loader: 'file',
    }));
  },
};

/** The page of the dashboard is the same for every platform: it is built once. */
let builtPage: Promise<readonly string[]> | undefined;

/** Where to put an executable, and for what platform. */
export interface BuildRequest {
  /** Relative to the repository, unless it is a whole path. */
  readonly outfile: string;
  /** A platform other than the one of this machine. Its Bun is fetched once and then kept in Bun's cache. */
  readonly target?: Bun.Build.CompileTarget | undefined;
}

/**
 * Builds one executable.
 *
 * @returns the files that went into it, relative to the repository
 * @throws {AggregateError} when the sources cannot be bundled, or when the platform's Bun cannot be had
 * @throws {TypeError} when Bun knows no such platform
 */
export async function build({ outfile, target }: BuildRequest): Promise<readonly string[]> {
  const sourcesOfPage = await (builtPage ??= buildPage());
  const { metafile } = await Bun.build({
    // The program finds the code of its threads relative to this directory.
    root: join(root, 'src'),
    entrypoints: entryPoints.map((file) => join(root, file)),
    define: { ...definitions },
    plugins: [gzippedPageScript],
    minify: true,
    // What a start does not need, it does not load.
    splitting: true,
    // Starts in a third of the time, and needs this format.
    bytecode: true,
    format: 'esm',
    metafile: true,
    compile: {
      outfile: resolve(root, outfile),
      // Else the executable would run whatever lies in the directory that it is started in.
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(target !== undefined && { target }),
    },
  });
  // The bundler names them relative to the directory that it was started in.
  const sources = Object.keys(metafile?.inputs ?? {}).map((file) => relative(root, resolve(file)));
  return Array.from(new Set([...sources, ...sourcesOfPage]));
}

if (import.meta.main) {
  // Bun itself refuses a target that it does not know.
  await build({ outfile: 'dist/duebook', target: process.argv[2] as Bun.Build.CompileTarget | undefined });
}
