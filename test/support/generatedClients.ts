import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument, provideTypescript5, typesOf } from '../../scripts/apiTypes.ts';
import { run, runProgram } from './binary.ts';
import { pythonWith } from './python.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

const root = join(import.meta.dir, '../..');

/** A generator of clients, with a program that uses the generated client. */
export interface ClientGenerator {
  /** The file in test/fixtures/clients that creates, reads, updates and deletes a subscription. */
  readonly program: string;
  /** Generates a client into `generated` below a directory. Returns the command that starts the program there. */
  readonly build: (directory: string, document: string) => Promise<readonly string[]>;
}

/** Builds a client, runs its program against a server, and returns what the program printed. */
export async function tryClient({ program, build }: ClientGenerator, origin: string, key: string): Promise<unknown> {
  const directory = temporaryDirectory();
  const document = join(directory, 'openapi.json');
  writeFileSync(document, (await run(['openapi'])).stdout);
  mkdirSync(join(directory, 'generated'));
  copyFileSync(join(root, 'test/fixtures/clients', program), join(directory, program));
  const words = await build(directory, document);
  return JSON.parse(await execute([...words, origin, key], directory));
}

/** The generators that are dependencies of this repository. */
export const generatorsAtHand: Readonly<Record<string, ClientGenerator>> = {
  'openapi-typescript': {
    program: 'openapiFetch.ts',
    async build(directory) {
      writeFileSync(join(directory, 'generated/api.ts'), await typesOf(await openApiDocument()));
      return compiled(directory, 'openapiFetch.ts');
    },
  },
  '@hey-api/openapi-ts': {
    program: 'heyApi.ts',
    async build(directory, input) {
      provideTypescript5();
      const { createClient } = await import('@hey-api/openapi-ts');
      await createClient({ input, output: join(directory, 'generated'), logs: { level: 'silent', file: false } });
      return compiled(directory, 'heyApi.ts');
    },
  },
};

/** The generators that are downloaded: by pip for Python and Rust, by go for Go. */
export const generatorsToFetch: Readonly<Record<string, ClientGenerator>> = {
  'openapi-python-client': {
    program: 'openapiPythonClient.py',
    async build(directory, document) {
      const bin = await virtualEnvironment(directory);
      await execute([join(bin, 'pip'), 'install', '--quiet', 'openapi-python-client==0.29.1'], directory);
      const options = ['--path', document, '--output-path', 'generated', '--overwrite', '--meta', 'none'];
      await execute([join(bin, 'openapi-python-client'), 'generate', ...options], directory);
      return [join(bin, 'python'), 'openapiPythonClient.py'];
    },
  },
  'oapi-codegen': {
    program: 'oapiCodegen.go',
    async build(directory, document) {
      writeFileSync(join(directory, 'go.mod'), 'module example.com/client\n\ngo 1.24\n');
      const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
      const options = ['-generate', 'types,client', '-package', 'generated', '-o', 'generated/api.go', document];
      await execute(['go', 'run', generator, ...options], directory);
      await execute(['go', 'get', 'github.com/oapi-codegen/runtime@v1.8.0'], directory);
      await execute(['go', 'mod', 'tidy'], directory);
      await execute(['go', 'build', '-o', 'client', '.'], directory);
      return [join(directory, 'client')];
    },
  },
  'openapi-generator for Rust': {
    program: 'openapiGenerator.rs',
    async build(directory, document) {
      const bin = await virtualEnvironment(directory);
      // The package has the program as a jar.
      await execute([join(bin, 'pip'), 'install', '--quiet', 'openapi-generator-cli==7.26.0'], directory);
      const properties = 'packageName=duebook_client,supportMultipleResponses=true';
      const options = ['-g', 'rust', '-i', document, '-o', 'generated', '--additional-properties', properties];
      await execute([join(bin, 'openapi-generator-cli'), 'generate', ...options], directory);
      writeFileSync(join(directory, 'Cargo.toml'), cargoManifest);
      await execute(['cargo', 'build', '--quiet'], directory);
      return [join(directory, 'target/debug/client')];
    },
  },
};

const cargoManifest = `
[package]
name = "client"
version = "0.0.0"
edition = "2021"

[[bin]]
name = "client"
path = "openapiGenerator.rs"

[dependencies]
# The test speaks HTTP without TLS.
duebook_client = { path = "generated", default-features = false }
chrono = "0.4"
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt"] }
`;

/** Makes a virtual environment of Python in a directory. Returns the folder of its programs. */
async function virtualEnvironment(directory: string): Promise<string> {
  await execute([pythonWith('ensurepip') ?? 'python3', '-m', 'venv', 'venv'], directory);
  return join(directory, 'venv/bin');
}

/** Type-checks a program and its client. */
async function compiled(directory: string, program: string): Promise<readonly string[]> {
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const compilerOptions = {
    target: 'esnext',
    module: 'preserve',
    types: ['bun-types'],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }));
  await execute([process.execPath, '--bun', 'run', 'tsc', '--project', directory], root);
  return [process.execPath, program];
}

/** Runs a program to its end and returns its output. Throws if it fails. */
async function execute(words: readonly string[], cwd: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(words, { cwd, stdin: 'ignore' });
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed: ${stdout}${stderr}`);
  return stdout;
}
