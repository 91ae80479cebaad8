import { describe, expect, test } from 'bun:test';
import { oneAtATime } from '../../../../src/runtime/oneAtATime.ts';
import { hashPassword, passwordsWaitingMax } from '../../../../src/runtime/passwords.ts';
import { countFailures } from '../../../../src/http/api/session/failures.ts';
import { createRateLimiter } from '../../../../src/http/pipeline/rateLimiter.ts';
import { ApiError } from '../../../../src/http/responses/errors.ts';
import { createTestClock } from '../../../support/clock.ts';
import { addCode, addUser, sessionPath, signIn, statusWith, signedIn, withSession } from '../../../support/people.ts';
import { startService, type Service } from '../../../support/service.ts';

const right = 'correct horse';
const ofAddresses = { limit: 60, windowSeconds: 3600, keysMax: 1000 };

async function fail(service: Service, json: unknown, headers: Readonly<Record<string, string>> = {}) {
  const { status, json: body } = await signIn(service, json, headers);
  return `${status} ${body.error.code}`;
}

describe('failed sign-ins', () => {
  test('§14.3: count as invalid keys of the address; a valid key and a valid code are still accepted', async () => {
    const service = await startService({ invalidKeys: { limit: 3, windowSeconds: 3600 } });
    const userId = await addUser(service, 'Alex', { password: right });
    const session = await signedIn(service, { user: 'Alex', password: right });
    expect(await fail(service, { apiKey: 'wrong' })).toBe('401 sign_in_failed');
    expect(await fail(service, { user: 'Alex', password: 'wrong' })).toBe('401 sign_in_failed');
    expect((await service.call('GET', sessionPath, withSession({ token: 'wrong' }))).status).toBe(401);
    for (const json of [{ apiKey: 'wrong' }, { code: 'wrong' }, { user: 'Alex', password: right }])
      expect(await fail(service, json)).toBe('429 rate_limit_exceeded');
    expect((await service.call('GET', sessionPath, withSession({ token: 'wrong' }))).status).toBe(429);
    expect(await statusWith(service, session)).toBe(200);
    expect((await signIn(service, { apiKey: service.keys.read })).status).toBe(201);
    expect((await signIn(service, { code: addCode(service, userId) })).status).toBe(201);
    service.clock.advance(3600);
    expect((await signIn(service, { user: 'Alex', password: right })).status).toBe(201);
  });

  test('§14.3: 200 lock nobody out who has a key or a code; the name alone is refused, for an hour', async () => {
    const service = await startService({ trustedProxies: '127.0.0.1' });
    const userId = await addUser(service, 'Alex', { password: right });
    const counts: Record<string, number> = {};
    for (let index = 0; index < 200; index += 1) {
      const from = { 'x-forwarded-for': `10.0.${index}.1` };
      const outcome = await fail(service, { user: index % 2 === 0 ? 'alex' : 'ALEX', password: 'wrong' }, from);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    expect(counts).toEqual({ '401 sign_in_failed': 20, '429 rate_limit_exceeded': 180 });
    expect((await signIn(service, { user: 'Alex', password: right })).status).toBe(429);
    expect((await signIn(service, { apiKey: service.keys.write })).status).toBe(201);
    expect((await signIn(service, { code: addCode(service, userId) })).status).toBe(201);
    await addUser(service, 'Robin', { password: right });
    expect((await signIn(service, { user: 'Robin', password: right })).status).toBe(201);
    service.clock.advance(3600);
    expect((await signIn(service, { user: 'Alex', password: right })).status).toBe(201);
  });

  test('§14.3: a name that nobody has is limited like one that somebody has', async () => {
    const service = await startService();
    const outcomes = [];
    for (let index = 0; index < 21; index += 1)
      outcomes.push(await fail(service, { user: 'Nobody', password: 'wrong' }));
    service.clock.advance(7);
    const { headers, json } = await signIn(service, { user: 'Nobody', password: 'wrong' });
    expect(headers.get('retry-after')).toBe('3593');
    expect(json.error.suggestedFix).toEndWith('or wait 60 minutes.');
    expect(outcomes.filter((outcome) => outcome === '401 sign_in_failed')).toHaveLength(20);
    expect(outcomes.at(-1)).toBe('429 rate_limit_exceeded');
  });

  test('§14.3: a password that is right counts nothing', async () => {
    const service = await startService({ invalidKeys: { limit: 1, windowSeconds: 3600 } });
    await addUser(service, 'Alex', { password: right });
    for (let index = 0; index < 22; index += 1)
      expect((await signIn(service, { user: 'Alex', password: right })).status).toBe(201);
    expect(await fail(service, { user: 'Alex', password: 'wrong' })).toBe('401 sign_in_failed');
  });

  test('§14.3: the password after eight that wait gets 429, and counts as no failure', async () => {
    const run = oneAtATime(passwordsWaitingMax);
    const held = Promise.withResolvers<boolean>();
    const passwords = { hash: hashPassword, verify: () => run(() => held.promise) };
    const service = await startService({ passwords, invalidKeys: { limit: 10, windowSeconds: 3600 } });
    const sent = Array.from({ length: 10 }, () => fail(service, { user: 'Nobody', password: 'wrong' }));
    expect(await Promise.race(sent)).toBe('429 rate_limit_exceeded');
    held.resolve(false);
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((outcome) => outcome === '401 sign_in_failed')).toHaveLength(9);
  });

  test('§14.3: a name that was not compared, or was right, leaves nothing in memory', () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const ofNames = createRateLimiter({ limit: 2, windowSeconds: 3600, keysMax: 1000 }, clock);
    const failures = countFailures(createRateLimiter({ ...ofAddresses, limit: 1 }, clock), clock, ofNames);
    for (let index = 0; index < 100; index += 1) failures.countAttempt('10.0.0.1', `name ${index}`)();
    expect(ofNames.size).toBe(0);
    failures.countAttempt('10.0.0.2', 'Alex');
    failures.countAttempt('10.0.0.3', 'ALEX')();
    expect(ofNames.size).toBe(1);
    failures.countAttempt('10.0.0.4', 'alex');
    expect(() => failures.countAttempt('10.0.0.5', 'Alex')).toThrow(ApiError);
  });

  test('§14.3: a name of any length takes the same memory', () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const keys: unknown[] = [];
    const ofNames = createRateLimiter(ofAddresses, clock);
    const count = (key: string | number) => {
      keys.push(key);
      return ofNames.count(key);
    };
    const failures = countFailures(createRateLimiter(ofAddresses, clock), clock, { ...ofNames, count });
    for (const name of ['a', '\ufdfa'.repeat(1000)]) failures.countAttempt('10.0.0.1', name);
    expect(keys.map((key) => String(key).length)).toEqual([44, 44]);
  });

  test('§14.5: a wrong present password counts, too', async () => {
    const service = await startService();
    await addUser(service, 'Alex', { password: right });
    const session = await signedIn(service, { user: 'Alex', password: right });
    const statuses = [];
    for (let index = 0; index < 21; index += 1) {
      const json = { current: 'wrong', new: 'another battery' };
      statuses.push((await service.call('POST', `${sessionPath}/password`, { ...withSession(session), json })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
  });
});
