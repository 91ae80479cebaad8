// Makes all that a release consists of: an executable for each platform, a list of what is in them, the unit for systemd,
// and the checksums of all that. `bun scripts/release.ts --to DIRECTORY linux-arm64` makes it elsewhere, for the platforms
// that it names alone.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import packageDescription from '../package.json' with { type: 'json' };
import { billOfMaterials } from './billOfMaterials.ts';

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

const given = parseArgs({ options: { to: { type: 'string', default: 'dist/release' } }, allowPositionals: true });
const directory = resolve(import.meta.dir, '..', given.values.to);
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
const product = `duebook-${packageDescription.version}`;
const bundledFiles = new Set<string>();
for (const platform of wanted) {
  const outfile = join(directory, `${product}-${platform}${platform.startsWith('windows-') ? '.exe' : ''}`);
  for (const file of await build({ outfile, target: platforms[platform] })) bundledFiles.add(file);
  console.log(outfile);
}
await Bun.write(join(directory, `${product}.cdx.json`), await billOfMaterials(Array.from(bundledFiles)));
await Bun.write(join(directory, serviceUnit), Bun.file(join(import.meta.dir, '../contrib/systemd', serviceUnit)));
await Bun.write(join(directory, 'SHA256SUMS'), await checksums());

/** When the sources were committed, in seconds; undefined where there is no repository. */
function commitSeconds(): string | undefined {
  const { success, stdout } = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: import.meta.dir });
  return success ? stdout.toString().trim() : undefined;
}

/** What this or an earlier release has left. */
function releasedFiles(): string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith('duebook-') || name === serviceUnit || name === 'SHA256SUMS')
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
