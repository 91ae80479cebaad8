// The floor: the least that a machine must do for the same answers. Plain Bun.serve and hand-written statements over
// the same tables and pragmas; the same key lookup, quota, request id, audit entry and bytes; one commit a write.
// No framework, and no validation beyond what the load needs: it is a yardstick, not a service.
import { admit, answer, tagOf, type Caller } from './caller.ts';
import { searchPage, selectEntries, selectFilteredPage, selectOne, selectPage, view, type Row } from './database.ts';
import { forecast, paymentsToCome } from './duePayments.ts';
import { summarise } from './summary.ts';
import { changeAmount, create, erase, type Draft } from './writes.ts';

const pageSize = 50;
const refused = () => new Response('{}', { status: 403 });
const missing = () => new Response('{}', { status: 404 });

function sendRecord(caller: Caller, record: { readonly id?: unknown }, status = 200): Response {
  const json = JSON.stringify(record);
  return answer(caller, `{"data":${json}`, status, tagOf(json), status === 201 ? String(record.id) : undefined);
}

function listPage({ ownerId }: Caller, url: string) {
  const start = url.indexOf('?');
  if (start === -1) return { rows: selectPage.all(ownerId), query: { sort: '-createdAt', filters: {} } };
  const parameters = new URLSearchParams(url.slice(start));
  const q = parameters.get('q');
  if (q !== null)
    return { rows: searchPage.all(ownerId, q.toLowerCase()), query: { sort: '-createdAt', filters: { q } } };
  const status = parameters.get('status') ?? 'active';
  return { rows: selectFilteredPage.all(ownerId, status), query: { sort: 'name', filters: { status } } };
}

function paginate(rows: Row[]) {
  const hasMore = rows.length > pageSize;
  if (hasMore) rows.pop();
  return { limit: pageSize, offset: 0, hasMore };
}

function sendList(request: Request): Response {
  const caller = admit(request);
  if (caller === undefined) return refused();
  const { rows, query } = listPage(caller, request.url);
  const pagination = paginate(rows);
  const members = JSON.stringify({ data: rows.map(view), pagination, query }).slice(0, -1);
  return answer(caller, members, 200, tagOf(members));
}

// Its tag leaves out the instant, which is another one each time.
function sendSummary(caller: Caller): Response {
  const summary = summarise(caller.ownerId);
  const members = JSON.stringify({ summary }).slice(0, -1);
  return answer(caller, members, 200, `W/${tagOf(members.replace(summary.asOf, ''))}`);
}

function sendForecast(caller: Caller): Response {
  const found = forecast(caller.ownerId);
  const members = JSON.stringify({ forecast: found }).slice(0, -1);
  return answer(caller, members, 200, `W/${tagOf(members.replace(found.asOf, ''))}`);
}

function sendPayments(caller: Caller): Response {
  const members = JSON.stringify(paymentsToCome(caller.ownerId)).slice(0, -1);
  return answer(caller, members, 200, tagOf(members));
}

// The metadata is JSON already, and no other field needs escaping.
function sendAudit(request: Request): Response {
  const caller = admit(request);
  if (caller === undefined) return refused();
  const rows = selectEntries.all(caller.ownerId);
  const pagination = JSON.stringify(paginate(rows));
  const data = rows.map(
    (row) =>
      `{"id":"${row['id']}","subscriptionId":"${row['subscriptionId']}","apiKeyId":"${row['apiKeyId']}",` +
      `"requestId":"${row['requestId']}","action":"${row['action']}","metadata":${row['metadata']},` +
      `"createdAt":"${row['createdAt']}"}`,
  );
  const members = `{"data":[${data.join(',')}],"pagination":${pagination}`;
  return answer(caller, members, 200, tagOf(members));
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  routes: {
    '/api/v1/subscriptions': {
      GET: sendList,
      POST: async (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        return sendRecord(caller, create(caller, (await request.json()) as Draft), 201);
      },
    },
    '/api/v1/subscriptions/:id': {
      GET: (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        const row = selectOne.get(caller.ownerId, request.params.id);
        return row === null ? missing() : sendRecord(caller, view(row));
      },
      PATCH: async (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        const data = changeAmount(caller, request.params.id, (await request.json()) as { amount: number });
        return data === undefined ? missing() : sendRecord(caller, data);
      },
      DELETE: (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        return erase(caller, request.params.id) ? answer(caller, '{"deleted":true', 200) : missing();
      },
    },
    '/api/v1/analytics/summary': {
      GET: (request) => {
        const caller = admit(request);
        return caller === undefined ? refused() : sendSummary(caller);
      },
    },
    '/api/v1/analytics/forecast': {
      GET: (request) => {
        const caller = admit(request);
        return caller === undefined ? refused() : sendForecast(caller);
      },
    },
    '/api/v1/analytics/payments': {
      GET: (request) => {
        const caller = admit(request);
        return caller === undefined ? refused() : sendPayments(caller);
      },
    },
    '/api/v1/audit': { GET: sendAudit },
  },
  fetch: missing,
});
console.log(`floor listening on http://127.0.0.1:${server.port}`);
