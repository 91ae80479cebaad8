import { describe, expect, test } from 'bun:test';
import type { WriteCommand } from '../../../src/modules/commands.ts';
import { createScheduler } from '../../../src/core/jobs/scheduler.ts';
import { scheduleUses } from '../../../src/core/jobs/uses.ts';
import type { WriteDoor } from '../../../src/core/writer/queue.ts';
import { instantOf } from '../../../src/core/runtime/system.ts';
import { createTestClock } from '../../support/clock.ts';
import { signIn } from '../../support/storedPeople.ts';
import { openTestStore } from '../../support/testStore.ts';

function startUses() {
  const clock = createTestClock('2026-06-16T12:30:00.000Z');
  const scheduler = createScheduler(clock);
  const stored: (readonly { readonly id: string; readonly hour: string }[])[] = [];
  const log: string[] = [];
  let failure: Error | undefined;
  const submit = async (command: WriteCommand) => {
    if (failure !== undefined) throw failure;
    if (command.kind === 'recordUses') stored.push(command.uses);
    return { outcome: 'recorded' };
  };
  const writes = { submit: submit as WriteDoor['submit'] };
  const uses = scheduleUses({ scheduler, writes, clock, log: (line) => log.push(line) });
  uses.begin();
  /** Lets time pass, and the runs end that it begins. */
  async function pass(seconds: number): Promise<void> {
    clock.advance(seconds);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const minute = () => pass(60);
  return { uses, stored, log, pass, minute, fail: (error?: Error) => void (failure = error) };
}

const [twelve, one] = ['2026-06-16T12:00:00.000Z', '2026-06-16T13:00:00.000Z'];

describe('the uses of keys and sessions', () => {
  test('are stored within a minute, once an hour for each key, and nothing is written without a new one', async () => {
    const { uses, stored, pass, minute } = startUses();
    await minute();
    expect(stored).toEqual([]);
    for (const id of ['a', 'b', 'a']) uses.note(id);
    await minute();
    uses.note('a');
    await minute();
    expect(stored).toEqual([
      [
        { id: 'a', hour: twelve },
        { id: 'b', hour: twelve },
      ],
    ]);
    await pass(1800);
    uses.note('a');
    await minute();
    expect(stored.slice(1)).toEqual([[{ id: 'a', hour: one }]]);
  });

  test('have the hour of the use, not that of the write', async () => {
    const { uses, stored, pass, minute } = startUses();
    await pass(1799);
    uses.note('a');
    await pass(1);
    uses.note('a');
    await minute();
    expect(stored).toEqual([[{ id: 'a', hour: twelve }]]);
    uses.note('a');
    await minute();
    expect(stored[1]).toEqual([{ id: 'a', hour: one }]);
  });

  test('are kept when the storage fails, and stored with the next minute', async () => {
    const { uses, stored, log, minute, fail } = startUses();
    uses.note('a');
    fail(new Error('the disk is full'));
    await minute();
    expect(log).toEqual(['the last uses of keys could not be stored: Error: the disk is full']);
    fail();
    uses.note('b');
    await minute();
    expect(
      stored
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['a', 'b']);
  });

  test('of many keys are stored in several commands, and those of a stop at once', async () => {
    const { uses, stored, minute } = startUses();
    for (let index = 0; index < 250; index += 1) uses.note(`key ${index}`);
    await uses.end();
    expect(stored.map((some) => some.length)).toEqual([100, 100, 50]);
    uses.note('late');
    await minute();
    expect(stored).toHaveLength(3);
  });
});

describe('a session that is used', () => {
  test('once a day after its first one expires 30 days after the last use, whenever that is', async () => {
    const { store, writes, first } = openTestStore();
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const uses = scheduleUses({ scheduler: createScheduler(clock), writes, clock, log: () => undefined });
    const session = signIn(store, { method: 'key', keyId: first.apiKeyId });
    if (session === undefined) throw new Error('the sign-in was refused');
    const expiresAt = async () => {
      uses.note(session.id);
      await uses.end();
      return store.sessions.findHolder(session.token, () => instantOf(clock))?.expiresAt;
    };
    const seen = [];
    for (const hours of [23, 2, 1, 30]) {
      clock.advance(hours * 3600);
      seen.push(await expiresAt());
    }
    expect(seen).toEqual([
      '2026-07-16T12:00:00.000Z',
      '2026-07-17T13:00:00.000Z',
      '2026-07-17T13:00:00.000Z',
      '2026-07-18T20:00:00.000Z',
    ]);
  });
});
