import { beside, call, medianOf, type Beside } from '../support/beside.ts';
import { progress, type Findings } from '../support/report.ts';
import { seed, type Owner } from '../support/seed.ts';
import { startDuebook, unlogged, type Server } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, rounded } from '../support/statistics.ts';

const rounds = settings.rounds ?? 5;
const records = 10_000;
const idleMilliseconds = 4000;

const limits = { importMilliseconds: 3000, writeMilliseconds: 250, readRatio: 3 };

/** Measures how long an import of the largest number of records takes, and its undoing, and how long others wait meanwhile. */
export async function measureImports(): Promise<Findings> {
  const { directory, owners } = seed([100, 100]);
  const server = await startDuebook(directory, unlogged);
  const [importer, other] = owners;
  if (other === undefined) throw new Error('there must be another owner');
  const idle = await beside(server, other, () => Bun.sleep(idleMilliseconds));
  const rows = [row('nothing', idle, idle)];
  const imports: Beside[] = [];
  const reverts: Beside[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let id = '';
    const file = fileOf(round);
    imports.push(await beside(server, other, async () => void (id = await importFile(server, importer, file))));
    reverts.push(await beside(server, other, () => revert(server, importer, id)));
  }
  await server.stop();
  const [importing, reverting] = [medianOf(imports), medianOf(reverts)];
  rows.push(row('the import', importing, idle), row('its undoing', reverting, idle));
  return {
    title: 'An import of 10,000 records',
    notes: [
      `One owner imports a JSON file of ${records} records and undoes that, ${rounds} times; another reads single subscriptions and patches one, without a pause of more than two milliseconds. Medians; the longest write is the median of the longest of each round.`,
    ],
    tables: [
      {
        heading: 'What others meet',
        columns: ['meanwhile', 'ms', 'p99 of get in ms', 'to idle', 'longest patch in ms'],
        rows,
      },
    ],
    exceeded: [
      ...(importing.took > limits.importMilliseconds ? ['ms of an import'] : []),
      ...(importing.longestWrite > limits.writeMilliseconds ? ['ms that a write waits for an import'] : []),
      ...(importing.readP99 > limits.readRatio * idle.readP99 ? ['p99 of get beside an import, to idle'] : []),
    ],
  };
}

function row(what: string, found: Beside, idle: Beside): string[] {
  const times = [found.took.toFixed(0), rounded(found.readP99), fraction(found.readP99 / idle.readP99)];
  progress(what, ...times, rounded(found.longestWrite));
  return [what, ...times, rounded(found.longestWrite)];
}

async function importFile(server: Server, owner: Owner, file: string): Promise<string> {
  const { import: report } = (await call(server, owner, 'POST', '/api/v1/import', file)) as { import: { id: string } };
  return report.id;
}

async function revert(server: Server, owner: Owner, id: string): Promise<void> {
  await call(server, owner, 'POST', `/api/v1/imports/${id}/revert`);
}

function fileOf(round: number): string {
  const subscriptions = Array.from({ length: records }, (_, place) => ({
    name: `Name ${round} ${place}`,
    category: `Category ${place % 20}`,
    amount: (place % 9000) + 1,
    currency: 'EUR',
    period: place % 2 === 0 ? 'monthly' : 'yearly',
    lastPaymentDate: '2026-01-31',
    details: place % 3 === 0 ? {} : { notes: 'Paid by the joint account. '.repeat(3), tags: ['home', 'shared'] },
  }));
  return JSON.stringify({ format: 'duebook', version: 1, subscriptions });
}
