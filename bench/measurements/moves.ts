import { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { progress, type Findings } from '../support/report.ts';
import { copyOf, seed } from '../support/seed.ts';
import { settings } from '../support/settings.ts';
import { median, rounded } from '../support/statistics.ts';
import { executable, freshDirectory, runToEnd } from '../support/workspace.ts';

const rounds = settings.rounds ?? 3;
const sizes = [40, 2000, 10_000];
const paymentsOfRecord = 12;
const fileBytesMax = 10 * 1024 ** 2;
const owner = 'owner 1';

/** Measures how long it takes to move an owner to another data directory, and how long export and import take. */
export async function measureMoves(): Promise<Findings> {
  const rows: (string | number)[][] = [];
  for (const records of sizes) rows.push(await measureSize(records));
  return {
    title: 'Moving an owner',
    notes: [
      `An owner has a number of subscriptions, each with ${paymentsOfRecord} payments made and ${paymentsOfRecord + 1} audit entries. \`duebook owners move\` moves it to a data directory with another owner; \`duebook export\` and \`duebook import\` copy its records. Medians of ${rounds} rounds, with the start of each process. An import takes a file of at most 10 MiB.`,
    ],
    tables: [
      {
        heading: 'Time in milliseconds',
        columns: ['subscriptions', 'rows', 'database in MB', 'owners move', 'export', 'file in MB', 'import'],
        rows,
      },
    ],
  };
}

async function measureSize(records: number): Promise<(string | number)[]> {
  const filled = seed([records]);
  const stored = addPayments(filled.directory);
  const bytes = statSync(join(filled.directory, 'duebook.db')).size;
  const [moves, exports, imports]: [number[], number[], number[]] = [[], [], []];
  let fileBytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { directory: from } = copyOf(filled);
    const [to, other] = [await directoryOf('somebody'), await directoryOf(owner)];
    const file = `${freshDirectory()}.json`;
    exports.push(await timeOf('export', '--owner', owner, '--data-dir', from, '--output', file));
    fileBytes = statSync(file).size;
    if (fileBytes <= fileBytesMax) imports.push(await timeOf('import', file, '--owner', owner, '--data-dir', other));
    moves.push(await timeOf('owners', 'move', owner, '--data-dir', from, '--to', to));
  }
  const imported = imports.length === 0 ? 'too large' : rounded(median(imports));
  const times = [rounded(median(moves)), rounded(median(exports)), megabytes(fileBytes), imported];
  progress(records, stored, megabytes(bytes), ...times);
  return [records, stored, megabytes(bytes), ...times];
}

function megabytes(bytes: number): string {
  return rounded(bytes / 1e6);
}

async function directoryOf(name: string): Promise<string> {
  const directory = freshDirectory();
  await runToEnd([
    executable,
    'keys',
    'create',
    '--owner',
    name,
    '--scope',
    'write',
    '--init',
    '--data-dir',
    directory,
  ]);
  return directory;
}

async function timeOf(...words: readonly string[]): Promise<number> {
  const began = performance.now();
  await runToEnd([executable, ...words]);
  return performance.now() - began;
}

/** Adds payments to each subscription, with an audit entry each; returns the number of rows of subscriptions, payments and entries. */
function addPayments(directory: string): number {
  const database = new Database(join(directory, 'duebook.db'));
  const count = `WITH RECURSIVE count(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM count WHERE number < ${paymentsOfRecord})`;
  const id = `lower(format('%s-%s-4000-8000-%s', hex(randomblob(4)), hex(randomblob(2)), hex(randomblob(6))))`;
  database.run(`${count} INSERT INTO audit_entries (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action,
      metadata, created_at)
    SELECT ${id}, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, 'subscription.update',
      json_object('before', json_extract(metadata, '$.after'), 'after', json_extract(metadata, '$.after'), 'patch', json('{}')), created_at
    FROM audit_entries, count WHERE entity_type = 'subscription'`);
  database.run(`${count} INSERT INTO payments (id, owner_id, subscription_id, due_on, paid_on, amount_hundredths, currency, source,
      audit_entry_id)
    SELECT ${id}, owner_id, id, date(last_payment_date, (1 - number) || ' months'),
      date(last_payment_date, (1 - number) || ' months'), amount_hundredths, currency, 'manual', ${id}
    FROM subscriptions, count`);
  const counted = ['subscriptions', 'payments', 'audit_entries'].map(
    (table) => database.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0,
  );
  database.close();
  return counted.reduce((sum, rows) => sum + rows, 0);
}
