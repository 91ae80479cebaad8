import { expect, spyOn, test } from 'bun:test';
import { operationRows } from '../../support/operations.ts';
import { callerFor, requestOf } from '../../support/operationRequests.ts';
import { planOf } from '../../support/plans.ts';
import { startService } from '../../support/service.ts';

const service = await startService({ writesInline: true });
const prepared = spyOn(service.database, 'prepare');

// Tables of few rows: the households of the server, their people, and the one row of fetched exchange rates.
const few = new Set(['owners', 'users', 'reference_rates']);

test('no operation walks through a table that grows: each reads the rows of its owner along an index', async () => {
  for (const row of operationRows) {
    const { path, call } = await requestOf(service, row, await callerFor(service, row, 'first'), 'first');
    const { status } = await service.call(row.method, path, call);
    expect([row.operationId, status < 300]).toEqual([row.operationId, true]);
  }
  const texts = new Set(prepared.mock.calls.map(([text]) => text));
  const tables = new Set(
    texts.values().flatMap((text) => Array.from(text.matchAll(/ from "(\w+)"/g), ([, name]) => name)),
  );
  const isLarge = (table = '') => tables.has(table) && !few.has(table);
  const scans = Array.from(texts)
    .filter((text) => /^(?:select|update|delete|with)/i.test(text) && !/where \(?false/.test(text))
    .flatMap((text) =>
      planOf(service.database, text)
        .filter((step) => step.startsWith('SCAN ') && isLarge(step.split(' ')[1]))
        .map((step) => `${step}: ${text}`),
    );
  expect(texts.size).toBeGreaterThan(100);
  expect(scans).toEqual([]);
});
