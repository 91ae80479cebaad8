import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { composeApiKey } from '../../../../src/core/access/apiKey.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import { expectRefusal, pathOf, quotaHeadersOf, storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { exchange } from '../../../support/rawSocket.ts';
import { startService, validDraft, type Answer } from '../../../support/service.ts';
import { revokeKey } from '../../../support/operator.ts';

const service = await startService();
const now = () => new Date(service.clock.wallMilliseconds()).toISOString();

/** A key of the first owner that has been revoked. */
function revokedKey(): string {
  const { key, id } = service.makeKeyRecord('first', 'write');
  revokeKey(service.store, id, now());
  return key;
}

/** An answer but for what is every request's own. */
function withoutIdentity({ status, headers, json }: Answer) {
  const shown = Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'));
  return { status, headers: shown, json: { ...json, requestId: 'any' } };
}

const valid = service.keys.write;
const invalidKeys = [
  ['unknown, though in the right form', composeApiKey('write', systemRandomness.bytes)],
  ['revoked', revokedKey()],
  ['expired', service.makeKey('first', 'write', '2026-06-16T11:59:59.999Z')],
  ['of one letter', 'x'],
  ['without its last character', valid.slice(0, -1)],
  ['with one character more', `${valid}0`],
  ['with a wrong checksum', valid.slice(0, -1) + (valid.endsWith('0') ? '1' : '0')],
  ['with the other prefix', valid.replace('dbk_w_', 'dbk_r_')],
  ['in quotation marks', `"${valid}"`],
  ['twice', `${valid} ${valid}`],
  ['a wild card', '%'],
  ['a piece of SQL', "' or '1'='1"],
  ['very long', 'x'.repeat(10_000)],
] as const;

describe('an invalid key', () => {
  test.each(invalidKeys)('§4.1: that is %s gets the same 401 as every other', async (_, key) => {
    const before = storedRows(service);
    const reference = await service.call('GET', subscriptionsPath, {
      key: 'dbk_w_000000000000000000000000000000000000',
    });
    expectRefusal(reference, 401, { code: 'invalid_api_key' });
    const answer = await service.call('GET', subscriptionsPath, { key });
    expect(withoutIdentity(answer)).toEqual(withoutIdentity(reference));
    const written = await service.call('POST', subscriptionsPath, { key, json: validDraft });
    expect(withoutIdentity(written)).toEqual(withoutIdentity(reference));
    expect(quotaHeadersOf(answer)).toEqual([]);
    expect(storedRows(service)).toEqual(before);
  });
});

describe('the Authorization header', () => {
  test.each([
    ['is missing', []],
    ['is empty', ['authorization:']],
    ['has no token', ['authorization: Bearer']],
    ['has white space for a token', ['authorization: Bearer   ']],
    ['has the key alone', [`authorization: ${valid}`]],
    ['is of another scheme', [`authorization: Basic ${btoa(`user:${valid}`)}`]],
    ['is of a longer scheme', [`authorization: BearerToken ${valid}`]],
    ['has another name', [`x-api-key: ${valid}`]],
    ['is a cookie', [`cookie: authorization=Bearer ${valid}`]],
  ])('§4.1: that %s is no Bearer token', async (_, headers) => {
    const { head, body } = await exchange(service.origin, [`GET ${subscriptionsPath} HTTP/1.1`, ...headers]);
    expect(head).toStartWith('HTTP/1.1 401 ');
    expect(head.toLowerCase()).toContain('www-authenticate: bearer');
    expect(body).toContain('"authentication_required"');
    expect(body).not.toContain(valid.slice(6));
  });

  test.each([valid, `BearerToken ${valid}`, `Token ${valid}`])(
    'a key without the word Bearer gets an answer that says so: %.8s',
    async (authorization) => {
      const answer = await service.call('GET', subscriptionsPath, { key: null, headers: { authorization } });
      expectRefusal(answer, 401, {
        code: 'authentication_required',
        suggestedFix:
          'The header Authorization has a key, but the word "Bearer" is missing before it. Send the header "Authorization: Bearer <API_KEY>".',
      });
    },
  );

  test.each([`Bearer ${valid}`, `bearer ${valid}`, `BEARER ${valid}`, `Bearer   ${valid}`, `Bearer ${valid}  `])(
    '§4.1: may write the scheme in any case and with spaces: %.8s',
    async (authorization) => {
      const lines = [`GET ${subscriptionsPath} HTTP/1.1`, `authorization: ${authorization}`];
      expect((await exchange(service.origin, lines)).head).toStartWith('HTTP/1.1 200 ');
    },
  );

  test('§4.1: cannot be replaced by a query parameter', async () => {
    for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
      const answer = await service.call('GET', `${subscriptionsPath}?${name}=${valid}`, { key: null });
      expectRefusal(answer, 401, { code: 'authentication_required' });
    }
  });
});

describe('expiry', () => {
  test('§4.1: a key works until its instant and not from then on', async () => {
    const key = service.makeKey('first', 'write', new Date(service.clock.wallMilliseconds() + 10_000).toISOString());
    service.clock.advance(9.999);
    expect((await service.call('GET', subscriptionsPath, { key })).status).toBe(200);
    service.clock.advance(0.001);
    expectRefusal(await service.call('GET', subscriptionsPath, { key }), 401, { code: 'invalid_api_key' });
    service.clock.advance(86_400);
    expectRefusal(await service.call('GET', subscriptionsPath, { key }), 401, { code: 'invalid_api_key' });
  });

  test('§4.1: a key without one works for ever', async () => {
    const ageing = await startService();
    ageing.clock.advance(200 * 365 * 86_400);
    expect((await ageing.call('GET', subscriptionsPath)).status).toBe(200);
  });
});

describe('revoking', () => {
  test('§4.1: takes effect on the next request', async () => {
    const { key, id } = service.makeKeyRecord('first', 'write');
    expect((await service.call('GET', subscriptionsPath, { key })).status).toBe(200);
    expect(revokeKey(service.store, id, now())).toBe(true);
    expectRefusal(await service.call('GET', subscriptionsPath, { key }), 401, { code: 'invalid_api_key' });
    expectRefusal(await service.call('POST', subscriptionsPath, { key, json: validDraft }), 401, {
      code: 'invalid_api_key',
    });
  });

  test('§4.1: takes effect on the next request also from another process', async () => {
    const { key, id } = service.makeKeyRecord('first', 'write');
    expect((await service.call('GET', subscriptionsPath, { key })).status).toBe(200);
    const main = join(import.meta.dir, '../../../../src/main.ts');
    const command = [process.execPath, main, 'keys', 'revoke', id, '--data-dir', service.directory];
    const { exitCode, stderr } = Bun.spawnSync(command, { env: { ...process.env, TZ: 'UTC' } });
    expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' });
    expectRefusal(await service.call('GET', subscriptionsPath, { key }), 401, { code: 'invalid_api_key' });
  });

  test('twice leaves the time of the first', () => {
    const { id } = service.makeKeyRecord('first', 'write');
    const revokedAt = () => service.store.apiKeys.list().find((key) => key.id === id)?.revokedAt;
    expect(revokeKey(service.store, id, '2026-06-16T12:00:00.000Z')).toBe(true);
    expect(revokeKey(service.store, id, '2026-06-17T12:00:00.000Z')).toBe(true);
    expect(revokedAt()).toBe('2026-06-16T12:00:00.000Z');
  });

  test('§4.1: leaves the other keys of the owner, and what the key has written', async () => {
    const { key, id } = service.makeKeyRecord('first', 'write');
    const record = await service.create({ name: 'Survivor' }, key);
    revokeKey(service.store, id, now());
    const read = await service.call('GET', pathOf(record));
    expect(read.json.data).toEqual(record);
    const { data } = await service.auditTrail(`?subscriptionId=${record.id}`);
    expect(data.map(({ apiKeyId }) => apiKeyId)).toEqual([id]);
  });
});

describe('the keys of one owner', () => {
  test('§4.2: open the same records', async () => {
    const [one, other] = [service.makeKey('sharing', 'write'), service.makeKey('sharing', 'read')];
    const record = await service.create({}, one);
    expect((await service.list('', other)).data).toEqual([record]);
  });
});
