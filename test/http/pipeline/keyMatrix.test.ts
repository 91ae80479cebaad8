import { describe, expect, test } from 'bun:test';
import { composeApiKey, composeSessionToken } from '../../../src/domain/keys/apiKey.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { pathOf, quotaHeaderNames, quotaHeadersOf, storedRows, subscriptionsPath } from '../../support/expectations.ts';
import { addCode, addUser, sessionPath, signedIn, withSession } from '../../support/people.ts';
import { startService, validDraft } from '../../support/service.ts';
import { revokeKey } from '../../support/operator.ts';

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

/** The headers of a credential of a column of the matrix, or of a kind of invalid one. */
async function headersOf(kind: string): Promise<Readonly<Record<string, string>>> {
  if (kind === 'none') return {};
  if (kind === 'session:read') return withSession(await makeSession('read')).headers;
  if (kind === 'session:write') return withSession(await makeSession('write')).headers;
  return invalid[kind] ?? bearer({ read: service.keys.read, write: service.keys.write }[kind] ?? admin);
}

/** What each route answers to each kind of key. */
const matrix = `
  route                                       none invalid read write admin session:read session:write
  GET /api/v1/subscriptions                    401     401  200   200   200          200           200
  HEAD /api/v1/subscriptions                   401     401  200   200   200          200           200
  POST /api/v1/subscriptions                   401     401  403   201   201          403           201
  OPTIONS /api/v1/subscriptions                204     204  204   204   204          204           204
  GET /api/v1/subscriptions/{id}               401     401  200   200   200          200           200
  HEAD /api/v1/subscriptions/{id}              401     401  200   200   200          200           200
  PATCH /api/v1/subscriptions/{id}             401     401  403   200   200          403           200
  DELETE /api/v1/subscriptions/{id}            401     401  403   200   200          403           200
  OPTIONS /api/v1/subscriptions/{id}           204     204  204   204   204          204           204
  GET /api/v1/subscriptions/{id}/details       401     401  200   200   200          200           200
  HEAD /api/v1/subscriptions/{id}/details      401     401  200   200   200          200           200
  PATCH /api/v1/subscriptions/{id}/details     401     401  403   200   200          403           200
  DELETE /api/v1/subscriptions/{id}/details    401     401  403   200   200          403           200
  OPTIONS /api/v1/subscriptions/{id}/details   204     204  204   204   204          204           204
  POST /api/v1/subscriptions/batch             401     401  403   200   200          403           200
  OPTIONS /api/v1/subscriptions/batch          204     204  204   204   204          204           204
  GET /api/v1/analytics/summary                401     401  200   200   200          200           200
  HEAD /api/v1/analytics/summary               401     401  200   200   200          200           200
  OPTIONS /api/v1/analytics/summary            204     204  204   204   204          204           204
  GET /api/v1/analytics/duplicates             401     401  200   200   200          200           200
  HEAD /api/v1/analytics/duplicates            401     401  200   200   200          200           200
  OPTIONS /api/v1/analytics/duplicates         204     204  204   204   204          204           204
  GET /api/v1/analytics/optimizations          401     401  200   200   200          200           200
  HEAD /api/v1/analytics/optimizations         401     401  200   200   200          200           200
  OPTIONS /api/v1/analytics/optimizations      204     204  204   204   204          204           204
  GET /api/v1/subscriptions/{id}/prices        401     401  200   200   200          200           200
  HEAD /api/v1/subscriptions/{id}/prices       401     401  200   200   200          200           200
  OPTIONS /api/v1/subscriptions/{id}/prices    204     204  204   204   204          204           204
  GET /api/v1/analytics/price-changes          401     401  200   200   200          200           200
  HEAD /api/v1/analytics/price-changes         401     401  200   200   200          200           200
  OPTIONS /api/v1/analytics/price-changes      204     204  204   204   204          204           204
  GET /api/v1/revision                         401     401  200   200   200          200           200
  HEAD /api/v1/revision                        401     401  200   200   200          200           200
  OPTIONS /api/v1/revision                     204     204  204   204   204          204           204
  GET /api/v1/analytics/payments               401     401  200   200   200          200           200
  HEAD /api/v1/analytics/payments              401     401  200   200   200          200           200
  OPTIONS /api/v1/analytics/payments           204     204  204   204   204          204           204
  GET /api/v1/analytics/forecast               401     401  200   200   200          200           200
  HEAD /api/v1/analytics/forecast              401     401  200   200   200          200           200
  OPTIONS /api/v1/analytics/forecast           204     204  204   204   204          204           204
  GET /api/v1/audit                            401     401  200   200   200          200           200
  HEAD /api/v1/audit                           401     401  200   200   200          200           200
  OPTIONS /api/v1/audit                        204     204  204   204   204          204           204
  POST /api/v1/audit/{id}/revert               401     401  403   200   200          403           200
  OPTIONS /api/v1/audit/{id}/revert            204     204  204   204   204          204           204
  POST /api/v1/subscriptions/{id}/renew        401     401  403   200   200          403           200
  OPTIONS /api/v1/subscriptions/{id}/renew     204     204  204   204   204          204           204
  GET /api/v1/payments                         401     401  200   200   200          200           200
  HEAD /api/v1/payments                        401     401  200   200   200          200           200
  OPTIONS /api/v1/payments                     204     204  204   204   204          204           204
  GET /api/v1/analytics/spent                  401     401  200   200   200          200           200
  HEAD /api/v1/analytics/spent                 401     401  200   200   200          200           200
  OPTIONS /api/v1/analytics/spent              204     204  204   204   204          204           204
  GET /api/v1/preferences                      401     401  200   200   200          200           200
  HEAD /api/v1/preferences                     401     401  200   200   200          200           200
  PATCH /api/v1/preferences                    401     401  403   200   200          403           200
  OPTIONS /api/v1/preferences                  204     204  204   204   204          204           204
  POST /api/v1/session                         201     201  201   201   201          201           201
  GET /api/v1/session                          401     401  403   403   403          200           200
  HEAD /api/v1/session                         401     401  403   403   403          200           200
  DELETE /api/v1/session                       401     401  403   403   403          200           200
  OPTIONS /api/v1/session                      204     204  204   204   204          204           204
  POST /api/v1/session/password                401     401  403   403   403          200           200
  OPTIONS /api/v1/session/password             204     204  204   204   204          204           204
  GET /api/v1/sessions                         401     401  403   403   403          200           200
  HEAD /api/v1/sessions                        401     401  403   403   403          200           200
  OPTIONS /api/v1/sessions                     204     204  204   204   204          204           204
  DELETE /api/v1/sessions/{id}                 401     401  403   403   403          200           200
  OPTIONS /api/v1/sessions/{id}                204     204  204   204   204          204           204
  GET /api/v1/activity                         401     401  200   200   200          200           200
  HEAD /api/v1/activity                        401     401  200   200   200          200           200
  OPTIONS /api/v1/activity                     204     204  204   204   204          204           204
  GET /api/v1/keys                             401     401  403   403   200          403           403
  HEAD /api/v1/keys                            401     401  403   403   200          403           403
  POST /api/v1/keys                            401     401  403   403   201          403           403
  OPTIONS /api/v1/keys                         204     204  204   204   204          204           204
  DELETE /api/v1/keys/{id}                     401     401  403   403   200          403           403
  OPTIONS /api/v1/keys/{id}                    204     204  204   204   204          204           204
  GET /api/v1/users                            401     401  403   403   200          403           403
  HEAD /api/v1/users                           401     401  403   403   200          403           403
  POST /api/v1/users                           401     401  403   403   201          403           403
  OPTIONS /api/v1/users                        204     204  204   204   204          204           204
  DELETE /api/v1/users/{id}                    401     401  403   403   200          403           403
  OPTIONS /api/v1/users/{id}                   204     204  204   204   204          204           204
  POST /api/v1/users/{id}/code                 401     401  403   403   201          403           403
  OPTIONS /api/v1/users/{id}/code              204     204  204   204   204          204           204
  PUT /api/v1/subscriptions                    405     405  405   405   405          405           405
  POST /api/v1/audit                           405     405  405   405   405          405           405
  GET /api/v1/nothing                          404     404  404   404   404          404           404
`;

const [columns = [], ...rows] = matrix
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cells = rows.flatMap(([method = '', template = '', ...statuses]) =>
  columns.slice(1).flatMap((column, position) =>
    (column === 'invalid' ? Object.keys(invalid) : [column]).map((kind) => ({
      method,
      template,
      kind,
      status: Number(statuses[position]),
    })),
  ),
);
const batch = { operations: [{ action: 'create', subscription: validDraft }] };
const bodies: Readonly<Record<string, unknown>> = { POST: validDraft, PATCH: { name: 'Renamed' } };

/** What is sent with a request, if anything. */
function bodyOf(method: string, template: string): unknown {
  if (template.endsWith('/revert')) return undefined;
  if (template === sessionPath) return method === 'POST' ? { apiKey: service.keys.write } : undefined;
  if (template.endsWith('/keys')) return method === 'POST' ? { name: 'phone', scope: 'read' } : undefined;
  if (template.endsWith('/users'))
    return method === 'POST' ? { name: systemRandomness.uuid(), scope: 'read' } : undefined;
  if (template.endsWith('/code')) return undefined;
  if (template.endsWith('/password')) return { new: 'correct horse' };
  if (template.endsWith('/details')) return method === 'PATCH' ? { notes: 'Changed' } : undefined;
  if (template.endsWith('/renew')) return { dueOn: '2026-07-15' };
  if (template.endsWith('/preferences')) return method === 'PATCH' ? { autoRenew: true } : undefined;
  return template.endsWith('/batch') ? batch : bodies[method];
}

/** The id of a new key or user, or of the session of the request, for the routes that need one. */
async function credentialFor(template: string, headers: Readonly<Record<string, string>>): Promise<string | undefined> {
  if (template.startsWith('/api/v1/sessions/')) {
    const { json } = await service.call('GET', '/api/v1/sessions', { key: null, headers });
    return (json['data'] as unknown as readonly { readonly id: string }[] | undefined)?.[0]?.id;
  }
  if (template.startsWith('/api/v1/keys/')) return service.makeKeyRecord('first', 'read').id;
  if (template.startsWith('/api/v1/users/')) return addUser(service, systemRandomness.uuid(), { scope: 'read' });
  return undefined;
}

/** The code of the error that a kind of credential leads to. */
function codeOf(kind: string, template: string, status: number): string | undefined {
  if (status === 401) return kind === 'none' ? 'authentication_required' : 'invalid_api_key';
  if (status === 403 && template.startsWith(sessionPath)) return 'session_required';
  return { 403: 'insufficient_scope', 404: 'not_found', 405: 'method_not_allowed' }[status];
}

describe('which key or session opens which route', () => {
  test('§4.1: covers every documented operation', () => {
    const documented = Object.entries(service.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.length).toBeGreaterThan(0);
    const declared = new Set(cells.map(({ method, template }) => `${method} ${template}`));
    expect(documented.filter((operation) => !declared.has(operation))).toEqual([]);
  });

  test.each(cells)(
    '§4.1: $method $template with the credential "$kind" is answered $status',
    async ({ method, template, kind, status }) => {
      const record = await service.create();
      await service.call('PATCH', pathOf(record), { json: { amount: 1 } });
      const [entry] = (await service.auditTrail('?limit=1')).data;
      const headers = await headersOf(kind);
      const json = bodyOf(method, template);
      const target = (await credentialFor(template, headers)) ?? entry?.id ?? '';
      const before = storedRows(service);
      const path = template.replace(`${subscriptionsPath}/{id}`, pathOf(record)).replace('{id}', target);
      const answer = await service.call(method, path, { key: null, headers, ...(json !== undefined && { json }) });
      expect(answer.status).toBe(status);
      if (method !== 'HEAD' && status >= 400) expect(answer.json.error.code).toBe(codeOf(kind, template, status) ?? '');
      expect(quotaHeadersOf(answer)).toEqual(status === 200 || status === 201 ? quotaHeaderNames : []);
      expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
      const isWrite = method === 'POST' || method === 'PATCH' || method === 'DELETE';
      if (isWrite && status < 300) expect(storedRows(service)).not.toEqual(before);
      else expect(storedRows(service)).toEqual(before);
      // The rows that the next test compares stay few.
      await service.call('DELETE', pathOf(record));
    },
  );

  test.each(['POST', 'PATCH', 'DELETE'])(
    '§4.1: a %s refused to a read key says that another try is pointless',
    async (method) => {
      const record = await service.create();
      const path = method === 'POST' ? subscriptionsPath : pathOf(record);
      const json = bodies[method];
      const answer = await service.call(method, path, { key: service.keys.read, ...(json !== undefined && { json }) });
      expect(answer.status).toBe(403);
      expect(answer.json.error).toMatchObject({ code: 'insufficient_scope' });
      expect(answer.json.error.suggestedFix).toContain('write');
      expect(answer.headers.has('retry-after')).toBe(false);
    },
  );
});
