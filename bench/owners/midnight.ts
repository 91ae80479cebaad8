import { instantOf, systemClock } from '../../src/runtime/system.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { beside, type Beside } from '../support/beside.ts';
import { progress } from '../support/report.ts';
import { startDuebook } from '../support/servers.ts';
import { countOf } from './disk.ts';
import { wantRenewals } from './growth.ts';
import { dueOfOwner, type Households } from './households.ts';

const pollMilliseconds = 100;
const secondsMax = 600;

async function waitUntil(isDone: () => boolean): Promise<void> {
  const began = performance.now();
  while (!isDone()) {
    if (performance.now() - began > secondsMax * 1000) throw new Error('the jobs do not end');
    await Bun.sleep(pollMilliseconds);
  }
}

/**
 * What a midnight brings: all owners want automatic renewals, and some subscriptions of each were due yesterday. They are renewed
 * soon after a start in the same way as at midnight. Changes the database for good.
 */
export async function measureMidnight(households: Households) {
  wantRenewals(households);
  const payments = dueOfOwner * households.keys.length;
  const paid = countOf(households, 'payments') + payments;
  const found = await besideJobs(households, () => countOf(households, 'payments') >= paid);
  progress('midnight', `${payments} payments`, ...Object.values(found).map(String));
  return { ...found, payments };
}

/**
 * What the time of a reminder brings that all owners have: a search through all their subscriptions for what is due. The channels
 * are off, so nothing is sent.
 */
export async function measureReminderTime(households: Households) {
  const database = openDatabase(households.directory);
  const dayAgo = instantOf(systemClock, -24 * 3600);
  database.run('UPDATE channels SET enabled = 0');
  database.run('UPDATE reminders SET active_since = ?', [dayAgo]);
  database.run('UPDATE reminder_progress SET planned_until = ?', [dayAgo]);
  const left = database.query('SELECT 1 FROM reminder_progress WHERE planned_until = ? LIMIT 1');
  const found = await besideJobs(households, () => left.get(dayAgo) === null);
  database.close();
  progress('reminders', ...Object.values(found).map(String));
  return found;
}

/** Starts a server, and waits until its jobs have done what they began with. Meanwhile, an owner reads and writes. */
async function besideJobs({ directory, keys, ids }: Households, isDone: () => boolean): Promise<Beside> {
  const server = await startDuebook(directory);
  const found = await beside(server, { key: keys.at(-1) ?? '', ids: ids.slice(-1) }, () => waitUntil(isDone));
  await server.stop();
  return found;
}
