import { describe, expect, test } from 'bun:test';
import { composeApiKey, composeSessionToken } from '../../../../src/core/access/apiKey.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import {
  absentId,
  quotaHeaderNames,
  quotaHeadersOf,
  storedRows,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { apiPaths, operationRows, type OperationRow } from '../../../support/operations.ts';
import { requestOf } from '../../../support/operationRequests.ts';
import { addCode, addUser, sessionPath, signedIn, withSession } from '../../../support/people.ts';
import { startService, type Answer, type Call } from '../../../support/service.ts';
import { revokeKey } from '../../../support/operator.ts';

const service = await startService();

function makeRevoked(): string {
  const { key, id } = service.makeKeyRecord('first', 'write');
  revokeKey(service.store, id, '2026-06-16T12:00:00.000Z');
  return key;
}

/** The kinds of credentials that are not valid: the headers of each. */
const invalid: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  malformed: bearer(`${service.keys.write}x`),
  unknown: bearer(composeApiKey('write', systemRandomness.bytes)),
  revoked: bearer(makeRevoked()),
  expired: bearer(service.makeKey('first', 'write', '2026-06-16T12:00:00.000Z')),
  'session as bearer': bearer((await makeSession('write')).token),
  'malformed session': withSession({ token: 'dbk_s_' }).headers,
  'unknown session': withSession({ token: composeSessionToken(systemRandomness.bytes) }).headers,
  'key as session': withSession({ token: service.keys.write }).headers,
  'ended session': withSession(await makeEnded()).headers,
};
const admin = service.makeKey('first', 'admin');

function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}

/** A session of a new user, who needs no present password to set one. */
async function makeSession(scope: 'read' | 'write') {
  const userId = await addUser(service, `user ${systemRandomness.uuid()}`, { scope });
  return signedIn(service, { code: addCode(service, userId) });
}

async function makeEnded() {
  const session = await makeSession('write');
  await service.call('DELETE', sessionPath, withSession(session));
  return session;
}

/** The sessions that are for requests that cannot end them. */
const lasting = { 'session:read': await makeSession('read'), 'session:write': await makeSession('write') };

/** The headers of a credential of a column of the matrix, or of a kind of invalid one, for a request with a method. */
async function headersOf(kind: string, method: string): Promise<Readonly<Record<string, string>>> {
  if (kind === 'none') return {};
  if (kind === 'session:read' || kind === 'session:write') {
    const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
    return withSession(isWrite ? await makeSession(kind === 'session:read' ? 'read' : 'write') : lasting[kind]).headers;
  }
  return invalid[kind] ?? bearer({ read: service.keys.read, write: service.keys.write }[kind] ?? admin);
}

const ownPaths = new Set(['/api/v1/feeds', '/api/v1/channels']);
// A scope includes those before it.
const scopes = ['read', 'write', 'admin'];

/** What an operation answers to a kind of credential. */
function statusFor({ needs, status, path }: Pick<OperationRow, 'needs' | 'status' | 'path'>, kind: string): number {
  if (needs === 'nothing') return status;
  if (kind === 'none' || kind in invalid) return 401;
  // What a person makes is their own.
  if (kind === 'session:write' && status === 201 && ownPaths.has(path)) return status;
  const [holder = '', scope = holder] = kind.split(':');
  const isOpen = needs === 'session' ? holder === 'session' : scopes.indexOf(scope) >= scopes.indexOf(needs);
  return isOpen ? status : 403;
}

const invalidKinds = Object.keys(invalid);
const validKinds = [...scopes, 'session:read', 'session:write'];

/** A row with each kind of credential that is valid, none, and one that is not, which is another for the next row. */
function withEachKind<Row>(row: Row, index: number, valid = validKinds) {
  const kinds = ['none', invalidKinds[index % invalidKinds.length] ?? '', ...valid];
  return kinds.map((kind) => ({ ...row, kind }));
}

const requests = operationRows.flatMap((row) => [row, ...(row.method === 'GET' ? [{ ...row, method: 'HEAD' }] : [])]);
// Why a credential is not valid depends on no operation: all reasons are tried on one of each kind of operation.
const samples = Map.groupBy(requests, ({ method, needs }) => `${method} ${needs}`)
  .values()
  .flatMap((rows) => rows.slice(0, 1));
const cells = [
  ...requests.flatMap((row, index) => withEachKind(row, index)),
  ...Array.from(samples).flatMap((row) => invalidKinds.map((kind) => ({ ...row, kind }))),
].map((row) => ({ ...row, status: statusFor(row, row.kind) }));
const withoutKeys = [
  ...apiPaths.map(({ path }) => ({ method: 'OPTIONS', path, status: 204 })),
  { method: 'PUT', path: subscriptionsPath, status: 405 },
  { method: 'POST', path: '/api/v1/audit', status: 405 },
  { method: 'GET', path: '/api/v1/nothing', status: 404 },
].flatMap((row, index) => withEachKind(row, index, ['admin']));

/** The code of the error that a kind of credential leads to. */
function codeOf(kind: string, needs: string, status: number): string {
  if (status === 401) return kind === 'none' ? 'authentication_required' : 'invalid_api_key';
  return needs === 'session' ? 'session_required' : 'insufficient_scope';
}

/** Sends a request, and expects the headers of an answer with a status, and no write unless it is one that may. */
async function ask(method: string, path: string, call: Call, status: number): Promise<Answer> {
  const before = storedRows(service);
  const answer = await service.call(method, path, call);
  expect(answer.status).toBe(status);
  expect(quotaHeadersOf(answer)).toEqual(status === 200 || status === 201 ? quotaHeaderNames : []);
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  // A test message changes nothing.
  const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !path.endsWith('/test');
  if (isWrite && status < 300) expect(storedRows(service)).not.toEqual(before);
  else expect(storedRows(service)).toEqual(before);
  return answer;
}

describe('which key or session opens which route', () => {
  test.each(cells)(
    '§4.1: $method $path with the credential "$kind" is answered $status',
    async ({ kind, status, ...row }) => {
      const { path, call } = await requestOf(service, row, { key: null, headers: await headersOf(kind, row.method) });
      const answer = await ask(row.method, path, call, status);
      if (row.method !== 'HEAD' && status >= 400) expect(answer.json.error.code).toBe(codeOf(kind, row.needs, status));
      if (answer.json.error?.code === 'insufficient_scope') {
        expect(answer.json.error.suggestedFix).toContain(row.needs);
        expect(answer.headers.has('retry-after')).toBe(false);
      }
      // The rows that the next test compares stay few.
      const own = /^.*\/subscriptions\/[0-9a-f-]{36}/.exec(path)?.[0];
      if (own !== undefined) await service.call('DELETE', own);
    },
  );

  test.each(withoutKeys)(
    '§4.1: $method $path with the credential "$kind" is answered $status',
    async ({ method, path, kind, status }) => {
      const call = { key: null, headers: await headersOf(kind, method) };
      await ask(method, path.replace('{id}', absentId), call, status);
    },
  );
});
