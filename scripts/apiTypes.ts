// Writes the types of the API that the dashboard and the tests are checked by to dist/apiTypes.d.ts, out of the OpenAPI document.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import typescript5 from 'typescript-5';
import { printOpenApi } from '../src/cli/openapi.ts';
import { currenciesWith } from '../src/core/billing/currencies.ts';
import { systemClock, systemRandomness } from '../src/core/runtime/system.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Document {
  readonly paths: Record<string, Record<string, Operation | undefined>>;
  readonly components: { readonly schemas: Record<string, Record<string, unknown>>; [part: string]: unknown };
}

interface Operation {
  description?: string;
  responses: Record<string, { headers?: unknown; $ref?: string }>;
  [member: string]: unknown;
}

/** The OpenAPI document. The server of a client may have further currencies, so that a currency is any code. */
export async function openApiDocument(): Promise<Document> {
  const lines: string[] = [];
  const terminal = { result: (line: string) => void lines.push(line), notice: () => undefined };
  const currencies = currenciesWith(['PLN']);
  await printOpenApi({ terminal, clock: systemClock, randomness: systemRandomness, currencies });
  const document = JSON.parse(lines.join('\n')) as Document;
  delete document.components.schemas['Currency']?.['enum'];
  return document;
}

/** The types of a document, as TypeScript. */
export async function typesOf(document: Document): Promise<string> {
  provideTypescript5();
  const { astToString, default: generate } = await import('openapi-typescript');
  return astToString(await generate(JSON.stringify(document)));
}

/**
 * A document with what a typed client needs: no words, no examples, no headers of answers, no preflights, and one envelope for
 * all errors.
 */
function forClients(document: Document): Document {
  for (const item of Object.values(document.paths)) {
    delete item['options'];
    for (const operation of methods.flatMap((method) => item[method] ?? [])) {
      const ok = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
      for (const [, answer] of ok) delete answer.headers;
      operation.responses = { ...Object.fromEntries(ok), default: { $ref: '#/components/responses/Error' } };
    }
  }
  const { schemas, parameters } = document.components;
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } };
  return withoutWords({ ...document, components: { schemas, parameters, responses: { Error: { content } } } });
}

const words = new Set(['description', 'summary', 'title', 'example', 'examples', 'format']);

function withoutWords<Value>(value: Value, isNames = false): Value {
  if (Array.isArray(value)) return value.map((one: unknown) => withoutWords(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isNames || !words.has(name));
  // Under `properties`, a name is that of a member, such as `description`.
  return Object.fromEntries(
    kept.map(([name, one]) => [name, withoutWords<unknown>(one, name === 'properties')]),
  ) as Value;
}

/** Gives generators TypeScript 5: they build their output with the compiler's own library, which TypeScript 7 no longer has. */
export function provideTypescript5(): void {
  Bun.plugin({
    name: 'typescript-5',
    setup(build) {
      build.module('typescript', () => ({ exports: { ...typescript5, default: typescript5 }, loader: 'object' }));
    },
  });
}

if (import.meta.main) {
  const dist = join(import.meta.dir, '../dist');
  mkdirSync(dist, { recursive: true });
  const [file, types] = [Bun.file(join(dist, 'apiTypes.d.ts')), await typesOf(forClients(await openApiDocument()))];
  // Left as it is if nothing changes: other checks may be reading it.
  if (!(await file.exists()) || (await file.text()) !== types) await file.write(types);
}
