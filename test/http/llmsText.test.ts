import { expect, test } from 'bun:test';
import { startService } from '../support/service.ts';

const service = await startService();
const response = await fetch(`${service.origin}/llms.txt`);
const text = await response.text();

test('/llms.txt is plain text, needs no key, and is short', () => {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain;charset=utf-8');
  expect(text).toStartWith('# Duebook\n\n> ');
  expect(text.length).toBeLessThan(8000);
});

test('/llms.txt lists each operation of the OpenAPI document with its scope and risk, and no other', () => {
  const listed = Array.from(text.matchAll(/^- `(\w+) (\/api\/\S+)` \((\w+); scope (\w+), risk ([^,)]+)/gm));
  const described = Object.entries(service.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, 'x-agent': guidance }]) =>
      guidance === undefined
        ? []
        : [[method.toUpperCase(), path, operationId, guidance['requiredScope'], guidance['riskLevel']]],
    ),
  );
  expect(listed.map(([, ...parts]) => parts)).toEqual(described as string[][]);
});

test('/llms.txt links to pages that are there', async () => {
  const links = Array.from(text.matchAll(/\]\((\/[^)]*)\)/g), ([, path = '']) => path);
  expect(links).toEqual(['/openapi.json', '/docs']);
  for (const path of links) expect((await fetch(service.origin + path)).status).toBe(200);
});

test('/llms.txt speaks of no parameter that the operations do not have', () => {
  const parameters = Object.values(service.document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => operation.parameters ?? []),
  );
  const names = new Set(parameters.map(({ name }) => name));
  expect(text.includes('dryRun')).toBe(names.has('dryRun'));
  expect(text.includes('If-Match')).toBe(names.has('If-Match'));
  expect(text.includes('idempotency')).toBe(names.has('Idempotency-Key'));
});
