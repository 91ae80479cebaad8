// The floor: the least that this machine must do for the same answers. Plain Bun.serve and hand-written statements over
// the same tables and pragmas; the same key lookup, quota, request id, audit entry and headers; one commit a write.
// No framework, and no validation beyond what the load needs: it is a yardstick, not a service.
import { Database } from 'bun:sqlite';

const [path = '', port = '0'] = process.argv.slice(2);
const database = new Database(path, { strict: true });
for (const pragma of ['busy_timeout=2000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) {
  database.run(`PRAGMA ${pragma}`);
}

interface Row {
  readonly [column: string]: string | number | null;
}

const columns = `id, name, category, amount_hundredths AS amountHundredths, currency, period, custom_days AS customDays,
  last_payment_date AS lastPaymentDate, next_payment_date AS nextPaymentDate,
  notification_enabled AS notificationEnabled, status, created_at AS createdAt, updated_at AS updatedAt`;
const select = `SELECT ${columns} FROM subscriptions WHERE owner_id = ?`;
const findKey = database.prepare<Row, [string]>(
  'SELECT id, owner_id AS ownerId, scope, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_keys WHERE hash = ?',
);
const get = database.prepare<Row, [number, string]>(`${select} AND id = ?`);
const list = database.prepare<Row, [number]>(`${select} ORDER BY created_at DESC, sequence DESC LIMIT 51`);
const filtered = database.prepare<Row, [number]>(
  `${select} AND status = 'active' ORDER BY name_folded, sequence LIMIT 51`,
);
const search = database.prepare<Row, [number, string]>(
  `${select} AND instr(name_folded, ?) > 0 ORDER BY created_at DESC, sequence DESC LIMIT 51`,
);
const counts = database.prepare<Row, [number]>(
  'SELECT status, count(*) AS subscriptions FROM subscriptions WHERE owner_id = ? GROUP BY status',
);
const spend = database.prepare<Row, [number]>(
  `SELECT category, currency, period, custom_days AS customDays, count(*) AS active, sum(amount_hundredths) AS amount
   FROM subscriptions WHERE owner_id = ? AND status = 'active' GROUP BY category, currency, period, custom_days`,
);
const renewals = database.prepare<Row, [number, string, string]>(
  `${select} AND status = 'active' AND next_payment_date BETWEEN ? AND ? ORDER BY next_payment_date, name_folded, sequence`,
);
const insert = database.prepare(
  `INSERT INTO subscriptions (id, owner_id, name, name_folded, name_normalised, category, amount_hundredths, currency, period,
   custom_days, last_payment_date, next_payment_date, notification_enabled, status, created_at, updated_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, 1, 'active', ?, ?)`,
);
const update = database.prepare(
  'UPDATE subscriptions SET amount_hundredths = ?, updated_at = ? WHERE id = ? AND owner_id = ?',
);
const remove = database.prepare('DELETE FROM subscriptions WHERE id = ? AND owner_id = ?');
const insertEntry = database.prepare(
  `INSERT INTO audit_entries (id, owner_id, subscription_id, api_key_id, request_id, action, metadata, created_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
);

const windows = new Map<number, { count: number; reset: number }>();
const limit = 1_000_000_000;

function view(row: Row) {
  return {
    id: row['id'],
    name: row['name'],
    category: row['category'],
    amount: Number(row['amountHundredths']) / 100,
    currency: row['currency'],
    period: row['period'],
    ...(row['period'] === 'custom' && { customDate: String(row['customDays']) }),
    lastPaymentDate: row['lastPaymentDate'],
    nextPaymentDate: row['nextPaymentDate'],
    notificationEnabled: row['notificationEnabled'] === 1,
    status: row['status'],
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'],
  };
}

interface Caller {
  readonly ownerId: number;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly remaining: number;
  readonly reset: number;
}

function admit(request: Request): Caller | undefined {
  const token = request.headers.get('authorization')?.slice(7) ?? '';
  const key = findKey.get(new Bun.CryptoHasher('sha256').update(token).digest('hex'));
  if (key === null || key['revokedAt'] !== null) return undefined;
  const ownerId = Number(key['ownerId']);
  let window = windows.get(ownerId);
  if (window === undefined) {
    window = { count: 0, reset: Math.ceil(Date.now() / 1000) + 3600 };
    windows.set(ownerId, window);
  }
  window.count += 1;
  const remaining = limit - window.count;
  return { ownerId, apiKeyId: String(key['id']), requestId: Bun.randomUUIDv7(), remaining, reset: window.reset };
}

function answer(caller: Caller, body: object, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-expose-headers':
        'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
      'x-request-id': caller.requestId,
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(caller.remaining),
      'x-ratelimit-reset': String(caller.reset),
    },
  });
}

const refused = () => new Response('{}', { status: 401 });
const missing = (caller: Caller) => answer(caller, {}, 404);

function listAnswer(request: Request): Response {
  const caller = admit(request);
  if (caller === undefined) return refused();
  const url = request.url;
  const start = url.indexOf('?');
  const parameters = start === -1 ? undefined : new URLSearchParams(url.slice(start));
  const q = parameters?.get('q') ?? undefined;
  const isFiltered = parameters?.has('status') === true;
  const rows =
    q !== undefined
      ? search.all(caller.ownerId, q.toLowerCase())
      : isFiltered
        ? filtered.all(caller.ownerId)
        : list.all(caller.ownerId);
  const hasMore = rows.length > 50;
  if (hasMore) rows.pop();
  const filters = q !== undefined ? { q } : isFiltered ? { status: 'active' } : {};
  return answer(caller, {
    data: rows.map(view),
    pagination: { limit: 50, offset: 0, hasMore },
    query: { sort: isFiltered ? 'name' : '-createdAt', filters },
    requestId: caller.requestId,
  });
}

const yearOf: Readonly<Record<string, (amount: number, days: number) => number>> = {
  monthly: (amount) => amount * 12,
  yearly: (amount) => amount,
  custom: (amount, days) => (amount * 365) / days,
};

function summaryAnswer(request: Request): Response {
  const caller = admit(request);
  if (caller === undefined) return refused();
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const last = new Date(now.getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  const byStatus = Object.fromEntries(counts.all(caller.ownerId).map((row) => [row['status'], row['subscriptions']]));
  const currencies = new Map<string, { count: number; yearly: number }>();
  const categories = new Map<string, { count: number; monthly: Record<string, number> }>();
  for (const row of spend.all(caller.ownerId)) {
    const yearly = (yearOf[String(row['period'])] ?? (() => 0))(Number(row['amount']), Number(row['customDays']));
    const currency = currencies.get(String(row['currency'])) ?? { count: 0, yearly: 0 };
    currency.count += Number(row['active']);
    currency.yearly += yearly;
    currencies.set(String(row['currency']), currency);
    const category = categories.get(String(row['category'])) ?? { count: 0, monthly: {} };
    category.count += Number(row['active']);
    category.monthly[String(row['currency'])] = (category.monthly[String(row['currency'])] ?? 0) + yearly / 12;
    categories.set(String(row['category']), category);
  }
  const rounded = (hundredths: number) => Math.round(hundredths) / 100;
  const upcoming = renewals.all(caller.ownerId, today, last).map((row) => ({
    id: row['id'],
    name: row['name'],
    category: row['category'],
    currency: row['currency'],
    period: row['period'],
    amount: Number(row['amountHundredths']) / 100,
    nextPaymentDate: row['nextPaymentDate'],
    daysUntilRenewal: (Date.parse(String(row['nextPaymentDate'])) - Date.parse(today)) / 86_400_000,
  }));
  return answer(caller, {
    summary: {
      asOf: now.toISOString(),
      horizonDays: 30,
      counts: { total: 0, ...byStatus },
      byCurrency: Array.from(currencies, ([currency, { count, yearly }]) => ({
        currency,
        activeSubscriptions: count,
        monthlyTotal: rounded(yearly / 12),
        yearlyTotal: rounded(yearly),
      })),
      byCategory: Array.from(categories, ([category, { count, monthly }]) => ({
        category,
        activeSubscriptions: count,
        monthlyTotalsByCurrency: Object.fromEntries(
          Object.entries(monthly).map(([currency, amount]) => [currency, rounded(amount)]),
        ),
      })),
      upcomingRenewals: upcoming,
    },
    requestId: caller.requestId,
  });
}

interface Draft {
  readonly name: string;
  readonly category: string;
  readonly amount: number;
  readonly currency: string;
  readonly period: string;
  readonly lastPaymentDate: string;
}

const createRecord = database.transaction((caller: Caller, draft: Draft) => {
  const now = new Date().toISOString();
  const id = Bun.randomUUIDv7();
  const folded = draft.name.toLowerCase();
  const day = Temporal.PlainDate.from(draft.lastPaymentDate).add({ months: 1 }).toString();
  const hundredths = Math.round(draft.amount * 100);
  const { name, category, currency, period, lastPaymentDate } = draft;
  insert.run(
    id,
    caller.ownerId,
    name,
    folded,
    folded,
    category,
    hundredths,
    currency,
    period,
    lastPaymentDate,
    day,
    now,
    now,
  );
  const after = {
    id,
    name,
    category,
    amount: hundredths / 100,
    currency,
    period,
    lastPaymentDate,
    nextPaymentDate: day,
    notificationEnabled: true,
    status: 'active',
    createdAt: now,
    updatedAt: now,
  };
  const entry = JSON.stringify({ after });
  const { ownerId, apiKeyId, requestId } = caller;
  insertEntry.run(Bun.randomUUIDv7(), ownerId, id, apiKeyId, requestId, 'subscription.create', entry, now);
  return after;
});

const changeRecord = database.transaction((caller: Caller, id: string, patch: { amount: number }) => {
  const { ownerId, apiKeyId, requestId } = caller;
  const row = get.get(ownerId, id);
  if (row === null) return undefined;
  const now = new Date().toISOString();
  const before = view(row);
  const after = { ...before, amount: patch.amount, updatedAt: now };
  update.run(Math.round(patch.amount * 100), now, id, ownerId);
  const entry = JSON.stringify({ before, after, patch });
  insertEntry.run(Bun.randomUUIDv7(), ownerId, id, apiKeyId, requestId, 'subscription.update', entry, now);
  return after;
});

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  development: false,
  routes: {
    '/api/v1/subscriptions': {
      GET: listAnswer,
      POST: async (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        const draft = (await request.json()) as Draft;
        return answer(caller, { data: createRecord.immediate(caller, draft), requestId: caller.requestId }, 201);
      },
    },
    '/api/v1/subscriptions/:id': {
      GET: (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        const row = get.get(caller.ownerId, request.params.id);
        return row === null ? missing(caller) : answer(caller, { data: view(row), requestId: caller.requestId });
      },
      PATCH: async (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        const data = changeRecord.immediate(caller, request.params.id, (await request.json()) as { amount: number });
        return data === undefined ? missing(caller) : answer(caller, { data, requestId: caller.requestId });
      },
      DELETE: (request) => {
        const caller = admit(request);
        if (caller === undefined) return refused();
        const { changes } = remove.run(request.params.id, caller.ownerId);
        return changes === 0 ? missing(caller) : answer(caller, { deleted: true, requestId: caller.requestId });
      },
    },
    '/api/v1/analytics/summary': { GET: summaryAnswer },
  },
  fetch: () => new Response('{}', { status: 404 }),
});
console.log(`floor listening on http://127.0.0.1:${server.port}`);
