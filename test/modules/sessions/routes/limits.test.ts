import { describe, expect, test } from 'bun:test';
import { createLimiter } from '../../../../src/core/runtime/limiter.ts';
import { hashPassword, passwordsWaitingMax } from '../../../../src/core/runtime/passwords.ts';
import { countFailures } from '../../../../src/modules/sessions/signIn/failures.ts';
import { createRateLimiter } from '../../../../src/core/http/pipeline/rateLimiter.ts';
import { ApiError } from '../../../../src/core/http/errors/apiError.ts';
import { createTestClock } from '../../../support/clock.ts';
import { addCode, addUser, sessionPath, signIn, statusWith, signedIn, withSession } from '../../../support/people.ts';
import { startService, type Service } from '../../../support/service.ts';

const right = 'correct horse';
const ofAddresses = { limit: 60, windowSeconds: 3600, keysMax: 1000 };

/** Resolves when so many of some promises have resolved with true. */
function untilCount(all: readonly Promise<boolean>[], count: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let counted = 0;
  for (const one of all)
    void one.then((isCounted) => {
      if (isCounted) counted += 1;
      return counted === count && resolve('counted');
    });
  return promise;
}

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
    const ended = await signedIn(service, { apiKey: service.keys.read });
    await service.call('DELETE', sessionPath, withSession(ended));
    const answer = await service.call('GET', sessionPath, withSession(ended));
    expect([answer.status, answer.json.error.code]).toEqual([401, 'invalid_api_key']);
    expect(await statusWith(service, session)).toBe(200);
    expect((await signIn(service, { apiKey: service.keys.read })).status).toBe(201);
    expect((await signIn(service, { code: addCode(service, userId) })).status).toBe(201);
    service.clock.advance(3600);
    expect((await signIn(service, { user: 'Alex', password: right })).status).toBe(201);
  });

  test('§14.3: of a name are refused for the network that they come from, for an hour, and for no other', async () => {
    const service = await startService({ trustedProxies: '127.0.0.1' });
    const userId = await addUser(service, 'Alex', { password: right });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const stranger = (index: number) => from(`2001:db8:0:1::${index.toString(16)}`);
    const counts: Record<string, number> = {};
    for (let index = 0; index < 30; index += 1) {
      const json = { user: index % 2 === 0 ? 'alex' : 'ALEX', password: 'wrong' };
      const outcome = await fail(service, json, stranger(index));
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    expect(counts).toEqual({ '401 sign_in_failed': 20, '429 rate_limit_exceeded': 10 });
    const byPassword = { user: 'Alex', password: right };
    expect((await signIn(service, byPassword, stranger(99))).status).toBe(429);
    expect((await signIn(service, byPassword, from('2001:db8:0:2::1'))).status).toBe(201);
    expect((await signIn(service, { apiKey: service.keys.write }, stranger(99))).status).toBe(201);
    expect((await signIn(service, { code: addCode(service, userId) }, stranger(99))).status).toBe(201);
    await addUser(service, 'Robin', { password: right });
    expect((await signIn(service, { user: 'Robin', password: right }, stranger(99))).status).toBe(201);
    service.clock.advance(3600);
    expect((await signIn(service, byPassword, stranger(99))).status).toBe(201);
  });

  test('§14.3: of many names count by the /64 network of the address, together', async () => {
    const service = await startService({
      trustedProxies: '127.0.0.1',
      invalidKeys: { limit: 3, windowSeconds: 3600 },
    });
    const guess = (address: string, user: string) =>
      fail(service, { user, password: 'wrong' }, { 'x-forwarded-for': address });
    for (const [index, expected] of ['401', '401', '401', '429'].entries())
      expect(await guess(`2001:db8:0:1::${index}`, `user ${index}`)).toStartWith(expected);
    expect(await guess('2001:db8:0:2::1', 'user 9')).toStartWith('401');
  });

  test('§14.3: of a name from many networks are refused after 500, and a code still signs in', async () => {
    const passwords = { hash: hashPassword, verify: () => Promise.resolve(false) };
    const service = await startService({ trustedProxies: '127.0.0.1', passwords });
    const userId = await addUser(service, 'Alex', { password: right });
    const guess = (network: number) =>
      fail(service, { user: 'Alex', password: 'wrong' }, { 'x-forwarded-for': `10.0.${network}.1` });
    for (let index = 0; index < 500; index += 1) expect(await guess(index % 50)).toBe('401 sign_in_failed');
    for (let index = 50; index < 80; index += 1) expect(await guess(index)).toBe('429 rate_limit_exceeded');
    expect((await signIn(service, { code: addCode(service, userId) })).status).toBe(201);
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
    const run = createLimiter(1, passwordsWaitingMax);
    const held = Promise.withResolvers<boolean>();
    const passwords = { hash: hashPassword, verify: () => run('one', () => held.promise) };
    const service = await startService({ passwords, invalidKeys: { limit: 10, windowSeconds: 3600 } });
    const sent = Array.from({ length: 10 }, () => fail(service, { user: 'Nobody', password: 'wrong' }));
    expect(await Promise.race(sent)).toBe('429 rate_limit_exceeded');
    held.resolve(false);
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((outcome) => outcome === '401 sign_in_failed')).toHaveLength(9);
  });

  test('§14.3: the passwords of one owner and of one address do not keep others from the queue', async () => {
    const held = Promise.withResolvers<string>();
    const run = createLimiter(1, passwordsWaitingMax);
    const passwords = {
      hash: (_: string, forWhom: string) => run(forWhom, () => held.promise),
      verify: (_: string, __: unknown, forWhom: string) => run(forWhom, async () => (await held.promise) !== ''),
    };
    const service = await startService({ passwords, trustedProxies: '127.0.0.1' });
    await addUser(service, 'Alex', { password: right });
    const add = async (key: string, name: string) => {
      const json = { name, scope: 'read', password: right };
      return (await service.call('POST', '/api/v1/users', { key, json })).status;
    };
    const [greedy, modest] = [service.makeKey('first', 'admin'), service.makeKey('second', 'admin')];
    const many = Array.from({ length: 12 }, (_, place) => add(greedy, `one of many ${place}`));
    expect(await Promise.race(many)).toBe(429);
    const others = [
      add(modest, 'the only one'),
      signIn(service, { user: 'Alex', password: right }, { 'x-forwarded-for': '10.0.0.1' }).then((one) => one.status),
    ];
    // Each of the two takes the place of one of the many, which are refused one by one.
    const refused = many.map((one) => one.then((status) => status === 429));
    expect(await Promise.race([...others, untilCount(refused, 5)])).toBe('counted');
    held.resolve('$argon2id$');
    expect(await Promise.all(others)).toEqual([201, 201]);
    expect((await Promise.all(many)).filter((status) => status === 201)).toHaveLength(7);
  });

  test('§14.3: a name that was not compared, or was right, leaves nothing in memory', () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const limits = {
      ofNetwork: createRateLimiter({ limit: 1, windowSeconds: 3600, keysMax: 1000 }, clock),
      ofName: createRateLimiter({ limit: 2, windowSeconds: 3600, keysMax: 1000 }, clock),
      ofPresent: createRateLimiter(ofAddresses, clock),
    };
    const failures = countFailures(createRateLimiter({ ...ofAddresses, limit: 1 }, clock), clock, limits);
    const sizes = () => [limits.ofNetwork.size, limits.ofName.size];
    for (let index = 0; index < 100; index += 1) failures.countAttempt('10.0.0.1', `name ${index}`)();
    expect(sizes()).toEqual([0, 0]);
    failures.countAttempt('10.0.0.2', 'Alex');
    failures.countAttempt('10.0.0.3', 'ALEX')();
    expect(sizes()).toEqual([1, 1]);
    failures.countAttempt('10.0.0.4', 'alex');
    expect(() => failures.countAttempt('10.0.0.5', 'Alex')).toThrow(ApiError);
    expect(sizes()).toEqual([2, 1]);
  });

  test('§14.3: a name of any length takes the same memory', () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const keys: unknown[] = [];
    const limiter = createRateLimiter(ofAddresses, clock);
    const count = (key: string | number) => {
      keys.push(key);
      return limiter.count(key);
    };
    const counting = { ...limiter, count };
    const limits = { ofNetwork: counting, ofName: counting, ofPresent: limiter };
    const failures = countFailures(createRateLimiter(ofAddresses, clock), clock, limits);
    for (const name of ['a', '\ufdfa'.repeat(1000)]) failures.countAttempt('10.0.0.1', name);
    expect(keys.map((key) => String(key).length)).toEqual([53, 44, 53, 44]);
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
    // It is no failed sign-in.
    expect((await signIn(service, { user: 'Alex', password: right })).status).toBe(201);
  });

  test('§14.5: the present password is not refused because strangers have guessed it, from the same address too', async () => {
    const service = await startService({ invalidKeys: { limit: 30, windowSeconds: 3600 } });
    await addUser(service, 'Alex', { password: right });
    const session = await signedIn(service, { user: 'Alex', password: right });
    for (let index = 0; index < 40; index += 1) await fail(service, { user: 'Alex', password: 'wrong' });
    expect(await fail(service, { user: 'Alex', password: right })).toBe('429 rate_limit_exceeded');
    const json = { current: right, new: 'another battery' };
    const answer = await service.call('POST', `${sessionPath}/password`, { ...withSession(session), json });
    expect(answer.status).toBe(200);
  });
});
