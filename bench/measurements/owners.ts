import { rmSync } from 'node:fs';
import { bytesOf, measureBackup, measureStarts, secondsOfCheck } from '../owners/disk.ts';
import { measureGrowth } from '../owners/growth.ts';
import { multiplied, recordsOfOwner, seedHouseholds, dueOfOwner, type Households } from '../owners/households.ts';
import { measureMidnight, measureReminderTime } from '../owners/midnight.ts';
import { kneeOf, measureCalls, measureMix, p99Max, readOnce, writesOf, type Step } from '../owners/throughput.ts';
import { measureCommands, measureWalks } from '../owners/walks.ts';
import type { Beside } from '../support/beside.ts';
import { progress, type Findings } from '../support/report.ts';
import { startDuebook } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { median, rounded } from '../support/statistics.ts';

const { owners: sizes } = settings;
const rounds = settings.rounds ?? 2;
const idleSeconds = 3;
// Jobs of all owners take longer with more of them, in proportion: the largest size up to this one tells enough.
const jobsOwnersMax = 10_000;
const mebibyte = 2 ** 20;
// What is assumed of a host of households.
const [hostOwners, changesAYear, paymentsAYear] = [50_000, 365, 370];

/** What was found with one number of owners. */
type Found = Awaited<ReturnType<typeof measureSize>>;

/** Measures one machine with more and more owners: to which load it answers in time, and what grows with the owners. */
export async function measureOwners(): Promise<Findings> {
  const [least = 0] = sizes;
  if (sizes.some((size) => size % least !== 0)) throw new Error('BENCH_OWNERS: each must be a multiple of the first');
  const growth = await measureGrowth();
  const base = seedHouseholds(least);
  const found: Found[] = [];
  for (const size of sizes) {
    const households = multiplied(base, size / least);
    progress(size, 'owners seeded', `${rounded(bytesOf(households) / mebibyte)} MiB`);
    // Gibibytes that are still on their way to the disk would hold up what is measured first.
    Bun.spawnSync(['sync']);
    found.push(await measureSize(households));
    rmSync(households.directory, { recursive: true, force: true });
  }
  return findingsOf(found, growth);
}

async function measureSize(households: Households) {
  const owners = households.keys.length;
  const bytes = bytesOf(households);
  const starts = await measureStarts(households);
  const server = await startDuebook(households.directory);
  await Bun.sleep(idleSeconds * 1000);
  const idle = server.residentMebibytes();
  await readOnce(server, households, 'one');
  const afterOne = server.residentMebibytes();
  await readOnce(server, households, 'each');
  const memory = { idle, afterOne, afterEach: server.residentMebibytes() };
  progress('memory', ...Object.values(memory).map(rounded));
  const calls = await measureCalls(server, households);
  const mix = await measureMix(server, households);
  const backup = await measureBackup(server, households);
  await server.stop();
  const check = await secondsOfCheck(households);
  const commands = await measureCommands(households);
  const walks = measureWalks(households);
  const hasJobs = owners === sizes.findLast((size) => size <= jobsOwnersMax);
  const midnight = hasJobs ? await measureMidnight(households) : undefined;
  const reminders = hasJobs ? await measureReminderTime(households) : undefined;
  return { owners, bytes, starts, memory, calls, mix, backup, check, commands, walks, midnight, reminders };
}

function findingsOf(found: readonly Found[], growth: Awaited<ReturnType<typeof measureGrowth>>): Findings {
  const columns = found.map(({ owners }) => `${thousands(owners)} owners`);
  return {
    title: 'As the owners grow',
    notes: [
      `Databases of ${sizes.map(thousands).join(', ')} owners with ${recordsOfOwner} subscriptions each, the audit entry of each creation, a key, a channel and a rule of reminders. Each request is of an owner drawn at random from all of them. ${rounds} rounds of ${settings.seconds} s, medians. The server has one core, and the load the other one. Times are in milliseconds, unless they say otherwise.`,
      'The mix is 30 % revision (what an open dashboard asks for), 25 % get, 25 % list, 10 % summary, 9 % patch and 1 % create, in a closed loop.',
      `The knee is the step of the mix with the most requests a second of those with a p99 of at most ${p99Max} ms.`,
      `Each further change of a subscription takes ${growth.changeBytes.toFixed(0)} bytes of the database, each automatic payment ${growth.paymentBytes.toFixed(0)}, both with their audit entries.`,
      `A backup runs on the core of the server, beside the mix over 8 connections. At midnight, ${dueOfOwner} subscriptions of each owner are renewed automatically. At the time of the reminders of all owners, all of their subscriptions are searched; nothing is sent. Beside these jobs and all that else goes on, one owner sends get and patch, one after the other.`,
    ],
    tables: [
      {
        heading: 'The mix: requests a second, p50 / p99',
        columns: ['connections', ...columns],
        rows: stepRows(found, 'mix'),
      },
      { heading: 'The knee', columns: ['what', ...columns], rows: kneeRows(found) },
      {
        heading: 'Single calls: requests a second, p50 / p99',
        columns: ['what', 'connections', ...columns],
        rows: stepRows(found, 'calls'),
      },
      { heading: 'Size, memory, starts, backups', columns: ['what', ...columns], rows: sizeRows(found) },
      {
        heading: 'What else goes on: how long it takes, and the longest get / patch meanwhile',
        columns: ['what', ...columns],
        rows: rowsByName(found, ({ commands }) =>
          commands.map(([what, met]) => [
            what,
            `${rounded(met.took)}, ${rounded(met.longestRead)} / ${rounded(met.longestWrite)}`,
          ]),
        ),
      },
      {
        heading: `A host of ${thousands(hostOwners)} households, extrapolated`,
        columns: ['what', ''],
        rows: hostRows(found, growth),
      },
      {
        heading: 'Searches that may walk all owners',
        columns: ['what', ...columns],
        rows: rowsByName(found, ({ walks }) =>
          walks.map(([what, where, milliseconds]) => [`${what} (${where})`, rounded(milliseconds)]),
        ),
      },
    ],
  };
}

/** What a host waits for, in proportion to what was measured with the most owners. */
function hostRows(found: readonly Found[], growth: Awaited<ReturnType<typeof measureGrowth>>): string[][] {
  const most = found.at(-1);
  const withJobs = found.findLast(({ midnight }) => midnight !== undefined);
  if (most === undefined) return [];
  const yearBytes = changesAYear * growth.changeBytes + paymentsAYear * growth.paymentBytes;
  const hostBytes = hostOwners * (most.bytes / most.owners + yearBytes);
  const minutes = (seconds: number) => rounded(seconds / 60);
  const secondsOfGigabyte = (seconds: number) => rounded(seconds / (most.bytes / 1e9));
  const ofJobs = (took: number | undefined, ratio: number) =>
    took === undefined ? '' : minutes((took / 1000) * ratio);
  const ownersRatio = hostOwners / (withJobs?.owners ?? Number.NaN);
  const paymentsRatio = ((paymentsAYear / 365) * hostOwners) / (withJobs?.midnight?.payments ?? Number.NaN);
  return [
    ['GB of the database after a year', rounded(hostBytes / 1e9)],
    ['s of a backup for each GB', secondsOfGigabyte(most.backup.seconds)],
    ['min of a backup after a year', minutes((most.backup.seconds * hostBytes) / most.bytes)],
    ['s of duebook check for each GB', secondsOfGigabyte(most.check)],
    ['min of duebook check after a year', minutes((most.check * hostBytes) / most.bytes)],
    ['min of automatic renewals on a mean day', ofJobs(withJobs?.midnight?.took, paymentsRatio)],
    ['min of a search for the reminders of all', ofJobs(withJobs?.reminders?.took, ownersRatio)],
  ];
}

function stepRows(found: readonly Found[], which: 'mix' | 'calls'): string[][] {
  return (found[0]?.[which] ?? []).map(({ what, connections }, place) => [
    ...(which === 'mix' ? [] : [what]),
    String(connections),
    ...found.map((one) => textOf(one[which][place])),
  ]);
}

function textOf(step: Step | undefined): string {
  if (step === undefined) return '';
  return `${thousands(Math.round(step.perSecond))}, ${rounded(step.p50)} / ${rounded(step.p99)}`;
}

function kneeRows(found: readonly Found[]): string[][] {
  const knees = found.map(({ mix }) => kneeOf(mix));
  const row = (what: string, of: (knee: Step) => string) => [what, ...knees.map((knee) => (knee ? of(knee) : 'none'))];
  return [
    row('connections', ({ connections }) => String(connections)),
    row('requests a second', ({ perSecond }) => thousands(Math.round(perSecond))),
    row('of these, writes a second', (knee) => thousands(Math.round(writesOf(knee)))),
    row('p99', ({ p99 }) => rounded(p99)),
  ];
}

function sizeRows(found: readonly Found[]): string[][] {
  const row = (what: string, of: (one: Found) => string) => [what, ...found.map(of)];
  const perOwner = ({ memory, owners }: Found) => ((memory.afterEach - memory.afterOne) * mebibyte) / owners;
  return [
    row('subscriptions', ({ owners }) => thousands(owners * recordsOfOwner)),
    row('MiB of the database', ({ bytes }) => rounded(bytes / mebibyte)),
    row('KiB of the database for each owner', ({ bytes, owners }) => rounded(bytes / 1024 / owners)),
    row(`MiB resident, ${idleSeconds} s after the start`, ({ memory }) => rounded(memory.idle)),
    row('MiB after as many requests of one owner', ({ memory }) => rounded(memory.afterOne)),
    row('MiB after a request of each owner', ({ memory }) => rounded(memory.afterEach)),
    row('bytes of memory for each of these owners', (one) => perOwner(one).toFixed(0)),
    row('ms to the first list, files in memory', ({ starts }) => rounded(starts.warm)),
    row('ms to the first list, files on the disk', ({ starts }) => rounded(starts.cold)),
    row('s of a backup under load', ({ backup }) => rounded(backup.seconds)),
    row('MiB of the backup', ({ backup }) => rounded(backup.bytes / mebibyte)),
    row('MiB of the write-ahead log meanwhile, at most', ({ backup }) => rounded(backup.most / mebibyte)),
    row('p99 of the mix before the backup', ({ backup }) => rounded(backup.p99Before)),
    row('p99 of the mix beside the backup, median / worst second', ({ backup: { p99s } }) => medianAndMost(p99s)),
    row('s of duebook check', ({ check }) => rounded(check)),
    row('payments at midnight', ({ midnight }) => (midnight ? thousands(midnight.payments) : '')),
    row('s until all are recorded', ({ midnight }) => secondsOf(midnight)),
    row('p99 of get, longest patch meanwhile', ({ midnight }) => metOf(midnight)),
    row('s until the reminders of all are searched', ({ reminders }) => secondsOf(reminders)),
    row('p99 of get, longest patch meanwhile', ({ reminders }) => metOf(reminders)),
  ];
}

function secondsOf(found: Beside | undefined): string {
  return found ? rounded(found.took / 1000) : '';
}

function metOf(found: Beside | undefined): string {
  return found ? `${rounded(found.readP99)}, ${rounded(found.longestWrite)}` : '';
}

function medianAndMost(values: readonly number[]): string {
  return `${rounded(median(values))} / ${rounded(Math.max(...values))}`;
}

/** A row for each name, with what each size has under it. */
function rowsByName(
  found: readonly Found[],
  of: (one: Found) => (readonly [name: string, text: string])[],
): string[][] {
  const texts = found.map((one) => new Map(of(one)));
  return Array.from(texts[0]?.keys() ?? [], (name) => [name, ...texts.map((ofSize) => ofSize.get(name) ?? '')]);
}

function thousands(count: number): string {
  return count.toLocaleString('en');
}
