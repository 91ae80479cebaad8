import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { OutcomeUnknown, StorageUnavailable } from '../../../src/core/writer/storageUnavailable.ts';
import type { WriteCommand } from '../../../src/modules/commands.ts';
import { openWriteQueue, waitingOfOwnerMax } from '../../../src/core/writer/queue.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { queueOptions } from '../../support/service.ts';
import { failureOf, openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const { directory, database, store, first, second, countOf } = openTestStore();
const log: string[] = [];
const queue = openWriteQueue(queueOptions(directory, log));
afterAll(() => queue.close());

function creation(name = 'Netflix', owner = first): Extract<WriteCommand, { kind: 'subscription.create' }> {
  return {
    kind: 'subscription.create',
    actor: { ...owner.principal, requestId: systemRandomness.uuid() },
    at: '2026-06-16T12:00:00.000Z',
    subscriptionId: systemRandomness.uuid(),
    auditEntryId: systemRandomness.uuid(),
    draft: { ...validDraft, name },
  };
}

/** The ids of the subscriptions that were stored last, in the order of their rows. */
function latestIds(count: number): string[] {
  const query = database.query<{ id: string }, [number]>('SELECT id FROM subscriptions ORDER BY sequence DESC LIMIT ?');
  return query
    .all(count)
    .map(({ id }) => id)
    .toReversed();
}

describe('the write worker', () => {
  test('stores what is submitted, and a read right after the answer sees it', async () => {
    const command = creation();
    expect(await queue.submit(command)).toMatchObject({ outcome: 'stored' });
    expect(store.subscriptions.find(first.ownerId, command.subscriptionId)).toBeDefined();
  });

  test('stores what is submitted without a pause with one commit', async () => {
    const groups: number[] = [];
    const onGroupCommit = ({ commands }: { readonly commands: number }) => void groups.push(commands);
    const other = openWriteQueue({ ...queueOptions(directory, log), onGroupCommit });
    await Promise.all([creation(), creation()].map((command) => other.submit(command)));
    await other.close();
    expect(groups).toEqual([2]);
  });

  test('executes commands in the order of their submission, whoever submits them', async () => {
    const commands = Array.from({ length: 400 }, (_, place) => creation(`name ${place}`, place % 2 ? first : second));
    const results = await Promise.all(commands.map((command) => queue.submit(command)));
    expect(results.every(({ outcome }) => outcome === 'stored')).toBe(true);
    expect(latestIds(400)).toEqual(commands.map(({ subscriptionId }) => subscriptionId));
  });

  test('lets so many writes of an owner wait and refuses the next ones, also while those of others are taken', async () => {
    const many = Array.from({ length: waitingOfOwnerMax + 2 }, (_, place) => queue.submit(creation(`waits ${place}`)));
    const single = queue.submit(creation('single', second));
    const ended = await Promise.allSettled(many);
    expect(await single).toMatchObject({ outcome: 'stored' });
    const refused = ended.flatMap(({ status }, place) => (status === 'rejected' ? [place] : []));
    expect(refused).toEqual([waitingOfOwnerMax, waitingOfOwnerMax + 1]);
    expect(await queue.submit(creation('again'))).toMatchObject({ outcome: 'stored' });
  });

  test('loses no update of two that are submitted at once', async () => {
    const { subscriptionId, ...origin } = creation();
    await queue.submit({ ...origin, subscriptionId });
    const patches = [{ amount: 1 }, { category: 'Other' }, { status: 'paused' as const }];
    await Promise.all(
      patches.map((patch) =>
        queue.submit({
          ...origin,
          kind: 'subscription.update',
          subscriptionId,
          auditEntryId: systemRandomness.uuid(),
          patch,
        }),
      ),
    );
    expect(store.subscriptions.find(first.ownerId, subscriptionId)).toMatchObject({
      amountHundredths: 100,
      category: 'Other',
      status: 'paused',
    });
  });

  test('lets a command that fails take no other with it', async () => {
    database.run(
      "CREATE TRIGGER picky BEFORE INSERT ON audit_entries WHEN NEW.metadata LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'made to fail'); END",
    );
    const before = countOf('subscriptions');
    const names = ['good', 'poison', 'good', 'poison', 'good'];
    const failures = await Promise.all(names.map((name) => failureOf(queue.submit(creation(name)))));
    expect(failures.map((failure) => failure instanceof Error && failure.message)).toEqual([
      false,
      'made to fail',
      false,
      'made to fail',
      false,
    ]);
    expect(countOf('subscriptions')).toBe(before + 3);
    database.run('DROP TRIGGER picky');
  });
});

describe('when another process holds the write lock', () => {
  test('§7.1: writes wait in their worker while reads are served, are refused after the timeout, and are served again', async () => {
    const other = new Database(join(directory, 'duebook.db'));
    other.run('BEGIN IMMEDIATE');
    const before = countOf('subscriptions');
    let isSettled = false;
    const refused = failureOf(queue.submit(creation())).finally(() => (isSettled = true));
    store.subscriptions.list(first.ownerId, {}, '-createdAt', { limit: 50, offset: 0 });
    await Promise.resolve();
    expect(isSettled).toBe(false);
    expect(await refused).toBeInstanceOf(StorageUnavailable);
    other.run('ROLLBACK');
    expect(countOf('subscriptions')).toBe(before);
    expect(await queue.submit(creation())).toMatchObject({ outcome: 'stored' });
    other.close();
  });
});

describe('when the worker dies', () => {
  test('§7.1: its writes are refused, the death is reported and logged, and a new worker serves the next writes', async () => {
    const failing = openWriteQueue({
      ...queueOptions(directory, log),
      workerUrl: new URL('../../support/mortalThread.ts', import.meta.url),
    });
    log.length = 0;
    expect(await failureOf(failing.submit(creation('die')))).toBeInstanceOf(OutcomeUnknown);
    expect(log).toHaveLength(1);
    expect(failing.health().isFailing).toBe(true);
    let result: unknown;
    do {
      result = await failureOf(failing.submit(creation('live')));
      await Bun.sleep(0);
    } while (result instanceof StorageUnavailable);
    expect(result).toBeUndefined();
    expect(failing.health().isFailing).toBe(false);
    await failing.close();
  });
});

describe('closing', () => {
  test('stores what was submitted before, and refuses what comes after', async () => {
    const closing = openWriteQueue(queueOptions(directory, log));
    const command = creation();
    const stored = closing.submit(command);
    const closed = closing.close();
    expect(await failureOf(closing.submit(creation()))).toBeInstanceOf(StorageUnavailable);
    expect(await stored).toMatchObject({ outcome: 'stored' });
    await closed;
    expect(store.subscriptions.find(first.ownerId, command.subscriptionId)).toBeDefined();
  });
});
