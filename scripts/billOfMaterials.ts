import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import parseLicense from 'spdx-expression-parse';
import { join } from 'node:path';
import packageDescription from '../package.json' with { type: 'json' };

const root = join(import.meta.dir, '..');
const specification = Spec.Spec1dot6;

// What Bun tells of itself that is no part which is linked into it.
const notLinked = new Set(['node', 'bun', 'modules', 'napi', 'unicode', 'typescript', 'v8', 'zig', 'openssl', 'uv']);

const { FromNodePackageJson, License } = Contrib;
const components = new FromNodePackageJson.Builders.ComponentBuilder(
  new FromNodePackageJson.Factories.ExternalReferenceFactory(),
  new License.Factories.LicenseFactory(parseLicense),
);
const licenseTexts = new License.Utils.LicenseEvidenceGatherer();

/**
 * What an executable consists of, as CycloneDX JSON: each package out of which a file went into it, with version, license
 * and license text, and Bun with what is linked into it. The same files give the same text.
 *
 * @param bundledFiles the files that went into the executable, relative to the repository
 * @throws {Error} when a package says no version or license, or when the text is not what the format demands
 */
export async function billOfMaterials(bundledFiles: readonly string[]): Promise<string> {
  const packages = new Set(bundledFiles.flatMap((file) => directoryOfPackage(file) ?? []));
  const product = await componentOf('.', Enums.ComponentType.Application);
  const runtime = await bun();
  const bundled = await Promise.all(
    Array.from(packages, (directory) => componentOf(directory, Enums.ComponentType.Library)),
  );
  for (const part of [runtime, ...bundled]) product.dependencies.add(part.bomRef);

  const bill = new Models.Bom({ metadata: new Models.Metadata({ component: product }) });
  for (const part of [runtime, ...bundled]) bill.components.add(part);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(specification));
  const text = serializer.serialize(bill, { sortLists: true, space: 2 });
  const fault = await new Validation.JsonStrictValidator(specification.version).validate(text);
  if (fault !== null) throw new Error(`the bill of materials is not valid: ${JSON.stringify(fault)}`);
  return `${text}\n`;
}

function directoryOfPackage(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

async function componentOf(directory: string, type: Enums.ComponentType): Promise<Models.Component> {
  const description = (await Bun.file(join(root, directory, 'package.json')).json()) as unknown;
  const component = isDescription(description) ? components.makeComponent(description, type) : undefined;
  if (component?.version === undefined || component.licenses.size === 0) {
    throw new Error(`${directory}/package.json says no name, version or license`);
  }
  component.purl = new PackageURL(
    'npm',
    component.group ?? null,
    component.name,
    component.version,
    null,
    null,
  ).toString();
  component.bomRef.value = component.purl;
  const texts = Array.from(
    licenseTexts.getFileAttachments(join(root, directory)),
    ({ file, text }) => new Models.NamedLicense(`file: ${file}`, { text }),
  );
  component.evidence = new Models.ComponentEvidence({ licenses: new Models.LicenseRepository(texts) });
  return component;
}

/** The runtime in the executable. What is linked into it, it tells itself, by version or by commit. */
async function bun(): Promise<Models.Component> {
  const runtime = await componentOf('node_modules/bun', Enums.ComponentType.Platform);
  if (runtime.version !== Bun.version || runtime.version !== packageDescription.devDependencies.bun) {
    throw new Error(`this is Bun ${Bun.version}, but node_modules has ${runtime.version}`);
  }
  for (const [name, version] of Object.entries(process.versions)) {
    if (version === undefined || notLinked.has(name)) continue;
    runtime.components.add(
      new Models.Component(Enums.ComponentType.Library, name, { version, bomRef: `${runtime.purl}#${name}` }),
    );
  }
  return runtime;
}

function isDescription(value: unknown): value is Contrib.FromNodePackageJson.Types.NodePackageJson {
  return typeof value === 'object' && value !== null && 'name' in value && 'version' in value;
}
