import { describe, expect, test } from 'bun:test';
import { contractCurrencies } from '../../src/core/billing/currencies.ts';
import { createKey, run, startServer } from '../support/binary.ts';
import { contractOf, type OpenApiDocument } from '../support/contract.ts';
import { connectMcp } from '../support/mcpClient.ts';
import { validDraft } from '../support/validDraft.ts';

const subscriptions = '/api/v1/subscriptions';
const now = Temporal.Now.plainDateISO('UTC');
const [today, aMonthAgo, soon] = [now, now.subtract({ months: 1 }), now.add({ days: 40 })].map(String);

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly nextPaymentDate: string;
}

/** A server whose every answer is checked against its own OpenAPI document. */
async function start(words: readonly string[], cwd?: string) {
  const server = await startServer(words, cwd === undefined ? {} : { cwd });
  const key = server.initialKey();
  const document = (await (await fetch(`${server.origin}/openapi.json`)).json()) as OpenApiDocument;
  const check = contractOf(document);

  async function ask(method: string, path: string, json?: unknown) {
    const answer = await server.call(key, method, path, json);
    check({ method, path, ...answer });
    return answer;
  }

  async function add(name: string, currency: string, fields: object = {}): Promise<Stored> {
    const draft = { ...validDraft, name, currency, lastPaymentDate: aMonthAgo, ...fields };
    const { status, json } = await ask('POST', subscriptions, draft);
    expect(status).toBe(201);
    return json['data'] as Stored;
  }

  return { ...server, key, document, ask, add };
}

type Server = Awaited<ReturnType<typeof start>>;

/** The currencies of every report, and of what a calendar program reads. */
async function currenciesInReports({ ask, origin, directory, ...server }: Server) {
  const read = async (path: string) => (await ask('GET', path)).json;
  const summary = (await read('/api/v1/analytics/summary'))['summary'] as { byCurrency: { currency: string }[] };
  const forecast = (await read('/api/v1/analytics/forecast?months=2'))['forecast'] as {
    months: { totalsByCurrency: object }[];
  };
  // Otherwise of the present year, which may have begun since.
  const { spent } = (await read(`/api/v1/analytics/spent?from=${today}`)) as unknown as {
    spent: { totalsByCurrency: object };
  };
  const { optimizations } = (await read('/api/v1/analytics/optimizations')) as unknown as {
    optimizations: { monthlyToAnnual: { currency: string }[] };
  };
  const due = (await read(`/api/v1/analytics/payments?include=deadlines&from=${today}&to=${soon}`))[
    'totalsByCurrency'
  ] as object;
  const made = (await read('/api/v1/payments'))['data'] as { currency: string }[];
  const admin = await createKey(directory, 'default', 'admin');
  const feed = (await server.call(admin.key, 'POST', '/api/v1/feeds', { name: 'Phone' })).json['data'] as {
    url: string;
  };
  const calendar = await (await fetch(origin + new URL(feed.url).pathname)).text();
  return {
    summary: summary.byCurrency.map(({ currency }) => currency).sort(),
    forecast: Object.keys(forecast.months[1]?.totalsByCurrency ?? {}),
    spent: Object.keys(spent.totalsByCurrency),
    monthlyToAnnual: optimizations.monthlyToAnnual.map(({ currency }) => currency),
    due: Object.keys(due),
    made: made.map(({ currency }) => currency).sort(),
    calendar: Array.from(new Set(calendar.match(/(?<=SUMMARY:.* )[A-Z]{3}(?=\r)/g))).sort(),
  };
}

describe('§2.8: a server with further currencies', () => {
  test('takes them wherever a currency is written, and shows them in every report', async () => {
    const allowed = [...contractCurrencies, 'PLN', 'INR'];
    const server = await start(['--currencies', 'PLN,INR']);
    const { ask, add } = server;

    const inr = await add('Rent', 'INR');
    const pln = await add('Music', 'PLN');
    const usd = await add('Films', 'USD');
    for (const { id, nextPaymentDate } of [inr, pln]) {
      expect(
        (await ask('POST', `${subscriptions}/${id}/renew`, { dueOn: nextPaymentDate, paidOn: today })).status,
      ).toBe(200);
    }
    const changes: readonly (readonly [string, string, unknown, number])[] = [
      ['PATCH', `/${usd.id}`, { currency: 'INR' }, 200],
      ['PATCH', `/${usd.id}`, { currency: 'USD', amount: 4 }, 200],
      ['PATCH', `/${usd.id}`, { currency: 'SEK' }, 400],
      ['POST', '', { ...validDraft, currency: 'inr' }, 400],
      ['POST', '', { ...validDraft, currency: 'SEK' }, 400],
      ['POST', '/batch', { operations: [{ action: 'update', id: pln.id, patch: { currency: 'PLN' } }] }, 200],
      ['POST', '/batch', { operations: [{ action: 'create', subscription: { ...validDraft, currency: 'XYZ' } }] }, 400],
      ['PATCH', `/${inr.id}/details`, { trialEndsOn: today }, 200],
    ];
    for (const [method, path, body, status] of changes) {
      const answer = await ask(method, subscriptions + path, body);
      expect([path, body, answer.status]).toEqual([path, body, status]);
      const { allowedValues } = (answer.json['error'] ?? {}) as { readonly allowedValues?: unknown };
      expect(allowedValues).toEqual(status === 400 ? allowed : undefined);
    }

    const all = ['INR', 'PLN', 'USD'];
    expect(await currenciesInReports(server)).toEqual({
      summary: all,
      forecast: all,
      spent: ['INR', 'PLN'],
      monthlyToAnnual: ['USD', 'PLN', 'INR'],
      due: all,
      made: ['INR', 'PLN'],
      calendar: all,
    });
    await ask('POST', '/api/v1/reminders', { event: 'renewal', daysBefore: [1] });
    const { data: planned } = (await ask('GET', '/api/v1/reminders/preview?days=90')).json as { data: Stored[] };
    expect(new Set(planned.map(({ currency }) => currency))).toContain('INR');

    const client = await connectMcp(server.origin, server.key);
    const created = await client.call('createSubscription', { ...validDraft, currency: 'INR', dryRun: true });
    expect(created).toMatchObject({ isError: false, structured: { data: { currency: 'INR' } } });
    await client.close();
    const session = await server.call('', 'POST', '/api/v1/session', { apiKey: server.key });
    expect(session.json['data']).toMatchObject({ currencies: allowed });
    const printed = await run(['openapi'], { environment: { DUEBOOK_CURRENCIES: 'PLN,INR' } });
    expect(JSON.parse(printed.stdout)).toEqual(server.document);
    await server.stop();
  });

  test('keeps what is recorded in a currency that was taken off the list, and writes nothing new in it', async () => {
    const before = await start(['--currencies', 'PLN,INR']);
    const inr = await before.add('Rent', 'INR');
    const other = await before.add('Gym', 'INR');
    const usd = await before.add('Films', 'USD');
    const changed = await before.add('Hosting', 'INR');
    expect((await before.ask('PATCH', `${subscriptions}/${changed.id}`, { currency: 'PLN' })).status).toBe(200);
    await before.stop();

    const server = await start(['--currencies', 'PLN'], before.directory);
    const { ask } = server;
    const allowed = [...contractCurrencies, 'PLN'];
    const warning = await server.lineThat((line) => line.includes('not among --currencies'));
    expect(JSON.parse(warning)).toMatchObject({ level: 'warn', currency: 'INR', subscriptions: 2 });

    const batch = (operation: object) => ({ operations: [operation] });
    const changes: readonly (readonly [string, string, unknown, number])[] = [
      ['GET', `/${inr.id}?include=details`, undefined, 200],
      ['PATCH', `/${inr.id}`, { name: 'House' }, 200],
      ['PATCH', `/${inr.id}`, { currency: 'INR' }, 200],
      ['PATCH', `/${inr.id}`, { currency: 'INR', amount: 5, period: 'yearly' }, 200],
      ['PATCH', `/${inr.id}`, { period: 'monthly', status: 'paused' }, 200],
      ['PATCH', `/${inr.id}`, { status: 'active' }, 200],
      ['PATCH', `/${inr.id}/details`, { notes: 'Flat' }, 200],
      ['POST', '/batch', batch({ action: 'update', id: inr.id, patch: { currency: 'INR', amount: 6 } }), 200],
      ['POST', `/${inr.id}/renew`, { dueOn: inr.nextPaymentDate, paidOn: today }, 200],
      ['POST', '', { ...validDraft, currency: 'INR' }, 400],
      ['POST', '?dryRun=true', { ...validDraft, currency: 'INR' }, 400],
      ['PATCH', `/${usd.id}`, { currency: 'INR' }, 400],
      ['PATCH', `/${usd.id}`, { name: 'Cinema', currency: 'INR' }, 400],
      ['PATCH', `/${usd.id}`, { currency: 'SEK' }, 400],
      ['POST', '/batch', batch({ action: 'create', subscription: { ...validDraft, currency: 'INR' } }), 400],
      ['POST', '/batch', batch({ action: 'update', id: usd.id, patch: { currency: 'INR' } }), 400],
      ['PATCH', `/${other.id}`, { currency: 'PLN' }, 200],
      ['PATCH', `/${other.id}`, { currency: 'INR' }, 400],
    ];
    for (const [method, path, body, status] of changes) {
      const answer = await ask(method, subscriptions + path, body);
      expect([path, body, answer.status]).toEqual([path, body, status]);
      if (status !== 400) continue;
      expect(answer.json['error']).toMatchObject({
        code: 'invalid_subscription',
        field: 'currency',
        allowedValues: allowed,
      });
    }

    for (const { id } of [other, changed]) {
      const { data } = (await ask('GET', `/api/v1/audit?subscriptionId=${id}`)).json as { data: { id: string }[] };
      const reverted = await ask('POST', `/api/v1/audit/${data[0]?.id}/revert`);
      expect([reverted.status, reverted.json['error']]).toMatchObject([
        409,
        { code: 'revert_conflict', field: 'currency', conflictingFields: ['currency'] },
      ]);
    }

    const all = ['INR', 'PLN', 'USD'];
    expect(await currenciesInReports(server)).toEqual({
      summary: all,
      forecast: all,
      spent: ['INR'],
      monthlyToAnnual: ['USD', 'PLN', 'PLN', 'INR'],
      due: all,
      made: ['INR'],
      calendar: all,
    });
    const client = await connectMcp(server.origin, server.key);
    expect(await client.call('updateSubscription', { id: inr.id, currency: 'INR', amount: 7 })).toMatchObject({
      isError: false,
      structured: { data: { currency: 'INR', amount: 7 } },
    });
    expect(await client.call('updateSubscription', { id: usd.id, currency: 'INR' })).toMatchObject({ isError: true });
    await client.close();
    await server.stop();
    expect(await run(['check'], { cwd: before.directory })).toMatchObject({ exitCode: 0, stdout: 'no damage found\n' });
  });

  test('does not start with a currency that does not exist, and names the nearest one', async () => {
    const { exitCode, stderr } = await run(['serve', '--currencies', 'SEK,PLM']);
    expect([exitCode, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain('there is no currency "PLM", did you mean PLN?');
    const shown = await run(['config', 'show', '--currencies', 'SEK,EUR']);
    expect(shown.stderr).toContain('--currencies has EUR, which is always there');
    expect(shown.stdout).toMatch(/currencies\s+SEK,EUR\s+flag --currencies/);
  });
});
