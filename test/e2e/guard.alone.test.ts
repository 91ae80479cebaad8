import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { numberFromEnvironment } from '../generator/random.ts';
import { startLargestHousehold } from '../support/largestHousehold.ts';
import { operations, type OperationId } from '../support/operations.ts';

// At night: GUARD_SUBSCRIPTIONS=20000, as two imports of the largest file make. With GUARD_SHOWS=1, it prints what it measures.
const subscriptions = numberFromEnvironment('GUARD_SUBSCRIPTIONS', 2000);
const [secondsMax, growthMax, memoryMax] = [1, 150, 512];

type Read = { [Id in OperationId]: (typeof operations)[Id]['method'] extends 'GET' ? Id : never }[OperationId];

const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();
const last = `limit=100&offset=${subscriptions - 100}`;

/** Queries of each read that make it do the most. */
const queries: Readonly<Record<Read, readonly string[]>> = {
  listSubscriptions: ['include=details&limit=100', `include=details&sort=name&${last}`, 'include=details&q=absent'],
  getSubscription: ['include=details'],
  getDetails: [''],
  getSpendSummary: ['horizonDays=365'],
  findDuplicateSubscriptions: [''],
  getOptimizationSuggestions: [''],
  listPrices: [''],
  listPriceChanges: ['limit=100'],
  getSession: [''],
  listSessions: [''],
  getRevision: [''],
  listUpcomingPayments: ['include=deadlines&limit=1000', `to=${day(1100)}&limit=1000`],
  getForecast: ['months=36'],
  getBudget: [''],
  getSetAside: ['months=36&include=largest'],
  listDeadlines: ['days=400'],
  listPayments: [last, `from=${day(-400)}&${last}`],
  getSpent: [`from=${day(-800)}`],
  getPayment: [''],
  getPreferences: [''],
  getUsage: [''],
  getDoctor: [''],
  getRates: [''],
  getConvertedTotals: [''],
  listReminders: ['limit=100'],
  previewReminders: ['days=1&limit=1000', 'days=30&limit=1000&offset=1000', 'days=90&limit=1000'],
  getReminder: [''],
  listDeliveries: ['limit=100', 'limit=100&state=failed&offset=3900', 'limit=100&state=sent'],
  listImports: [''],
  listActivity: [last],
  exportSubscriptions: ['format=json', 'format=csv&safe=true'],
  listFeeds: [''],
  listKeys: [''],
  listUsers: [''],
  listChannels: ['limit=100'],
  getChannel: [''],
  listAuditLog: [`include=actor&${last}`, `since=${day(-1)}&limit=100`],
};

const { server, key, session, feed, ids } = await startLargestHousehold(subscriptions);

function pathOf(read: Read): string {
  const { path } = operations[read];
  const [, entity = ''] = /(subscription|payment|reminder|channel)s\/\{id\}/.exec(path) ?? [];
  return path.replace('{id}', ids[entity as keyof typeof ids] ?? '');
}

/** A figure of the process in mebibytes, such as its resident memory now, and the most since it was reset. */
function mebibytes(figure: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

/** The seconds for which the process has used processors: other programs do not count. */
function processorSeconds(): number {
  const [, user = 0, system = 0] =
    /\) \S+(?: -?\d+){10} (\d+) (\d+)/.exec(readFileSync(`/proc/${server.child.pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) / 100;
}

/** Reads an answer without keeping it; gives the status, the seconds until its beginning, and how the memory grew. */
async function measured(path: string, headers: Readonly<Record<string, string>>) {
  const before = mebibytes('VmRSS');
  // The most begins anew.
  writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5');
  const [began, used] = [performance.now(), processorSeconds()];
  const response = await fetch(server.origin + path, { headers });
  // Whichever is less: the machine may be busy with other programs, and the process may use several processors.
  const seconds = Math.min((performance.now() - began) / 1000, processorSeconds() - used);
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += piece.byteLength;
  const most = mebibytes('VmHWM');
  return { status: response.status, seconds, bytes, most, growth: most - before };
}

const reads = [
  ...(Object.keys(queries) as Read[]).flatMap((read) => queries[read].map((query) => `${pathOf(read)}?${query}`)),
  feed,
];

describe.if(process.platform === 'linux')(`with ${subscriptions} subscriptions, in ${memoryMax} MiB,`, () => {
  test.each(reads)(`this takes at most ${secondsMax} s and ${growthMax} MiB: %s`, async (path) => {
    const isOfSession = path.startsWith('/api/v1/session');
    const headers = isOfSession ? { 'x-duebook-session': session } : { authorization: `Bearer ${key}` };
    const { status, seconds, most, growth, bytes } = await measured(path, path === feed ? {} : headers);
    if (Bun.env['GUARD_SHOWS'] === '1')
      console.log(
        `${path} ${status}: ${seconds.toFixed(2)} s, +${growth.toFixed(0)} of ${most.toFixed(0)} MiB, ${bytes} bytes`,
      );
    // What is too much to answer is refused.
    expect([200, 400]).toContain(status);
    expect(seconds).toBeLessThanOrEqual(secondsMax);
    expect(growth).toBeLessThanOrEqual(growthMax);
    expect(most).toBeLessThanOrEqual(memoryMax);
  });
});
