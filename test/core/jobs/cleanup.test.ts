import { describe, expect, test } from 'bun:test';
import type { WriteCommand } from '../../../src/modules/commands.ts';
import { scheduleCleanup } from '../../../src/core/jobs/cleanup.ts';
import { createScheduler } from '../../../src/core/jobs/scheduler.ts';
import type { WriteDoor } from '../../../src/core/writer/queue.ts';
import { commitGroups } from '../../support/commitGroups.ts';
import { instantAt, instantOf, systemRandomness, trackWallSpan } from '../../../src/core/runtime/system.ts';
import { createTestClock } from '../../support/clock.ts';
import { ageKeys } from '../../support/operator.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const daySeconds = 24 * 3600;
const { database, store, first, countOf } = openTestStore();
const commitGroup = commitGroups(database);
const clock = createTestClock('2026-06-16T12:00:00.000Z');
const outcomesKept = trackWallSpan(clock, daySeconds);
const log: string[] = [];
const submitted: WriteCommand[] = [];
const forgets = () => submitted.filter(({ kind }) => kind === 'forget').length;

/** Creates so many records, each with a key of its own. */
function createWithKeys(count: number): void {
  const [keptSince, at] = [instantAt(outcomesKept.earliest()), instantOf(clock)];
  const commands = Array.from({ length: count }, (): WriteCommand => {
    const [subscriptionId, auditEntryId] = [systemRandomness.uuid(), systemRandomness.uuid()];
    const actor = { ...first.principal, requestId: subscriptionId };
    const idempotency = { key: subscriptionId, fingerprint: '', keptSince };
    return { kind: 'subscription.create', actor, at, subscriptionId, auditEntryId, draft: validDraft, idempotency };
  });
  commitGroup(commands);
}

/** The job of a process that has just started, and that knows since when its clock is right. */
function cleanupOf(writes: WriteDoor, kept = outcomesKept) {
  const scheduler = createScheduler(clock);
  const submit = (command: WriteCommand) => {
    submitted.push(command);
    return writes.submit(command);
  };
  scheduleCleanup({
    store,
    writes: { submit: submit as WriteDoor['submit'] },
    keptSince: () => instantAt(kept.earliest()),
    stampedUntil: () => instantAt(kept.latest()),
    scheduler,
    log: (line) => log.push(line),
  }).begin();
  return { close: () => scheduler.stop() };
}

/** What has been begun ends before this does: the writes of these tests take a few microtasks each. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const kept = () => countOf('idempotency_keys');

describe('the outcomes of writes that came with a key', () => {
  test('are deleted when they are older than a day, at the start and then every hour, without any new key', async () => {
    createWithKeys(1100);
    clock.advance(1);
    createWithKeys(3);
    clock.advance(daySeconds);
    const cleanup = cleanupOf(writeInline(database));
    await settled();
    expect([kept(), forgets()]).toEqual([3, 3]);
    clock.advance(3599);
    await settled();
    expect(kept()).toBe(3);
    clock.advance(1);
    await settled();
    expect([kept(), forgets()]).toEqual([0, 4]);
    clock.advance(3600);
    await settled();
    expect(countOf('subscriptions')).toBe(1103);
    await cleanup.close();
    clock.advance(daySeconds);
    await settled();
    expect(forgets()).toBe(4);
    expect(log).toEqual([]);
  });

  test('are tried again an hour later when the storage cannot serve', async () => {
    createWithKeys(1);
    clock.advance(daySeconds + 1);
    const real = writeInline(database);
    let isFailing = true;
    const submit = (command: WriteCommand) => (isFailing ? Promise.reject(new Error('full')) : real.submit(command));
    const cleanup = cleanupOf({ submit: submit as WriteDoor['submit'] });
    await settled();
    expect(log).toEqual(['the cleanup of old idempotency keys failed: Error: full']);
    isFailing = false;
    clock.advance(3600);
    await settled();
    expect(kept()).toBe(0);
    await cleanup.close();
  });
});

describe('when the clock is set', () => {
  /** Lets so many hours pass, and all that is done in each of them. */
  async function passHours(count: number): Promise<void> {
    for (let hour = 0; hour < count; hour += 1) {
      clock.advance(3600);
      await settled();
    }
  }

  test('forward, earlier outcomes are stored for 24 hours of running, and expire within the next hour', async () => {
    ageKeys(database);
    clock.setWall('1970-01-01T00:00:20.000Z');
    const cleanup = cleanupOf(writeInline(database));
    createWithKeys(2);
    clock.advance(1);
    clock.setWall('2026-06-20T12:00:00.000Z');
    createWithKeys(1);
    await passHours(23);
    expect(kept()).toBe(3);
    await passHours(2);
    expect(kept()).toBe(0);
    await cleanup.close();
  });

  test('back, outcomes with a time in the future are stored for at least a day, and not forever', async () => {
    clock.setWall('2038-01-01T00:00:00.000Z');
    createWithKeys(600);
    // As after a restart: this one does not know what the clock showed before.
    clock.setWall('2026-06-25T12:00:00.000Z');
    const cleanup = cleanupOf(writeInline(database), trackWallSpan(clock, daySeconds));
    await settled();
    await passHours(24);
    expect(kept()).toBe(600);
    await passHours(2);
    expect(kept()).toBe(0);
    await cleanup.close();
  });
});
