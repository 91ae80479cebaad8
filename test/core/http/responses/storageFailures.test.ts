import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { OutcomeUnknown } from '../../../../src/core/writer/storageUnavailable.ts';
import { expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { setRates } from '../../../support/operationRequests.ts';
import { readPaths } from '../../../support/operations.ts';
import { startService, validDraft, type Answer } from '../../../support/service.ts';
import { storageCauses } from '../../../support/storageCauses.ts';
import { plainApp } from '../../../support/plainApp.ts';

const service = await startService({ writesInline: true });
await setRates(service);
const { database } = service;
const other = new Database(join(service.directory, 'duebook.db'), { strict: true });

const causes = storageCauses(database, other);

afterEach(() => {
  for (const { repair } of causes) repair();
  service.log.length = 0;
});

function createLong(): Promise<Answer> {
  return service.call('POST', subscriptionsPath, { json: { ...validDraft, name: 'n'.repeat(120) } });
}

/** Creates until that fails, since a page that is not full yet takes some more. */
async function createUntilRefused(): Promise<Answer> {
  for (let count = 0; count < 1000; count += 1) {
    const answer = await createLong();
    if (answer.status !== 201) return answer;
  }
  throw new Error('the storage does not fail');
}

function expectUnavailable(answer: Answer): void {
  expectRefusal(answer, 503, { code: 'storage_unavailable' });
  expect(answer.json.error.suggestedFix).toBeString();
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

/** Nothing of what goes on inside may be told: no SQL, no path, no name of a file or function. */
function expectNothingTold(text: string, secrets: readonly string[]): void {
  for (const secret of [...secrets, 'SQL', 'sqlite', 'duebook.db', '/tmp', '.ts', '    at ']) {
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  }
}

describe.each(causes)('§7.1: when $cause', ({ spoil, repair }) => {
  test('a write is answered 503 with Retry-After, and is served again when the cause is gone', async () => {
    spoil();
    const answer = await createUntilRefused();
    expectUnavailable(answer);
    expectNothingTold(answer.text, ['locked', 'full', 'readonly']);
    repair();
    expect((await createLong()).status).toBe(201);
  });

  test('reads are served', async () => {
    const record = await service.create();
    spoil();
    expect((await service.call('GET', pathOf(record))).json.data).toEqual(record);
    for (const path of readPaths) expect((await service.call('GET', path)).status).toBe(200);
  });

  test('the failure is logged in one entry, with the id of the request', async () => {
    spoil();
    const { requestId } = (await createUntilRefused()).json;
    expect(service.log).toHaveLength(1);
    expect(service.log[0]).toContain(requestId);
  });
});

describe('§7.1: a write that the storage refuses', () => {
  test('changes nothing at all, of a creation, an update or a deletion', async () => {
    const record = await service.create();
    const before = storedRows(service);
    database.run('PRAGMA query_only = ON');
    const answers = [
      await createLong(),
      await service.call('PATCH', pathOf(record), { json: { name: 'Changed', period: 'yearly' } }),
      await service.call('DELETE', pathOf(record)),
    ];
    database.run('PRAGMA query_only = OFF');
    for (const answer of answers) expectUnavailable(answer);
    expect(storedRows(service)).toEqual(before);
    expect((await service.call('DELETE', pathOf(record))).status).toBe(200);
  });

  test('does not hide a fault of the request, which is found before', async () => {
    database.run('PRAGMA query_only = ON');
    const answer = await service.call('POST', subscriptionsPath, { json: { ...validDraft, amount: -1 } });
    expectRefusal(answer, 400, { code: 'invalid_subscription' });
  });
});

test('§7.1: after a write whose outcome is not known, the answer says to check before a retry', async () => {
  const app = plainApp({
    store: service.store,
    writes: { submit: () => Promise.reject(new OutcomeUnknown('the disk is gone')) },
    clock: service.clock,
  });
  const headers = { authorization: `Bearer ${service.keys.write}` };
  const body = JSON.stringify(validDraft);
  const response = await app.handle(
    new Request(`http://localhost${subscriptionsPath}`, { method: 'POST', headers, body }),
  );
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  const { error } = (await response.json()) as { readonly error: Readonly<Record<string, string>> };
  expect(error['code']).toBe('storage_unavailable');
  expect(error['message']).toContain('the outcome is not known');
  expect(error['suggestedFix']).toContain('check whether the change is stored before you send it again');
});
