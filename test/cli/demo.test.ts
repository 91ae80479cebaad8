import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createTestClock } from '../support/clock.ts';
import { startProgram } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { join } from 'node:path';

const instant = '2026-06-30T12:00:00.000Z';
const directories = () => readdirSync(tmpdir()).filter((name) => name.startsWith('duebook-demo-'));

/** Starts a demonstration, and signs in. */
async function startDemo(words: readonly string[], signIn: (notices: readonly string[]) => object) {
  // The variables of a real server beside it must not lead a demonstration to its data.
  const real = join(temporaryDirectory(), 'real');
  const environment = { DUEBOOK_DATA_DIR: real, DUEBOOK_BACKUP_DIR: real };
  const started = startProgram(['demo', ...words], environment, createTestClock(instant));
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

const byLink = (notices: readonly string[]) => ({ code: notices.join(' ').match(/#code=(\S+)/)?.[1] ?? '' });

describe('demo', () => {
  test.each(['en', 'de'])(
    'shows a household in the language %s on this machine alone, and leaves nothing behind',
    async (language) => {
      const before = directories();
      const { origin, call, stop, ended } = await startDemo(['--language', language], byLink);
      expect(new URL(origin).hostname).toBe('127.0.0.1');
      const { data } = (await call('GET', '/subscriptions?limit=100')).json;
      expect(data).toHaveLength(32);
      expect(data.some(({ name }) => name === (language === 'de' ? 'Miete' : 'Rent'))).toBe(true);
      expect((await call('GET', '/users')).json.data.map(({ name }) => name)).toEqual(['Robin', 'Kim']);
      const paidOn = (await call('GET', '/payments?limit=100')).json.data.map((payment) => String(payment['paidOn']));
      expect(paidOn.every((day) => day <= '2026-06-30')).toBe(true);
      const overdue = data.filter(
        ({ status, nextPaymentDate }) => status === 'active' && String(nextPaymentDate) < '2026-06-30',
      );
      expect(overdue).toHaveLength(2);
      expect(
        (
          await call('POST', '/subscriptions', {
            name: 'x',
            category: 'x',
            amount: 1,
            currency: 'EUR',
            period: 'monthly',
            lastPaymentDate: '2026-06-01',
          })
        ).status,
      ).toBe(201);
      stop();
      expect(await ended).toBe(0);
      expect(directories()).toEqual(before);
    },
  );

  test('with --read-only, visitors sign in as often as they like, see all, and change nothing', async () => {
    const guest = { user: 'guest', password: 'look around' };
    const { call, notices, stop, ended } = await startDemo(['--read-only'], () => guest);
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
