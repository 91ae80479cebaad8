import { describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { instantOf } from '../../../../src/core/runtime/system.ts';
import { storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { operatorAt, revokeKey } from '../../../support/operator.ts';
import { addCode, addUser, sessionPath, signedIn, withSession } from '../../../support/people.ts';
import { startService, validDraft } from '../../../support/service.ts';
import { beginRequest } from '../../../support/unfinishedRequests.ts';

let used: ((id: string) => void) | undefined;
const service = await startService({ onUse: (id) => used?.(id) });
const { origin, store, clock } = service;
const admin = service.makeKey('first', 'admin');

/** Sends a write whose body comes only after an action, and gives the status and the body of the answer. */
async function whileHeldBack(headers: Readonly<Record<string, string>>, action: () => unknown) {
  const body = JSON.stringify(validDraft);
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const { promise: authenticated, resolve } = Promise.withResolvers<string>();
  used = resolve;
  const socket = await beginRequest(
    origin,
    `POST ${subscriptionsPath} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\n${head}\r\n`,
  );
  await authenticated;
  used = undefined;
  await action();
  const before = storedRows(service);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const closed = once(socket, 'close');
  socket.write(body);
  await closed;
  const { error } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as {
    readonly error?: { readonly code: string; readonly message: string };
  };
  const isStored = JSON.stringify(storedRows(service)) !== JSON.stringify(before);
  return { status: Number(answer.split(' ')[1]), code: error?.code, message: error?.message, isStored };
}

const keyRefused = { status: 401, code: 'invalid_api_key', isStored: false } as const;
const sessionRefused = { ...keyRefused, message: 'The session is not valid, or it has ended.' };

describe('a write whose body is held back', () => {
  test('§4.1: is stored while its key or session is valid', async () => {
    const headers = { authorization: `Bearer ${service.keys.write}` };
    expect(await whileHeldBack(headers, () => undefined)).toMatchObject({ status: 201, isStored: true });
    const session = await signedIn(service, { apiKey: service.keys.write });
    const sent = withSession(session).headers;
    expect(await whileHeldBack(sent, () => undefined)).toMatchObject({ status: 201, isStored: true });
  });

  test.each([
    ['is revoked', (id: string) => revokeKey(store, id, instantOf(clock))],
    ['is revoked over the API', (id: string) => service.call('DELETE', `/api/v1/keys/${id}`, { key: admin })],
    [
      'is rotated at once',
      (keyId: string) => {
        const successor = { id: `successor of ${keyId}`, start: 's', hash: `h ${keyId}` };
        const by = operatorAt(instantOf(clock));
        store.inProcess.commit({ ...by, kind: 'key.rotate', keyId, graceSeconds: 0, successor });
      },
    ],
    ['expires', () => clock.advance(60)],
  ])('§4.1: is refused when its key %s meanwhile', async (_, end) => {
    const { key, id } = service.makeKeyRecord('first', 'write', instantOf(clock, 60));
    expect(await whileHeldBack({ authorization: `Bearer ${key}` }, () => end(id))).toMatchObject(keyRefused);
  });

  test('§4.1: is refused when its session, its user or the key of its session ends meanwhile', async () => {
    const userId = await addUser(service, 'Ida');
    const [first, second] = [
      await signedIn(service, { code: addCode(service, userId) }),
      await signedIn(service, { code: addCode(service, userId) }),
    ];
    const { key, id } = service.makeKeyRecord('first', 'write');
    const third = await signedIn(service, { apiKey: key });
    const signOut = () => service.call('DELETE', sessionPath, withSession(first));
    expect(await whileHeldBack(withSession(first).headers, signOut)).toEqual(sessionRefused);
    const remove = () => service.call('DELETE', `/api/v1/users/${userId}`, { key: admin });
    expect(await whileHeldBack(withSession(second).headers, remove)).toEqual(sessionRefused);
    const revoke = () => revokeKey(store, id, instantOf(clock));
    expect(await whileHeldBack(withSession(third).headers, revoke)).toEqual(sessionRefused);
  });
});
