import { absentId, pathOf, shownPath, subscriptionsPath } from './expectations.ts';
import { setRates } from './operationRequests.ts';
import { readPaths } from './operations.ts';
import { startService, validDraft, type Answer, type Call } from './service.ts';

/** A request, and the expected status of its answer. */
export interface Outcome {
  readonly name: string;
  readonly status: number;
  readonly send: (headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

/** Starts a service. Returns it with a request for each kind of answer, including errors. */
export async function startWithOutcomes() {
  const service = await startService({
    quota: { limit: 1000, windowSeconds: 3600 },
    invalidKeys: { limit: 1000, windowSeconds: 3600 },
  });
  const exhausted = await startService({
    quota: { limit: 1, windowSeconds: 3600 },
    invalidKeys: { limit: 1, windowSeconds: 3600 },
  });
  const record = await service.create();
  const unknownKey = 'dbk_w_000000000000000000000000000000000000';
  await exhausted.list();
  await exhausted.call('GET', subscriptionsPath, { key: unknownKey });

  function outcome(status: number, method: string, path: string, call: Call = {}, of = service): Outcome {
    const send: Outcome['send'] = (headers = {}) => of.call(method, path, { ...call, headers });
    return { name: `${method} ${shownPath(path)} (${status})`, status, send };
  }

  async function deleteOne(headers?: Readonly<Record<string, string>>): Promise<Answer> {
    const doomed = await service.create();
    return service.call('DELETE', pathOf(doomed), { ...(headers && { headers }) });
  }

  const absentPath = `${subscriptionsPath}/${absentId}`;
  await setRates(service);
  const outcomes: readonly Outcome[] = [
    ...readPaths.map((path) => outcome(200, 'GET', path)),
    outcome(201, 'POST', subscriptionsPath, { json: validDraft }),
    outcome(200, 'GET', pathOf(record)),
    outcome(200, 'PATCH', pathOf(record), { json: { name: 'Renamed' } }),
    { name: 'DELETE (200)', status: 200, send: deleteOne },
    outcome(400, 'GET', `${subscriptionsPath}?limit=0`),
    outcome(400, 'GET', `${subscriptionsPath}?sort=price`),
    outcome(400, 'GET', `${subscriptionsPath}/no-uuid`),
    outcome(400, 'POST', subscriptionsPath, { raw: '{' }),
    outcome(400, 'POST', subscriptionsPath, { json: {} }),
    outcome(400, 'POST', subscriptionsPath, { json: { ...validDraft, id: absentId } }),
    outcome(400, 'PATCH', pathOf(record), { json: {} }),
    outcome(400, 'PATCH', pathOf(record), { json: { customDate: '30' } }),
    outcome(401, 'GET', subscriptionsPath, { key: null }),
    outcome(401, 'POST', subscriptionsPath, { key: unknownKey, json: validDraft }),
    outcome(403, 'POST', subscriptionsPath, { key: service.keys.read, json: validDraft }),
    outcome(404, 'GET', absentPath),
    outcome(404, 'PATCH', absentPath, { json: { name: 'Renamed' } }),
    outcome(404, 'DELETE', absentPath),
    outcome(404, 'GET', '/api/v1/nothing'),
    outcome(405, 'PUT', subscriptionsPath, { json: validDraft }),
    outcome(413, 'POST', subscriptionsPath, { raw: ' '.repeat(65_537) }),
    outcome(429, 'GET', subscriptionsPath, {}, exhausted),
    outcome(429, 'GET', subscriptionsPath, { key: unknownKey }, exhausted),
  ];
  return { service, record, outcomes };
}
