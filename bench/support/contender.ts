import type { CallName } from './calls.ts';
import { calls } from './calls.ts';
import { load, type Load } from './load.ts';
import { addRecords, type Data, type Owner } from './seed.ts';
import type { Server } from './servers.ts';

/** A server and one of the owners whose records it serves. */
export interface Contender {
  readonly server: Server;
  readonly data: Data;
  readonly owner: Owner;
  /** Subscriptions that wait to be deleted. */
  readonly doomed: string[];
}

/** How a call is measured. */
export interface Cell {
  readonly call: CallName;
  readonly connections: number;
  readonly seconds: number;
  /** Which turn it is: each draws other ids, and all contenders of a turn the same ones. */
  readonly round: number;
}

/** A server that is measured with the records of one owner, by place. */
export function contender(server: Server, data: Data, ownerPlace = 0): Contender {
  return { server, data, owner: data.owners[ownerPlace] ?? data.owners[0], doomed: [] };
}

/** Measures one call on one server. */
export async function measure({ server, data, owner, doomed }: Contender, cell: Cell): Promise<Load> {
  const { call, connections, seconds, round } = cell;
  const plan = { origin: server.origin, key: owner.key, calls: [calls[call]], connections, seconds, seed: round + 1 };
  if (call !== 'delete') return load({ ...plan, ids: owner.ids });
  for (let wanted = deletionsExpected(cell); ; wanted *= 2) {
    if (doomed.length < wanted) doomed.push(...addRecords(data.directory, owner, wanted - doomed.length));
    const measured = await load({ ...plan, ids: doomed, walks: true });
    doomed.splice(0, measured.idsTaken);
    if (!measured.ranOut) return measured;
  }
}

/** How many subscriptions to have ready, since each deletion takes one of its own: more than are likely to go. */
function deletionsExpected({ connections, seconds }: Cell): number {
  return seconds * (5000 + 800 * connections);
}

/** Measures each contender in turn, again and again, so that what slows the machine slows them all. Results by contender. */
export async function inTurns<Result>(
  rounds: number,
  contenders: readonly Contender[],
  measureOne: (contender: Contender, round: number) => Promise<Result>,
): Promise<Result[][]> {
  const results = contenders.map((): Result[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, one] of contenders.entries()) results[place]?.push(await measureOne(one, round));
  }
  return results;
}
