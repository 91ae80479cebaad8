import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createTestClock } from '../support/clock.ts';
import { startProgram } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { join } from 'node:path';

/** The days of the demonstrations. On 30 January 2027, bills of the 31st were last due in shorter months. */
const days = { en: '2026-06-30', de: '2027-01-30' } as const;
const directories = () => readdirSync(tmpdir()).filter((name) => name.startsWith('duebook-demo-'));

/** Starts a demonstration, and signs in. */
async function startDemo(words: readonly string[], day: string, signIn: (notices: readonly string[]) => object) {
  // The variables of a real server beside it must not lead a demonstration to its data.
  const real = join(temporaryDirectory(), 'real');
  const environment = { DUEBOOK_DATA_DIR: real, DUEBOOK_BACKUP_DIR: real };
  const started = startProgram(['demo', ...words], environment, createTestClock(`${day}T12:00:00.000Z`));
  await started.listening;
  const origin = started.results[0]?.replace('duebook listening on ', '') ?? '';
  let token = '';
  async function call(method: string, path: string, json?: object) {
    const headers = { 'content-type': 'application/json', ...(token !== '' && { 'x-duebook-session': token }) };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const answer = await fetch(`${origin}/api/v1${path}`, { method, headers, ...body });
    return { status: answer.status, json: JSON.parse(await answer.text()) as Answer };
  }
  const session = await call('POST', '/session', signIn(started.notices));
  if (session.status !== 201) throw new Error(JSON.stringify(session));
  token = (session.json.data as unknown as { readonly token: string }).token;
  return { ...started, origin, call };
}

interface Answer {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly error?: { readonly code: string };
}

/** What is due, as the overview asks for it. */
interface Due {
  readonly overdue: readonly { readonly missedPayments: number }[];
  readonly payments: readonly { readonly date: string; readonly isEstimate?: true; readonly nextPrice?: object }[];
}

const byLink = (notices: readonly string[]) => ({ code: notices.join(' ').match(/#code=(\S+)/)?.[1] ?? '' });

describe('demo', () => {
  test.each(['en', 'de'] as const)(
    'shows a household in the language %s on this machine alone, and leaves nothing behind',
    async (language) => {
      const before = directories();
      const { origin, call, stop, ended } = await startDemo(['--language', language], days[language], byLink);
      const asked = async (path: string) => (await call('GET', path)).json.data;
      expect(new URL(origin).hostname).toBe('127.0.0.1');
      const data = await asked('/subscriptions?limit=100');
      expect(data).toHaveLength(32);
      expect(data.some(({ name }) => name === (language === 'de' ? 'Miete' : 'Rent'))).toBe(true);
      expect((await asked('/users')).map(({ name }) => name)).toEqual(['Robin', 'Kim', 'Mika']);
      const paidOn = (await asked('/payments?limit=100')).map((payment) => String(payment['paidOn']));
      expect(paidOn.every((day) => day <= days[language])).toBe(true);
      const subscription = { name: 'x', category: 'x', amount: 1, currency: 'EUR', period: 'monthly' };
      const created = await call('POST', '/subscriptions', { ...subscription, lastPaymentDate: '2026-06-01' });
      expect(created.status).toBe(201);
      stop();
      expect(await ended).toBe(0);
      expect(directories()).toEqual(before);
    },
  );

  test.each(['en', 'de'] as const)('shows in the language %s what a household meets, on any day', async (language) => {
    const { call, stop, ended } = await startDemo(['--language', language], days[language], byLink);
    const asked = async (path: string) => (await call('GET', path)).json as unknown;
    const due = (await asked('/analytics/payments')) as Due;
    const daysUntil = (date: string) => Temporal.PlainDate.from(days[language]).until(date).days;
    expect(due.overdue.map(({ missedPayments }) => missedPayments)).toEqual([3, 1, 1]);
    expect(due.payments.map(({ date }) => daysUntil(date)).filter((each) => each < 7)).toEqual([0, 0, 1, 3, 3, 5, 6]);
    expect(due.payments.find(({ isEstimate }) => isEstimate)).toMatchObject({ amount: 112.4, currency: 'EUR' });
    expect(due.payments.find(({ nextPrice }) => nextPrice)).toMatchObject({
      amount: 4.99,
      nextPrice: { amount: 12.99 },
    });
    const { converted } = (await asked('/analytics/converted')) as { readonly converted: object };
    expect(converted).toMatchObject({ currency: 'EUR', source: 'manual', missing: [] });
    stop();
    expect(await ended).toBe(0);
  });

  test('with --read-only, visitors sign in as often as they like, see all, and change nothing', async () => {
    const guest = { user: 'guest', password: 'look around' };
    const { call, notices, stop, ended } = await startDemo(['--read-only'], days.en, () => guest);
    expect(notices[0]).toContain('"guest" with the password "look around"');
    const [record] = (await call('GET', '/subscriptions')).json.data;
    const path = `/subscriptions/${String(record?.['id'])}`;
    const refused = [
      await call('PATCH', path, { amount: 1 }),
      await call('DELETE', path),
      await call('POST', `${path}/renew`, {}),
      await call('POST', '/session/password', { current: guest.password, new: 'a password of a visitor' }),
    ];
    expect(refused.map(({ status, json }) => [status, json.error?.code])).toEqual(
      refused.map(() => [403, 'read_only']),
    );
    expect((await call('DELETE', '/session')).status).toBe(200);
    expect((await call('POST', '/session', guest)).status).toBe(201);
    stop();
    expect(await ended).toBe(0);
  });
});
