import { contractCurrencies } from '../../src/domain/subscriptions/currencies.ts';
import { instantOf, systemClock } from '../../src/runtime/system.ts';
import { connectToRead } from '../../src/store/database/database.ts';
import { readDueFigures } from '../../src/store/reports/dueFigures.ts';
import { openStore, type OpenedStore } from '../../src/store/store.ts';
import { beside, type Beside } from '../support/beside.ts';
import { progress } from '../support/report.ts';
import { startDuebook } from '../support/servers.ts';
import { median, rounded } from '../support/statistics.ts';
import { executable, runToEnd } from '../support/workspace.ts';
import type { Households } from './households.ts';

const rounds = 3;
const idleMilliseconds = 3000;
const today = instantOf(systemClock).slice(0, 'YYYY-MM-DD'.length);
const metricsToken = 'a-token-of-the-benchmark-0123456789';

/** What may walk all owners, and where it runs. */
interface Walk {
  readonly what: string;
  readonly where: 'event loop' | 'read worker' | 'start';
  readonly how: (store: OpenedStore) => unknown;
}

const walks: readonly Walk[] = [
  {
    what: 'currencies of records that the settings lack, at each start',
    where: 'start',
    how: (store) => store.countOtherCurrencies(contractCurrencies),
  },
  {
    what: 'whether a reminder is due, each minute, an owner at a time',
    where: 'event loop',
    how: searchTimes,
  },
  {
    what: 'what is due, each minute and soon after writes',
    where: 'event loop',
    how: ({ deliveryWork }) => deliveryWork.due(instantOf(systemClock), { withReminders: true }),
  },
  {
    what: 'whether an automatic renewal may be due, each day',
    where: 'event loop',
    how: (store) => store.renewals.mayExist(today),
  },
  {
    what: 'failing channels, for /readyz, at most each minute',
    where: 'event loop',
    how: (store) => store.deliveryWork.countFailing(instantOf(systemClock, -24 * 3600)),
  },
  {
    what: 'idempotency keys that have expired, each hour',
    where: 'event loop',
    how: (store) => store.areOutcomesOutside(instantOf(systemClock, -24 * 3600), instantOf(systemClock)),
  },
];

function searchTimes({ reminderPlan }: OpenedStore): void {
  const time = { until: systemClock.wallMilliseconds(), timeZone: 'UTC' };
  for (const ownerId of reminderPlan.owners()) reminderPlan.dueOf(ownerId, time);
}

/** The milliseconds of each search that may walk all owners, in a process of its own. */
export function measureWalks({
  directory,
}: Households): (readonly [what: string, where: string, milliseconds: number])[] {
  const store = openStore(directory);
  const found = walks.map(({ what, where, how }) => [what, where, timed(() => how(store))] as const);
  store.close();
  const database = connectToRead(directory);
  const figures = readDueFigures(database);
  const all = timed(() => {
    let after: number | undefined;
    do after = figures.slice({ today, isPerOwner: false, afterOwner: after }).lastOwner;
    while (after !== undefined);
  });
  database.close();
  const rows = [
    ...found,
    ['what is due of each owner, for /metrics, at most each minute', 'read worker', all] as const,
  ];
  for (const [what, , milliseconds] of rows) progress(what, rounded(milliseconds));
  return rows;
}

/** The median of the milliseconds of some work, of which the first run is not counted. */
function timed(work: () => unknown): number {
  work();
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return median(times);
}

/** What an owner meets while something else goes on, and how long that takes. */
export async function measureCommands(households: Households): Promise<(readonly [what: string, met: Beside])[]> {
  const { directory, keys, ids } = households;
  const server = await startDuebook(directory, { DUEBOOK_METRICS_TOKEN: metricsToken });
  const place = keys.length - 1;
  const caller = { key: keys[place] ?? '', ids: [ids[place] ?? ''] };
  const command = (...words: readonly string[]) => runToEnd([executable, ...words, '--data-dir', directory]);
  async function scrape(path = '/metrics'): Promise<void> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const answer = await fetch(server.origin + path, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  }
  const idle = () => Bun.sleep(idleMilliseconds);
  const met: (readonly [string, Beside])[] = [];
  const works = {
    'the jobs after a start': idle,
    nothing: idle,
    '/readyz': () => scrape('/readyz'),
    '/metrics, the first time': () => scrape(),
    // Reads what is due, which the first one did not wait for.
    'the figures of /metrics, read on': () => idle(),
    '/metrics, with what was read': () => scrape(),
    'duebook owners list': () => command('owners', 'list'),
    'duebook keys list': () => command('keys', 'list'),
    'duebook keys create': () => command('keys', 'create', '--owner', 'household 1', '--scope', 'read'),
    'duebook keys create, a new owner': () =>
      command('keys', 'create', '--owner', `Zoë ${keys.length}`, '--scope', 'write', '--new-owner'),
  } satisfies Record<string, () => Promise<unknown>>;
  for (const [what, work] of Object.entries(works)) {
    const one = await beside(server, caller, work);
    progress(what, rounded(one.took), rounded(one.longestRead), rounded(one.longestWrite));
    met.push([what, one]);
  }
  await server.stop();
  return met;
}
