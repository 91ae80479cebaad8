import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openTestStore, storedId } from '../../support/testStore.ts';

const { entriesOf, directory, first, create, update } = openTestStore();
const source = join(import.meta.dir, '../../../src');
const writesEachMin = 50;
const writesEachMax = 500;
const burst = 5;
// SQLite tries for a lock again every 100 ms at the latest, and not in turn: a longer pause lets in who waits.
const pauseMilliseconds = 120;

/** A process that updates a subscription from when it is told to until it is told to stop, and prints what became of it each time. */
function spawnWriter(subscriptionId: string) {
  const actor = { ...first.principal, requestId: 'other' };
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(source, 'core/database/database.ts'))});
    const { writeInline } = await import(${JSON.stringify(join(import.meta.dir, '../../support/inlineWrites.ts'))});
    const database = openDatabase(${JSON.stringify(directory)});
    const writes = writeInline(database);
    process.stdout.write('ready');
    const told = process.stdin[Symbol.asyncIterator]();
    await told.next();
    let mustStop = false;
    told.next().then(() => (mustStop = true));
    const outcomes = [];
    for (let amount = 0; !mustStop && amount < ${writesEachMax}; amount += 1) {
      const command = { kind: 'subscription.update', actor: ${JSON.stringify(actor)}, at: '2026-06-16T12:00:00.000Z',
        subscriptionId: ${JSON.stringify(subscriptionId)}, auditEntryId: Bun.randomUUIDv7(), patch: { amount: 1000 + amount } };
      outcomes.push(await writes.submit(command).then(({ outcome }) => outcome, String));
      if (outcomes.length % ${burst} === 0) await Bun.sleep(${pauseMilliseconds});
    }
    database.close();
    process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));`;
  return Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
}

function entriesOldestFirst(subscriptionId: string) {
  return entriesOf(first.ownerId, subscriptionId, { limit: 2 * writesEachMax + 1, offset: 0 }).toReversed();
}

/** Whether both sides have written often, and each between two writes of the other. */
function haveTakenTurns(subscriptionId: string): boolean {
  const byOther = entriesOldestFirst(subscriptionId)
    .slice(1)
    .map(({ requestId }) => requestId === 'other');
  const turns = byOther.filter((isOther, place) => isOther !== byOther[place - 1]);
  const writesOfOther = byOther.filter((isOther) => isOther).length;
  return turns.length >= 4 && Math.min(writesOfOther, byOther.length - writesOfOther) >= writesEachMin;
}

test('§6.1: two processes that write the same record at once take turns: no write is lost, refused or half done', async () => {
  const id = await storedId(create());
  const child = spawnWriter(id);
  const output = child.stdout.getReader();
  await output.read();
  await child.stdin.write('go\n');
  await child.stdin.flush();
  const outcomes: string[] = [];
  while (!haveTakenTurns(id) && outcomes.length < writesEachMax) {
    for (let count = 0; count < burst; count += 1) {
      outcomes.push(await update(id, { amount: outcomes.length }).then(({ outcome }) => outcome, String));
    }
    await Bun.sleep(pauseMilliseconds);
  }
  await child.stdin.end();
  // It may come in several pieces.
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await output.read(); !part.done; part = await output.read())
    text += decoder.decode(part.value, { stream: true });
  const all = [...outcomes, ...(JSON.parse(text) as string[])];
  expect(all.filter((outcome) => outcome !== 'stored')).toEqual([]);
  expect(haveTakenTurns(id)).toBe(true);
  const entries = entriesOldestFirst(id);
  expect(entries).toHaveLength(all.length + 1);
  for (const [position, entry] of entries.slice(1).entries()) {
    expect(entry.metadata).toMatchObject({ before: entries[position]?.metadata.after });
  }
}, 30_000);
