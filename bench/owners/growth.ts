import { openDatabase } from '../../src/store/database/database.ts';
import { progress } from '../support/report.ts';
import { startDuebook } from '../support/servers.ts';
import { bytesOf, countOf } from './disk.ts';
import { dueOfOwner, seedHouseholds, type Households } from './households.ts';
import { patchFor } from './throughput.ts';

const owners = 100;
const patchSeconds = 3;
const pollMilliseconds = 100;

/**
 * The bytes by which a database grows with each change of a subscription, and with each automatic payment. It is a small one, in
 * which there are soon more changes than records: the pages of a new index are full, and its first changes split them.
 */
export async function measureGrowth() {
  const households = seedHouseholds(owners);
  await change(households);
  const before = sizesOf(households);
  await change(households);
  const changed = sizesOf(households);
  const changeBytes = (changed.bytes - before.bytes) / (changed.entries - before.entries);
  const payments = dueOfOwner * owners;
  await renewAll(households, payments);
  const paymentBytes = (bytesOf(households) - changed.bytes) / payments;
  progress('growth', `${changeBytes} bytes of a change`, `${paymentBytes} bytes of a payment`);
  return { changeBytes, paymentBytes };
}

function sizesOf(households: Households) {
  return { bytes: bytesOf(households), entries: countOf(households, 'audit_entries') };
}

async function change(households: Households): Promise<void> {
  const server = await startDuebook(households.directory);
  await patchFor(server, households, patchSeconds);
  await server.stop();
}

async function renewAll(households: Households, payments: number): Promise<void> {
  wantRenewals(households);
  const server = await startDuebook(households.directory);
  while (countOf(households, 'payments') < payments) await Bun.sleep(pollMilliseconds);
  await server.stop();
}

/** Makes all owners want automatic renewals. */
export function wantRenewals({ directory }: Households): void {
  const database = openDatabase(directory);
  database.run('UPDATE owners SET auto_renew = 1');
  database.close(true);
}
