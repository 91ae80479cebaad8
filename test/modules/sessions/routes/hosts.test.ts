import { describe, expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { addCode, addUser, sessionPath, signIn } from '../../../support/people.ts';
import { exchange } from '../../../support/rawSocket.ts';
import { startService } from '../../../support/service.ts';

const signInSettings = { publicUrl: 'https://due.example.org/book', allowedHosts: ['book.example.net'] };
const service = await startService({ signIn: signInSettings });
const userId = await addUser(service, 'Alex');
const withKey = { apiKey: service.keys.write };

async function statusUnder(host: string): Promise<number> {
  return (await signIn(service, withKey, { host })).status;
}

describe('the host name of a sign-in', () => {
  test.each(
    words(`127.0.0.1 192.168.1.20:8383 [::1]:8383 localhost:8383 nas NAS.local nas.lan nas.home nas.home.arpa
      nas.internal nas.localdomain nas.local.:8383 due.example.org book.example.net:443`),
  )('§14.4: %s is served', async (host) => {
    expect(await statusUnder(host)).toBe(201);
  });

  test.each(['evil.example', 'nas.local.evil.example', 'local.evil', '127.0.0.1.evil.example', 'xlan.evil:8383'])(
    '§14.4: %s is refused, since somebody else may own it; the error says how to allow it',
    async (host) => {
      const answer = await signIn(service, withKey, { host });
      expect([answer.status, answer.json.error.code]).toEqual([403, 'unknown_host']);
      expect(answer.json.error.suggestedFix).toContain(`Add ${host.split(':')[0]} to the setting --allowed-hosts`);
    },
  );

  async function signInWith(hostLines: readonly string[], json: object): Promise<string> {
    const body = JSON.stringify(json);
    const lines = [`POST ${sessionPath} HTTP/1.${hostLines.length === 0 ? 0 : 1}`, `content-length: ${body.length}`];
    const answer = await exchange(service.origin, lines, hostLines, body);
    const { error } = JSON.parse(answer.body) as { readonly error?: { readonly code: string } };
    return `${answer.head.split(' ')[1]} ${error?.code}`;
  }

  test.each([
    ['no Host', null],
    ['an empty Host', ''],
    ['a bracket', '[x'],
    ['no address', '300.1.1.1'],
    ['a path', 'nas/evil.example'],
    ['a name before it', 'evil.example@nas'],
    ['a query', 'nas?x'],
    ['a fragment', 'nas#x'],
    ['a port that is none', 'nas:port'],
    ['half an international name', 'xn--'],
  ])('§14.4: %s is not known; a code is served, and nothing remembered', async (_, host) => {
    const hostLines = host === null ? [] : [`host: ${host}`];
    expect(await signInWith(hostLines, withKey)).toBe('403 unknown_host');
    expect(await signInWith(hostLines, { code: addCode(service, userId) })).toBe('201 undefined');
    expect(await signInWith(hostLines, withKey)).toBe('403 unknown_host');
  });

  test('§14.4: a forwarded host name does not count', async () => {
    expect((await signIn(service, withKey, { host: 'evil.example', 'x-forwarded-host': 'localhost' })).status).toBe(
      403,
    );
  });

  test('§14.4: an unknown one is served for a valid code, and remembered; a wrong code changes nothing', async () => {
    const headers = { host: 'Tunnel.Example:8443' };
    expect((await signIn(service, { code: 'AAAA-BBBB-CCCC-DDDD' }, headers)).status).toBe(401);
    expect((await signIn(service, withKey, headers)).status).toBe(403);
    expect((await signIn(service, { code: addCode(service, userId) }, headers)).status).toBe(201);
    expect((await signIn(service, withKey, { host: 'tunnel.example' })).status).toBe(201);
    expect((await signIn(service, withKey, { host: 'www.tunnel.example' })).status).toBe(403);
  });

  test('§14.4: other operations are served under each', async () => {
    const answer = await service.call('GET', '/api/v1/subscriptions', { headers: { host: 'evil.example' } });
    expect(answer.status).toBe(200);
  });
});
