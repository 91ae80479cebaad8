import { describe, expect, test } from 'bun:test';
import { absentId, pathOf, subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

describe.each(['', '/duebook'])('under the base path "%s"', (basePath) => {
  test('a creation, and its replay, name the path of the record, which is there', async () => {
    const service = await startService({ basePath });
    const headers = { 'idempotency-key': 'once' };
    for (let times = 0; times < 2; times += 1) {
      const answer = await service.call('POST', subscriptionsPath, { json: validDraft, headers });
      expect(answer.status).toBe(201);
      const location = answer.headers.get('location') ?? '';
      expect(location).toBe(basePath + pathOf(answer.json.data));
      const authorization = `Bearer ${service.keys.read}`;
      const found = await fetch(new URL(location, service.origin), { headers: { authorization } });
      expect(found.status).toBe(200);
    }
  });
});

test('what creates nothing names no path', async () => {
  const service = await startService();
  const record = await service.create();
  const operations = [{ action: 'create', subscription: validDraft }];
  const answers = [
    await service.call('POST', `${subscriptionsPath}?dryRun=true`, { json: validDraft }),
    await service.call('POST', subscriptionsPath, { json: {} }),
    await service.call('POST', `${subscriptionsPath}/batch`, { json: { operations } }),
    await service.call('PATCH', pathOf(record), { json: { amount: 2 } }),
    await service.call('GET', pathOf(record)),
    await service.call('DELETE', pathOf({ id: absentId })),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200, 200, 404]);
  for (const { headers } of answers) expect(headers.has('location')).toBe(false);
});

test('the OpenAPI document names Location among the headers of a creation', async () => {
  const { document } = await startService();
  const { responses } = document.paths[subscriptionsPath]?.['post'] ?? {};
  expect(Object.keys(responses?.['201']?.headers ?? {})).toContain('Location');
});
