import { describe, expect, test } from 'bun:test';
import { composeApiKey } from '../../../src/domain/keys/apiKey.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { pathOf, quotaHeaderNames, quotaHeadersOf, storedRows, subscriptionsPath } from '../../support/expectations.ts';
import { startService, validDraft } from '../../support/service.ts';
import { revokeKey } from '../../support/operator.ts';

const service = await startService();

function makeRevoked(): string {
  const { key, id } = service.makeKeyRecord('first', 'write');
  revokeKey(service.store, id, '2026-06-16T12:00:00.000Z');
  return key;
}

const keys = {
  none: null,
  malformed: `${service.keys.write}x`,
  unknown: composeApiKey('write', systemRandomness.bytes),
  revoked: makeRevoked(),
  expired: service.makeKey('first', 'write', '2026-06-16T12:00:00.000Z'),
  read: service.keys.read,
  write: service.keys.write,
  admin: service.makeKey('first', 'admin'),
};

/** What each route answers to each kind of key. */
const matrix = `
  route                                      none malformed unknown revoked expired read write admin
  GET /api/v1/subscriptions                   401       401     401     401     401  200   200   200
  HEAD /api/v1/subscriptions                  401       401     401     401     401  200   200   200
  POST /api/v1/subscriptions                  401       401     401     401     401  403   201   201
  OPTIONS /api/v1/subscriptions               204       204     204     204     204  204   204   204
  GET /api/v1/subscriptions/{id}              401       401     401     401     401  200   200   200
  HEAD /api/v1/subscriptions/{id}             401       401     401     401     401  200   200   200
  PATCH /api/v1/subscriptions/{id}            401       401     401     401     401  403   200   200
  DELETE /api/v1/subscriptions/{id}           401       401     401     401     401  403   200   200
  OPTIONS /api/v1/subscriptions/{id}          204       204     204     204     204  204   204   204
  GET /api/v1/subscriptions/{id}/details      401       401     401     401     401  200   200   200
  HEAD /api/v1/subscriptions/{id}/details     401       401     401     401     401  200   200   200
  PATCH /api/v1/subscriptions/{id}/details    401       401     401     401     401  403   200   200
  DELETE /api/v1/subscriptions/{id}/details   401       401     401     401     401  403   200   200
  OPTIONS /api/v1/subscriptions/{id}/details  204       204     204     204     204  204   204   204
  POST /api/v1/subscriptions/batch            401       401     401     401     401  403   200   200
  OPTIONS /api/v1/subscriptions/batch         204       204     204     204     204  204   204   204
  GET /api/v1/analytics/summary               401       401     401     401     401  200   200   200
  HEAD /api/v1/analytics/summary              401       401     401     401     401  200   200   200
  OPTIONS /api/v1/analytics/summary           204       204     204     204     204  204   204   204
  GET /api/v1/analytics/duplicates            401       401     401     401     401  200   200   200
  HEAD /api/v1/analytics/duplicates           401       401     401     401     401  200   200   200
  OPTIONS /api/v1/analytics/duplicates        204       204     204     204     204  204   204   204
  GET /api/v1/analytics/optimizations         401       401     401     401     401  200   200   200
  HEAD /api/v1/analytics/optimizations        401       401     401     401     401  200   200   200
  OPTIONS /api/v1/analytics/optimizations     204       204     204     204     204  204   204   204
  GET /api/v1/subscriptions/{id}/prices       401       401     401     401     401  200   200   200
  HEAD /api/v1/subscriptions/{id}/prices      401       401     401     401     401  200   200   200
  OPTIONS /api/v1/subscriptions/{id}/prices   204       204     204     204     204  204   204   204
  GET /api/v1/analytics/price-changes         401       401     401     401     401  200   200   200
  HEAD /api/v1/analytics/price-changes        401       401     401     401     401  200   200   200
  OPTIONS /api/v1/analytics/price-changes     204       204     204     204     204  204   204   204
  GET /api/v1/revision                        401       401     401     401     401  200   200   200
  HEAD /api/v1/revision                       401       401     401     401     401  200   200   200
  OPTIONS /api/v1/revision                    204       204     204     204     204  204   204   204
  GET /api/v1/analytics/payments              401       401     401     401     401  200   200   200
  HEAD /api/v1/analytics/payments             401       401     401     401     401  200   200   200
  OPTIONS /api/v1/analytics/payments          204       204     204     204     204  204   204   204
  GET /api/v1/analytics/forecast              401       401     401     401     401  200   200   200
  HEAD /api/v1/analytics/forecast             401       401     401     401     401  200   200   200
  OPTIONS /api/v1/analytics/forecast          204       204     204     204     204  204   204   204
  GET /api/v1/audit                           401       401     401     401     401  200   200   200
  HEAD /api/v1/audit                          401       401     401     401     401  200   200   200
  OPTIONS /api/v1/audit                       204       204     204     204     204  204   204   204
  POST /api/v1/audit/{id}/revert              401       401     401     401     401  403   200   200
  OPTIONS /api/v1/audit/{id}/revert           204       204     204     204     204  204   204   204
  POST /api/v1/subscriptions/{id}/renew       401       401     401     401     401  403   200   200
  OPTIONS /api/v1/subscriptions/{id}/renew    204       204     204     204     204  204   204   204
  GET /api/v1/payments                        401       401     401     401     401  200   200   200
  HEAD /api/v1/payments                       401       401     401     401     401  200   200   200
  OPTIONS /api/v1/payments                    204       204     204     204     204  204   204   204
  GET /api/v1/analytics/spent                 401       401     401     401     401  200   200   200
  HEAD /api/v1/analytics/spent                401       401     401     401     401  200   200   200
  OPTIONS /api/v1/analytics/spent             204       204     204     204     204  204   204   204
  GET /api/v1/preferences                     401       401     401     401     401  200   200   200
  HEAD /api/v1/preferences                    401       401     401     401     401  200   200   200
  PATCH /api/v1/preferences                   401       401     401     401     401  403   200   200
  OPTIONS /api/v1/preferences                 204       204     204     204     204  204   204   204
  GET /api/v1/activity                      401       401     401     401     401  200   200   200
  HEAD /api/v1/activity                     401       401     401     401     401  200   200   200
  OPTIONS /api/v1/activity                  204       204     204     204     204  204   204   204
  GET /api/v1/keys                          401       401     401     401     401  403   403   200
  HEAD /api/v1/keys                         401       401     401     401     401  403   403   200
  POST /api/v1/keys                         401       401     401     401     401  403   403   201
  OPTIONS /api/v1/keys                      204       204     204     204     204  204   204   204
  DELETE /api/v1/keys/{id}                  401       401     401     401     401  403   403   200
  OPTIONS /api/v1/keys/{id}                 204       204     204     204     204  204   204   204
  GET /api/v1/users                         401       401     401     401     401  403   403   200
  HEAD /api/v1/users                        401       401     401     401     401  403   403   200
  POST /api/v1/users                        401       401     401     401     401  403   403   201
  OPTIONS /api/v1/users                     204       204     204     204     204  204   204   204
  DELETE /api/v1/users/{id}                 401       401     401     401     401  403   403   200
  OPTIONS /api/v1/users/{id}                204       204     204     204     204  204   204   204
  POST /api/v1/users/{id}/code              401       401     401     401     401  403   403   201
  OPTIONS /api/v1/users/{id}/code           204       204     204     204     204  204   204   204
  PUT /api/v1/subscriptions                   405       405     405     405     405  405   405   405
  POST /api/v1/audit                          405       405     405     405     405  405   405   405
  GET /api/v1/nothing                         404       404     404     404     404  404   404   404
`;

const kinds = ['none', 'malformed', 'unknown', 'revoked', 'expired', 'read', 'write', 'admin'] as const;
const cells = matrix
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/))
  .flatMap(([method = '', template = '', ...statuses]) =>
    kinds.map((kind, column) => ({ method, template, kind, status: Number(statuses[column]) })),
  );
const batch = { operations: [{ action: 'create', subscription: validDraft }] };
const bodies: Readonly<Record<string, unknown>> = { POST: validDraft, PATCH: { name: 'Renamed' } };

/** What is sent with a request, if anything. */
function bodyOf(method: string, template: string): unknown {
  if (template.endsWith('/revert')) return undefined;
  if (template.endsWith('/details')) return method === 'PATCH' ? { notes: 'Changed' } : undefined;
  if (template.endsWith('/renew')) return { dueOn: '2026-07-15' };
  if (template.endsWith('/code')) return undefined;
  if (template.endsWith('/keys')) return method === 'POST' ? { name: 'phone', scope: 'read' } : undefined;
  if (template.endsWith('/users')) return method === 'POST' ? { name: crypto.randomUUID(), scope: 'read' } : undefined;
  if (template.endsWith('/preferences')) return method === 'PATCH' ? { autoRenew: true } : undefined;
  return template.endsWith('/batch') ? batch : bodies[method];
}

/** The id of a record that a route can be called with. */
async function idFor(template: string): Promise<string> {
  if (template.startsWith('/api/v1/keys/')) return service.makeKeyRecord('first', 'read').id;
  if (template.startsWith('/api/v1/users/')) {
    const json = { name: crypto.randomUUID(), scope: 'read' };
    return (await service.call('POST', '/api/v1/users', { key: keys.admin, json })).json.data.id;
  }
  return (await service.auditTrail('?limit=1')).data[0]?.id ?? '';
}

/** The code of the error that a kind of key leads to. */
function codeOf(kind: keyof typeof keys, status: number): string | undefined {
  if (status === 401) return kind === 'none' ? 'authentication_required' : 'invalid_api_key';
  return { 403: 'insufficient_scope', 404: 'not_found', 405: 'method_not_allowed' }[status];
}

describe('which key opens which route', () => {
  test('§4.1: covers every documented operation', () => {
    const documented = Object.entries(service.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.length).toBeGreaterThan(0);
    const declared = new Set(cells.map(({ method, template }) => `${method} ${template}`));
    expect(documented.filter((operation) => !declared.has(operation))).toEqual([]);
  });

  test.each(cells)(
    '§4.1: $method $template with the key "$kind" is answered $status',
    async ({ method, template, kind, status }) => {
      const record = await service.create();
      await service.call('PATCH', pathOf(record), { json: { amount: 1 } });
      const id = await idFor(template);
      const before = storedRows(service);
      const json = bodyOf(method, template);
      const path = template.replace(`${subscriptionsPath}/{id}`, pathOf(record)).replace('{id}', id);
      const answer = await service.call(method, path, { key: keys[kind], ...(json !== undefined && { json }) });
      expect(answer.status).toBe(status);
      if (method !== 'HEAD' && status >= 400) expect(answer.json.error.code).toBe(codeOf(kind, status) ?? '');
      expect(quotaHeadersOf(answer)).toEqual(status === 200 || status === 201 ? quotaHeaderNames : []);
      expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
      const isWrite = method === 'POST' || method === 'PATCH' || method === 'DELETE';
      if (isWrite && status < 300) expect(storedRows(service)).not.toEqual(before);
      else expect(storedRows(service)).toEqual(before);
    },
  );

  test.each(['POST', 'PATCH', 'DELETE'])(
    '§4.1: a %s refused to a read key says that another try is pointless',
    async (method) => {
      const record = await service.create();
      const path = method === 'POST' ? subscriptionsPath : pathOf(record);
      const json = bodies[method];
      const answer = await service.call(method, path, { key: keys.read, ...(json !== undefined && { json }) });
      expect(answer.status).toBe(403);
      expect(answer.json.error).toMatchObject({ code: 'insufficient_scope' });
      expect(answer.json.error.suggestedFix).toContain('write');
      expect(answer.headers.has('retry-after')).toBe(false);
    },
  );
});
