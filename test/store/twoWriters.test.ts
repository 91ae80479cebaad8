import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openTestStore, storedId } from '../support/testStore.ts';

const { entriesOf, directory, first, create, update } = openTestStore();
const source = join(import.meta.dir, '../../src');
const writesEach = 100;

/** A process that, when it is told to, updates a subscription many times and prints what became of it each time. */
function spawnWriter(subscriptionId: string) {
  const actor = { ownerId: first.ownerId, apiKeyId: first.apiKeyId, requestId: 'other' };
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(source, 'store/database.ts'))});
    const { writeInline } = await import(${JSON.stringify(join(import.meta.dir, '../support/inlineWrites.ts'))});
    const database = openDatabase(${JSON.stringify(directory)});
    const writes = writeInline(database);
    process.stdout.write('ready');
    for await (const _ of process.stdin) break;
    const outcomes = [];
    for (let amount = 0; amount < ${writesEach}; amount += 1) {
      const command = { kind: 'update', actor: ${JSON.stringify(actor)}, at: '2026-06-16T12:00:00.000Z',
        subscriptionId: ${JSON.stringify(subscriptionId)}, auditEntryId: Bun.randomUUIDv7(), patch: { amount: 1000 + amount } };
      outcomes.push(await writes.submit(command).then(({ outcome }) => outcome, String));
    }
    database.close();
    process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));`;
  return Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
}

test('D26: two processes that write the same record at once take turns: no write is lost, refused or half done', async () => {
  const id = await storedId(create());
  const child = spawnWriter(id);
  const output = child.stdout.getReader();
  await output.read();
  await child.stdin.write('go\n');
  await child.stdin.end();
  const outcomes: string[] = [];
  for (let amount = 0; amount < writesEach; amount += 1) {
    outcomes.push(await update(id, { amount }).then(({ outcome }) => outcome, String));
  }
  const text = new TextDecoder().decode((await output.read()).value);
  const all = [...outcomes, ...(JSON.parse(text) as string[])];
  expect(all.filter((outcome) => outcome !== 'stored')).toEqual([]);
  expect(all).toHaveLength(2 * writesEach);
  const pages = [0, 100, 200].map((offset) => entriesOf(first.ownerId, id, { limit: 100, offset }));
  const entries = pages.flat().toReversed();
  expect(entries).toHaveLength(2 * writesEach + 1);
  for (const [position, entry] of entries.slice(1).entries()) {
    expect(entry.metadata).toMatchObject({ before: entries[position]?.metadata.after });
  }
}, 15_000);
