import { beside, call, medianOf, type Beside } from '../support/beside.ts';
import { progress, type Findings } from '../support/report.ts';
import { seed, type Owner } from '../support/seed.ts';
import { startDuebook, unlogged, type Server } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, rounded } from '../support/statistics.ts';

const rounds = settings.rounds ?? 5;
const records = 10_000;
const idleMilliseconds = 4000;

const titles = {
  importing: 'the import',
  undoing: 'its undoing',
  updating: 'an import that updates as many',
  undoingUpdates: 'the undoing of these updates',
};
type Step = keyof typeof titles;
const steps = Object.keys(titles) as readonly Step[];

// One transaction stores an import, and one undoes it: other writes wait for it, reads do not.
const limits = { importMilliseconds: 3000, readRatio: 3, writeMilliseconds: 1000 };

/**
 * Measures how long an import of the largest number of records takes, one that updates as many, and the undoing of each, and how
 * long others wait meanwhile.
 */
export async function measureImports(): Promise<Findings> {
  const { directory, owners } = seed([100, 100]);
  const server = await startDuebook(directory, unlogged);
  const [importer, other] = owners;
  if (other === undefined) throw new Error('there must be another owner');
  const idle = await beside(server, other, () => Bun.sleep(idleMilliseconds));
  const rows = [row('nothing', idle, idle)];
  const found: Record<Step, Beside[]> = { importing: [], updating: [], undoingUpdates: [], undoing: [] };
  const importBeside = async (step: Step, file: string): Promise<string> => {
    let id = '';
    found[step].push(await beside(server, other, async () => void (id = await importFile(server, importer, file))));
    return id;
  };
  const undoBeside = async (step: Step, id: string): Promise<void> => {
    found[step].push(await beside(server, other, () => revert(server, importer, id)));
  };
  await importFile(server, importer, fileOf(rounds));
  for (let round = 0; round < rounds; round += 1) {
    await undoBeside('undoing', await importBeside('importing', fileOf(round)));
    await undoBeside('undoingUpdates', await importBeside('updating', fileOf(rounds, 1)));
  }
  await server.stop();
  const importing = medianOf(found.importing);
  for (const step of steps) rows.push(row(titles[step], medianOf(found[step]), idle));
  const tooLong = steps.filter((step) => medianOf(found[step]).longestWrite > limits.writeMilliseconds);
  return {
    title: 'An import of 10,000 records',
    notes: [
      `One owner imports a JSON file of ${records} records and undoes that, and one that changes ${records} records, ${rounds} times each; another reads single subscriptions and patches one, without a pause of more than two milliseconds. Medians; the longest get and patch are the medians of the longest of each round.`,
    ],
    tables: [
      {
        heading: 'What others meet',
        columns: ['meanwhile', 'ms', 'p99 of get in ms', 'to idle', 'longest get in ms', 'longest patch in ms'],
        rows,
      },
    ],
    exceeded: [
      ...(importing.took > limits.importMilliseconds ? ['ms of an import'] : []),
      ...tooLong.map((step) => `ms that a write waits for ${titles[step]}`),
      ...(importing.readP99 > limits.readRatio * idle.readP99 ? ['p99 of get beside an import, to idle'] : []),
    ],
  };
}

function row(what: string, found: Beside, idle: Beside): string[] {
  const ratio = fraction(found.readP99 / idle.readP99);
  const times = [found.took.toFixed(0), rounded(found.readP99), ratio, rounded(found.longestRead)];
  progress(what, ...times, rounded(found.longestWrite));
  return [what, ...times, rounded(found.longestWrite)];
}

async function importFile(server: Server, owner: Owner, file: string): Promise<string> {
  const { import: report } = (await call(server, owner, 'POST', '/api/v1/import?onDuplicate=update', file)) as {
    import: { id: string };
  };
  return report.id;
}

async function revert(server: Server, owner: Owner, id: string): Promise<void> {
  await call(server, owner, 'POST', `/api/v1/imports/${id}/revert`);
}

/** @param change added to each amount and note, so that the same file with another one updates all records */
function fileOf(round: number, change = 0): string {
  const subscriptions = Array.from({ length: records }, (_, place) => ({
    name: `Name ${round} ${place}`,
    category: `Category ${place % 20}`,
    amount: (place % 9000) + 1 + change,
    currency: 'EUR',
    period: place % 2 === 0 ? 'monthly' : 'yearly',
    lastPaymentDate: '2026-01-31',
    details: place % 3 === 0 ? {} : { notes: `Paid by account ${change}. `.repeat(4), tags: ['home', 'shared'] },
  }));
  return JSON.stringify({ format: 'duebook', version: 1, subscriptions });
}
