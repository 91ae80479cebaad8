// Writes the types of the API for a client anew, out of the OpenAPI document.
import { join } from 'node:path';
import typescript5 from 'typescript-5';
import { printOpenApi } from '../src/cli/openapi.ts';
import { currenciesWith } from '../src/domain/subscriptions/currencies.ts';
import { systemClock, systemRandomness } from '../src/runtime/system.ts';

/**
 * The types that the dashboard and other clients of the API are checked by, as TypeScript. Their server may have further
 * currencies, so that a currency is any code.
 */
export async function apiTypes(): Promise<string> {
  const lines: string[] = [];
  const terminal = { result: (line: string) => void lines.push(line), notice: () => undefined };
  const currencies = currenciesWith(['PLN']);
  await printOpenApi({ terminal, clock: systemClock, randomness: systemRandomness, currencies });
  const document = JSON.parse(lines.join('\n')) as {
    readonly components: { readonly schemas: Record<string, Record<string, unknown>> };
  };
  delete document.components.schemas['Currency']?.['enum'];
  provideTypescript5();
  const { astToString, default: generate } = await import('openapi-typescript');
  return astToString(await generate(JSON.stringify(document)));
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

if (import.meta.main) await Bun.write(join(import.meta.dir, '../src/web/api/apiTypes.d.ts'), await apiTypes());
