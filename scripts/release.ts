// Makes all that a release consists of: an executable for each platform, a list of what is in them, the unit for systemd,
// the notes, and the checksums. `bun scripts/release.ts --to DIRECTORY linux-arm64` makes it elsewhere, for the platforms
// that it names alone. `--dry-run` also builds the image, where Docker or Podman is, and says where all would be published.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import packageDescription from '../package.json' with { type: 'json' };
import { billOfMaterials } from './billOfMaterials.ts';
import { sourceCommit } from './buildFacts.ts';
import { repository } from './repositoryAddress.ts';

const platforms: Readonly<Record<string, Bun.Build.CompileTarget>> = {
  'linux-x64': 'bun-linux-x64',
  // For processors without AVX2, as many a NAS has.
  'linux-x64-baseline': 'bun-linux-x64-baseline',
  'linux-arm64': 'bun-linux-arm64',
  'linux-x64-musl': 'bun-linux-x64-musl',
  'linux-arm64-musl': 'bun-linux-arm64-musl',
  'darwin-x64': 'bun-darwin-x64',
  'darwin-arm64': 'bun-darwin-arm64',
  'windows-x64': 'bun-windows-x64',
};

const serviceUnit = 'duebook.service';
const notes = 'NOTES.md';
const root = join(import.meta.dir, '..');
const { version } = packageDescription;

const given = parseArgs({
  options: { to: { type: 'string', default: 'dist/release' }, 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const directory = resolve(root, given.values.to);
const wanted = given.positionals.length > 0 ? given.positionals : Object.keys(platforms);
const unknown = wanted.find((platform) => !Object.hasOwn(platforms, platform));
if (unknown !== undefined) {
  console.error(`there is no platform ${unknown}: known are ${Object.keys(platforms).join(', ')}`);
  process.exit(2);
}

// The executables say the time of their commit as that of the build: so anyone can make the same bytes again.
process.env['SOURCE_DATE_EPOCH'] ??= commitSeconds();
const { build } = await import('./build.ts');

mkdirSync(directory, { recursive: true });
for (const name of releasedFiles()) rmSync(join(directory, name));
const product = `duebook-${version}`;
const bundledFiles = new Set<string>();
for (const platform of wanted) {
  const outfile = join(directory, `${product}-${platform}${platform.startsWith('windows-') ? '.exe' : ''}`);
  for (const file of await build({ outfile, target: platforms[platform] })) bundledFiles.add(file);
  console.log(outfile);
}
await Bun.write(join(directory, `${product}.cdx.json`), await billOfMaterials(Array.from(bundledFiles)));
await Bun.write(join(directory, serviceUnit), Bun.file(join(root, 'contrib/systemd', serviceUnit)));
await Bun.write(join(directory, 'SHA256SUMS'), await checksums());
await Bun.write(join(directory, notes), await notesOfVersion());
if (given.values['dry-run']) {
  buildImage();
  console.log(
    `Nothing was published. The release would be at https://github.com/${repository}/releases/tag/v${version}`,
  );
}

/** When the sources were committed, in seconds; undefined where there is no repository. */
function commitSeconds(): string | undefined {
  const { success, stdout } = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: import.meta.dir });
  return success ? stdout.toString().trim() : undefined;
}

/** What this or an earlier release has left. */
function releasedFiles(): string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith('duebook-') || [serviceUnit, 'SHA256SUMS'].includes(name))
    .sort();
}

/** A line for each file, in the form that `sha256sum -c` reads. */
async function checksums(): Promise<string> {
  const lines = [];
  for (const name of releasedFiles()) {
    const hasher = new Bun.CryptoHasher('sha256');
    for await (const part of Bun.file(join(directory, name)).stream()) hasher.update(part);
    lines.push(`${hasher.digest('hex')}  ${name}\n`);
  }
  return lines.join('');
}

/** What CHANGELOG.md says of this version. */
async function notesOfVersion(): Promise<string> {
  const sections = (await Bun.file(join(root, 'CHANGELOG.md')).text()).split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version} `));
  if (section === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}`);
  // The address of a page is relative to the file.
  const pages = `https://github.com/${repository}/blob/v${version}/docs/`;
  return section.replace(/^.*\n+/, '').replaceAll('](docs/', `](${pages}`);
}

/** Builds the image for this machine with the first engine that answers. */
function buildImage(): void {
  const engine = ['docker', 'podman'].find((name) => Bun.which(name) !== null && succeeds(name, 'version'));
  if (engine === undefined) {
    console.log('The image is skipped: neither Docker nor Podman answers here.');
    return;
  }
  const image = `duebook:${version}`;
  // Podman's own form has no health check.
  const form = engine === 'podman' ? ['--format', 'docker'] : [];
  const commit = `SOURCE_COMMIT=${sourceCommit(root, process.env)}`;
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  const words = [engine, 'build', ...form, '--build-arg', commit, '--tag', image, root];
  if (!Bun.spawnSync(words, { stdio: [...stdio], env }).success) {
    console.error(`${engine} could not build the image. All else is in ${directory}.`);
    process.exit(1);
  }
  console.log(
    `The image is ${image}. It would be ghcr.io/${repository.toLowerCase()}:${version}, for amd64 and arm64.`,
  );
}

function succeeds(...words: string[]): boolean {
  return Bun.spawnSync(words, { stdout: 'ignore', stderr: 'ignore' }).success;
}
