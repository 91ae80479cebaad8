import { beforeAll, describe, expect, test } from 'bun:test';
import { addCode, addUser, sessionPath, signedIn, signIn, statusWith, withSession } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';

const right = '2026-06-16T12:00:00.000Z';
const ahead = '2037-01-01T00:00:00.000Z';
const service = await startService();
const { clock } = service;
const oldKey = service.makeKey('first', 'admin');
let userId = '';

beforeAll(async () => {
  userId = await addUser(service, 'Robin', { password: 'correct horse' });
});

const listWith = async (key: string) => (await service.call('GET', '/api/v1/subscriptions', { key })).status;
const session = () => signedIn(service, { user: 'robin', password: 'correct horse' });

/** What is made at the present time: gives for each a function that uses it and returns the status. */
const made: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  async key() {
    const key = service.makeKey('first', 'write');
    return () => Promise.resolve(listWith(key));
  },
  async 'sign-in with a key'() {
    const apiKey = service.makeKey('first', 'write');
    return async () => (await signIn(service, { apiKey })).status;
  },
  async session() {
    const own = await session();
    return () => statusWith(service, own);
  },
  async code() {
    const code = addCode(service, userId);
    return async () => (await signIn(service, { code })).status;
  },
  async feed() {
    const { json } = await service.call('POST', '/api/v1/feeds', { key: oldKey, json: { name: 'Bills' } });
    const { url } = json.data as unknown as { readonly url: string };
    return async () => (await fetch(url)).status;
  },
};
const refused: Readonly<Record<string, number>> = { feed: 404 };
const accepted: Readonly<Record<string, number>> = { 'sign-in with a key': 201, code: 201 };

describe('what was made while the clock was ahead', () => {
  test.each(Object.keys(made))('§14.9: is not valid once the clock is right: a %s', async (what) => {
    clock.setWall(ahead);
    const status = await (made[what] ?? (() => Promise.reject(new Error(what))))();
    if (what !== 'code') expect(await status()).toBe(accepted[what] ?? 200);
    clock.setWall(right);
    expect(await status()).toBe(refused[what] ?? 401);
  });

  test.each(Object.keys(made))('§14.9: is valid if it was ahead by five minutes: a %s', async (what) => {
    clock.setWall('2026-06-16T12:05:00.000Z');
    const status = await (made[what] ?? (() => Promise.reject(new Error(what))))();
    clock.setWall(right);
    expect(await status()).toBe(accepted[what] ?? 200);
  });

  test.each(Object.keys(made))('§14.9: is not valid if it was ahead by more: a %s', async (what) => {
    clock.setWall('2026-06-16T12:05:00.001Z');
    const status = await (made[what] ?? (() => Promise.reject(new Error(what))))();
    clock.setWall(right);
    expect(await status()).toBe(refused[what] ?? 401);
  });

  test('§14.9: a session that was made before is not ended by those of the future, and lists only itself', async () => {
    const own = await session();
    clock.setWall(ahead);
    for (let count = 0; count < 60; count += 1) await session();
    clock.setWall(right);
    const next = await session();
    expect([await statusWith(service, own), await statusWith(service, next)]).toEqual([200, 200]);
    const listed = await service.call('GET', '/api/v1/sessions', withSession(own));
    const instants = (listed.json.data as unknown as readonly { createdAt: string }[]).map((one) => one.createdAt);
    expect(instants.filter((instant) => instant > '2026-07')).toEqual([]);
    expect(await service.call('DELETE', sessionPath, withSession(own))).toMatchObject({ status: 200 });
  });
});
