import { describe, expect, test } from 'bun:test';
import { addUser, sessionPath } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const admin = service.makeKey('first', 'admin');
const userId = await addUser(service, 'alex', { scope: 'admin' });

/** The answer as it was sent, to a client that accepts compression. */
async function send(path: string, json: unknown, { key = admin, id = '' } = {}) {
  const response = await fetch(service.origin + path, {
    method: 'POST',
    decompress: false,
    headers: {
      authorization: `Bearer ${key}`,
      'accept-encoding': 'gzip',
      ...(id !== '' && { 'idempotency-key': id }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return { status: response.status, encoding: response.headers.get('content-encoding'), text: await response.text() };
}

// The longest names, for the largest answers.
const name = '\u{1f600}'.repeat(80);
const key = () => send('/api/v1/keys', { name, scope: 'write' });
const code = () => send(`/api/v1/users/${userId}/code`, undefined);
const session = () => send(sessionPath, { apiKey: admin });

describe('§4.1: an answer with a secret', () => {
  const shown: string[] = [];

  test.each([
    ['a new API key', key, /"key":"(dbk_w_\w{36})"/],
    ['a new sign-in code', code, /"code":"([0-9A-Z-]{19})"/],
    ['the token of a new session', session, /"token":"([\w-]{30,})"/],
  ] as const)('shows %s, and is never compressed', async (_, make, secret) => {
    const { status, encoding, text } = await make();
    expect([status, encoding]).toEqual([201, null]);
    const [, drawn = ''] = secret.exec(text) ?? [];
    expect(drawn).not.toBe('');
    shown.push(drawn);
  });

  test('is the only one that has it', async () => {
    expect(shown).toHaveLength(3);
    const paths = ['keys', 'users', 'activity', 'audit', 'session', 'subscriptions'].map((one) => `/api/v1/${one}`);
    for (const path of paths) {
      const { text } = await service.call('GET', path, { key: admin });
      for (const secret of shown) expect(text).not.toContain(secret);
    }
    const json = { name: 'phone', scope: 'read' };
    const first = await send('/api/v1/keys', json, { id: 'again' });
    const again = await send('/api/v1/keys', json, { id: 'again' });
    expect([first.text.includes('dbk_r_'), first.status, again.status]).toEqual([true, 201, 201]);
    expect(again.text).not.toMatch(/dbk_r_\w{36}/);
  });
});
