import { openDatabase } from '../../src/store/database/database.ts';
import { progress } from '../support/report.ts';
import { startDuebook } from '../support/servers.ts';
import { median } from '../support/statistics.ts';
import { bytesOf, countOf, repeatUntil } from './disk.ts';
import { dueOfOwner, type Households } from './households.ts';
import { mixFor } from './throughput.ts';

const pollMilliseconds = 100;
const secondsMax = 300;

/**
 * What a midnight brings: all owners want automatic renewals, and some subscriptions of each were due yesterday. They are renewed
 * soon after a start in the same way as at midnight. Changes the database for good.
 */
export async function measureMidnight(households: Households) {
  const database = openDatabase(households.directory);
  database.run('UPDATE owners SET auto_renew = 1');
  database.close(true);
  const bytes = bytesOf(households);
  const [before, due] = [countOf(households, 'payments'), dueOfOwner * households.keys.length];
  const server = await startDuebook(households.directory);
  const began = performance.now();
  let seconds = Number.NaN;
  async function allPaid(): Promise<void> {
    while (countOf(households, 'payments') < before + due) {
      if (performance.now() - began > secondsMax * 1000) throw new Error('the automatic renewals do not end');
      await Bun.sleep(pollMilliseconds);
    }
    seconds = (performance.now() - began) / 1000;
  }
  const { p99s } = await repeatUntil(allPaid(), () => mixFor(server, households, 2));
  const { p99Milliseconds: after } = await mixFor(server, households, 3);
  await server.stop();
  progress('midnight', `${due} payments in ${seconds} s`, `p99 ${median(p99s)}`, `then ${after}`);
  return { payments: due, seconds, p99: median(p99s), p99After: after, bytesOfPayment: (bytesOf(households) - bytes) / due };
}
