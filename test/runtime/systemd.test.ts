import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { reportReady } from '../../src/runtime/systemd.ts';
import { supervisionIn } from '../../src/config/settings.ts';
import { storageAnswers } from '../../src/store/health/readiness.ts';
import { createTestClock } from '../support/clock.ts';
import { listenForDatagrams } from '../support/notifySocket.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const instant = '2026-06-16T12:00:00.000Z';

async function report(environment: Readonly<Record<string, string>>, answers = () => Promise.resolve()) {
  const clock = createTestClock(instant);
  const log: string[] = [];
  const supervision = supervisionIn(environment);
  const manager = await reportReady({ supervision, clock, log: (line) => log.push(line), storageAnswers: answers });
  // What is promised by now is done by then.
  const advance = async (seconds: number) => {
    clock.advance(seconds);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await advance(0);
  return { ...manager, log, advance };
}

function startManager(address = join(temporaryDirectory(), 'notify')) {
  return { address, manager: listenForDatagrams(address) };
}

describe.if(process.platform === 'linux')('a service manager', () => {
  test.each([join(temporaryDirectory(), 'notify'), `@duebook-test-${process.pid}`])(
    'that listens on %s is notified when the service is ready and when it stops',
    async (path) => {
      const { address, manager } = startManager(path);
      const { stopping, log } = await report({ NOTIFY_SOCKET: address });
      expect(manager.takeAll()).toEqual(['READY=1']);
      stopping();
      expect(manager.takeAll()).toEqual(['STOPPING=1']);
      expect(log).toEqual([]);
    },
  );

  test('with a watchdog of one minute gets a sign of life every half minute until the service stops', async () => {
    const { address, manager } = startManager();
    const { advance, stopping } = await report({ NOTIFY_SOCKET: address, WATCHDOG_USEC: '60000000' });
    expect(manager.takeAll()).toEqual(['READY=1', 'WATCHDOG=1']);
    await advance(29);
    expect(manager.takeAll()).toEqual([]);
    await advance(1);
    expect(manager.takeAll()).toEqual(['WATCHDOG=1']);
    await advance(30);
    expect(manager.takeAll()).toEqual(['WATCHDOG=1']);
    stopping();
    await advance(60);
    expect(manager.takeAll()).toEqual(['STOPPING=1']);
  });

  test('gets no sign of life while the storage hangs, and one again when it answers', async () => {
    const { address, manager } = startManager();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const environment = { NOTIFY_SOCKET: address, WATCHDOG_USEC: '60000000' };
    const { advance } = await report(environment, () => answered);
    await advance(30);
    await advance(30);
    expect(manager.takeAll()).toEqual(['READY=1']);
    answer();
    await advance(0);
    expect(manager.takeAll()).toEqual(['WATCHDOG=1']);
    await advance(30);
    expect(manager.takeAll()).toEqual(['WATCHDOG=1']);
  });

  test('whose watchdog asks while the service is about to stop hears nothing after that', async () => {
    const { address, manager } = startManager();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const environment = { NOTIFY_SOCKET: address, WATCHDOG_USEC: '60000000' };
    const { advance, stopping } = await report(environment, () => answered);
    stopping();
    answer();
    await advance(0);
    expect(manager.takeAll()).toEqual(['READY=1', 'STOPPING=1']);
  });

  test('gets no sign of life while the storage cannot be read, and the log says why', async () => {
    const { address, manager } = startManager();
    const environment = { NOTIFY_SOCKET: address, WATCHDOG_USEC: '60000000' };
    const { log } = await report(environment, () => Promise.reject(new Error('disk I/O error')));
    expect(manager.takeAll()).toEqual(['READY=1']);
    expect(log).toEqual([expect.stringContaining('disk I/O error')]);
  });

  test.each([
    ['a path where nobody listens', join(temporaryDirectory(), 'nobody')],
    ['a socket of another kind', 'vsock:2:1'],
    ['a path that is too long', `/${'x'.repeat(200)}`],
  ])('at %s is logged, and stops nothing', async (_what, address) => {
    const { stopping, log } = await report({ NOTIFY_SOCKET: address });
    expect(log[0]).toContain(address);
    stopping();
  });
});

describe('what a service manager asks for', () => {
  test('is nothing without an address, and no watchdog without a time or for another process', () => {
    const address = { NOTIFY_SOCKET: '/run/notify' };
    const watchdogOf = (environment: Readonly<Record<string, string>>) =>
      supervisionIn({ ...address, ...environment })?.watchdogMilliseconds;
    expect(supervisionIn({ WATCHDOG_USEC: '1000' })).toBeUndefined();
    expect(supervisionIn({ NOTIFY_SOCKET: '' })).toBeUndefined();
    expect(supervisionIn(address)).toEqual({ notifySocket: '/run/notify', watchdogMilliseconds: undefined });
    expect(watchdogOf({ WATCHDOG_USEC: '2500' })).toBe(2.5);
    expect(watchdogOf({ WATCHDOG_USEC: '2500', WATCHDOG_PID: String(process.pid) })).toBe(2.5);
    expect(watchdogOf({ WATCHDOG_USEC: '2500', WATCHDOG_PID: '1' })).toBeUndefined();
    expect(watchdogOf({ WATCHDOG_USEC: '0' })).toBeUndefined();
    expect(watchdogOf({ WATCHDOG_USEC: 'soon' })).toBeUndefined();
  });
});

describe('the storage', () => {
  const store = { hasKnownSchema: () => true };

  test('answers when it can be read and nothing is being written, and is not written to for that', async () => {
    const submit = () => Promise.reject(new Error('it was written to'));
    await storageAnswers({ store, writes: { submit, isIdle: () => true } });
  });

  test('answers too when a write is refused, but not before', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    let hasAnswered = false;
    const answering = storageAnswers({ store, writes: { submit: () => promise, isIdle: () => false } }).then(
      () => (hasAnswered = true),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasAnswered).toBe(false);
    reject(new Error('the disk is full'));
    expect(await answering).toBe(true);
  });

  test('does not answer when it cannot be read', async () => {
    const unreadable = {
      hasKnownSchema(): boolean {
        throw new Error('disk I/O error');
      },
    };
    const writes = { submit: () => Promise.reject(new Error('no')), isIdle: () => true };
    expect(storageAnswers({ store: unreadable, writes })).rejects.toThrow('disk I/O error');
  });
});
