import { expect, test } from 'bun:test';
import { storedRows } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const response = await fetch(`${service.origin}/llms.txt`);
const text = await response.text();

test('/llms.txt is plain text, needs no key, and is short', () => {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain;charset=utf-8');
  expect(text).toStartWith('# Duebook\n\n> ');
  const [guide = '', operations = ''] = text.split('## Operations');
  expect(guide.length).toBeLessThan(6000);
  expect(Math.max(...operations.split('\n').map(({ length }) => length))).toBeLessThan(150);
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

/** The content of the first fenced block of a language. */
function blockOf(language: string): string {
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? '';
}

test('/llms.txt shows a request that works as it stands, first as a dry run', async () => {
  const [head = '', body = ''] = blockOf('http').split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const [method = '', target = ''] = start.split(' ');
  const { Authorization: authorization, ...headers } = Object.fromEntries(lines.map((line) => line.split(': ')));
  expect(authorization).toBe('Bearer <API_KEY>');
  expect(Object.keys(headers)).toEqual(['Idempotency-Key']);
  const before = storedRows(service);
  const rehearsed = await service.call(method, target, { raw: body, headers });
  expect([rehearsed.status, rehearsed.json['dryRun']]).toEqual([200, true]);
  expect(storedRows(service)).toEqual(before);
  expect((await service.call(method, target.replace('?dryRun=true', ''), { raw: body, headers })).status).toBe(201);
  const again = await service.call(method, target, { raw: body, headers });
  expect(again.json['warnings']).toMatchObject([{ code: 'possible_duplicate' }]);
  expect(text).toContain('possible_duplicate');
});

test('/llms.txt shows a batch that works once its ids are real, and names every field that can be written', async () => {
  const ids: string[] = [];
  for (let records = 0; records < 3; records += 1) ids.push((await service.create()).id);
  const raw = blockOf('json').replaceAll(/"id":"[^"]+"/g, () => `"id":"${ids.shift()}"`);
  const answer = await service.call('POST', '/api/v1/subscriptions/batch', { raw });
  expect([answer.status, answer.json['results']]).toMatchObject([200, [{}, {}, {}, { deleted: true }]]);
  const { writableFields = [] } = (await service.call('POST', '/api/v1/subscriptions', { raw: '{"id":1}' })).json.error;
  expect(writableFields).toHaveLength(9);
  for (const field of writableFields) expect(text).toContain(`\`${field}\``);
});
