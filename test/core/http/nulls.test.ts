import { expect, test } from 'bun:test';
import { schemaResolver } from '../../support/schemaResolver.ts';
import { channelDraft, requestOf } from '../../support/operationRequests.ts';
import { operationRows } from '../../support/operations.ts';
import { subscriptionsPath } from '../../support/expectations.ts';
import { startService, validDraft } from '../../support/service.ts';

const service = await startService({ writesInline: true });
const key = service.makeKey('first', 'admin');
const { resolved } = schemaResolver(service.document);

type Members = Readonly<Record<string, unknown>>;

/** The fields of a body that may be null. */
function nullableIn(path: string): readonly string[] {
  const content = service.document.paths[path]?.['post']?.requestBody?.content['application/json'] as Members;
  const { properties } = resolved(content['schema'] as Members) as {
    readonly properties: Readonly<Record<string, Members>>;
  };
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { type } = resolved(schema) as Members;
    return Array.isArray(type) && type.includes('null') ? [name] : [];
  });
}

/** What an answer shows of a new record, without what differs each time. */
function shown(data: object): object {
  const different = new Set(['id', 'createdAt', 'updatedAt', 'url', 'key', 'start', 'name']);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !different.has(name)));
}

const creations = operationRows.filter(
  ({ operationId, needs }) => operationId.startsWith('create') && needs !== 'nothing',
);

test.each(creations.filter(({ path }) => !/code|invitation/.test(path)))(
  'null is the same as absence for every nullable field of $operationId',
  async (row) => {
    const { path, call } = await requestOf(service, row, { key });
    const { json: draft } = call as { readonly json: Members };
    const names = nullableIn(row.path).filter((name) => !(name in draft));
    const without = await service.call('POST', path, { key, json: draft });
    const name = 'name' in draft ? { name: crypto.randomUUID() } : {};
    const nulls = Object.fromEntries(names.map((one) => [one, null]));
    const answer = await service.call('POST', path, { key, json: { ...draft, ...name, ...nulls } });
    expect([answer.status, shown(answer.json.data)]).toEqual([without.status, shown(without.json.data)]);
  },
);

test('§2.5: a null customDate is the same as none in a creation, an update, a batch and an import', async () => {
  const { id } = await service.create({ period: 'custom', customDate: '30' }, key);
  const path = `${subscriptionsPath}/${id}`;
  for (const customDate of [null, '']) {
    const created = await service.call('POST', subscriptionsPath, { key, json: { ...validDraft, customDate } });
    expect([created.status, 'customDate' in created.json.data]).toEqual([201, false]);
    const operations = [
      { action: 'create', subscription: { ...validDraft, customDate } },
      { action: 'update', id: created.json.data.id, patch: { customDate, amount: 3 } },
    ];
    const batch = await service.call('POST', `${subscriptionsPath}/batch`, { key, json: { operations } });
    expect(batch.status).toBe(200);
    // It clears nothing that the period needs, whoever sends it.
    for (const refused of [
      await service.call('PATCH', path, { key, json: { customDate } }),
      await service.call('POST', `${subscriptionsPath}/batch`, {
        key,
        json: { operations: [{ action: 'update', id, patch: { customDate } }] },
      }),
    ]) {
      expect([refused.status, refused.json.error.field]).toEqual([400, 'customDate']);
    }
    const file = { format: 'duebook', version: 1, subscriptions: [{ ...validDraft, customDate }] };
    const imported = await service.call('POST', '/api/v1/import?onDuplicate=create', { key, json: file });
    expect([imported.status, imported.text.includes('"created":1')]).toEqual([200, true]);
  }
  const cleared = await service.call('PATCH', path, { key, json: { period: 'monthly', customDate: null } });
  expect([cleared.status, 'customDate' in cleared.json.data]).toEqual([200, false]);
});

test('the table of creations has channels with their settings', () => {
  expect(creations.map(({ operationId }) => operationId)).toContain('createChannel');
  expect(nullableIn('/api/v1/channels')).toEqual([]);
  expect(channelDraft.settings).toBeDefined();
});
