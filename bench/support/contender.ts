import type { CallName } from './calls.ts';
import { calls } from './calls.ts';
import { load, type Load, type LoadPlan } from './load.ts';
import { addRecords, type Data, type Owner } from './seed.ts';
import type { Server } from './servers.ts';

/** A server and one of the owners whose records it serves. */
export interface Contender {
  readonly server: Server;
  readonly data: Data;
  readonly owner: Owner;
  /** Subscriptions that wait to be deleted. */
  readonly doomed: string[];
  /** Stores more subscriptions of the owner while the server runs, and gives their ids. */
  readonly addRecords: (count: number) => string[] | Promise<string[]>;
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
  const owner = data.owners[ownerPlace] ?? data.owners[0];
  return { server, data, owner, doomed: [], addRecords: (count) => addRecords(data.directory, owner, count) };
}

/** What a call took: the load, and the processor time of a request, of all threads of the server. */
export interface Measured extends Load {
  readonly processorMicroseconds: number;
}

/** Measures one call on one server. */
export async function measure({ server, owner, doomed, addRecords: add }: Contender, cell: Cell): Promise<Measured> {
  const { call, connections, seconds, round } = cell;
  const plan = { origin: server.origin, key: owner.key, calls: [calls[call]], connections, seconds, seed: round + 1 };
  if (call !== 'delete') return loadOn(server, { ...plan, ids: owner.ids });
  for (let wanted = deletionsExpected(cell); ; wanted *= 2) {
    if (doomed.length < wanted) doomed.push(...(await add(wanted - doomed.length)));
    const measured = await loadOn(server, { ...plan, ids: doomed, walks: true });
    doomed.splice(0, measured.idsTaken);
    if (!measured.ranOut) return measured;
  }
}

async function loadOn(server: Server, plan: LoadPlan): Promise<Measured> {
  const before = server.processorMilliseconds();
  const taken = await load(plan);
  const spent = server.processorMilliseconds() - before;
  return { ...taken, processorMicroseconds: (spent * 1000) / taken.requests };
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
