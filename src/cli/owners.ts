import { retryWhileBusy } from '../store/sqlite/retryWhileBusy.ts';
import type { OwnerRecord, Store } from '../store/store.ts';
import { pauseThread, type Clock } from '../runtime/system.ts';
import { withExistingStore } from '../server/dataDirectory.ts';
import { alignedColumns, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

interface OwnerCommandOptions {
  readonly dataDir: string;
  readonly json: boolean;
  readonly terminal: Terminal;
}

const pauseMillisecondsMin = 5;
const logWaitMilliseconds = 100;
// A server that has just started may be clearing away the same.
const busyMillisecondsMax = 60_000;

/** Prints every owner, with how many keys and subscriptions each has. */
export function listOwners({ dataDir, json, terminal }: OwnerCommandOptions): ExitCode {
  return withExistingStore({ dataDir, terminal }, (store) => {
    const owners = store.owners.list();
    const rows = owners.map((owner) => [
      owner.name,
      String(owner.keys),
      String(owner.subscriptions),
      owner.createdAt.slice(0, 10),
    ]);
    const lines = json
      ? [JSON.stringify(owners)]
      : alignedColumns([['OWNER', 'KEYS', 'SUBSCRIPTIONS', 'CREATED'], ...rows]);
    for (const line of lines) terminal.result(line);
    return exitCode.done;
  });
}

/** The first name among those of other owners that differs from a name in case alone, or not at all. */
export function sameButForCase(owner: string, others: readonly OwnerRecord[]): string | undefined {
  const folded = (name: string) => name.normalize('NFKC').toLowerCase();
  return others.find(({ name }) => folded(name) === folded(owner))?.name;
}

/** Gives an owner another name. Its keys open the same records as before. */
export function renameOwner(name: string, newName: string, { dataDir, json, terminal }: OwnerCommandOptions): ExitCode {
  return withExistingStore({ dataDir, terminal }, (store) => {
    const same = sameButForCase(newName, othersThan(name, store));
    if (same !== undefined && same !== newName) {
      terminal.notice(
        `duebook: there is an owner ${JSON.stringify(same)}, which differs only in case: choose another name`,
      );
      return exitCode.failed;
    }
    const outcome = store.owners.rename(name, newName);
    if (outcome === 'unknown') return unknownOwner(name, terminal);
    if (outcome === 'taken') {
      terminal.notice(`duebook: there is an owner ${JSON.stringify(newName)} already: choose another name`);
      return exitCode.failed;
    }
    terminal.result(json ? JSON.stringify({ name, newName, renamed: true }) : `renamed ${name} to ${newName}`);
    return exitCode.done;
  });
}

/** Every owner but one; none if there is no such owner. */
function othersThan(name: string, { owners }: Store): readonly OwnerRecord[] {
  const all = owners.list();
  const others = all.filter((owner) => owner.name !== name);
  return others.length === all.length ? [] : others;
}

/** Deletes an owner with all that is kept for it, if that is confirmed. A server refuses its keys from the next request on. */
export function deleteOwner(
  name: string,
  isConfirmed: boolean,
  { dataDir, json, terminal, clock }: OwnerCommandOptions & { readonly clock: Clock },
): ExitCode {
  return withExistingStore({ dataDir, terminal }, (store) => {
    const owner = isConfirmed ? store.owners.remove(name) : store.owners.find(name);
    // Also what an earlier command has left that was killed meanwhile.
    if (isConfirmed) clearAll(store, clock);
    if (owner === undefined) return unknownOwner(name, terminal);
    if (!isConfirmed) {
      terminal.notice(`duebook: this deletes ${extentOf(owner)} permanently: add --yes to confirm`);
      return exitCode.misused;
    }
    const { keys, subscriptions } = owner;
    terminal.result(json ? JSON.stringify({ name, deleted: true, keys, subscriptions }) : `deleted ${extentOf(owner)}`);
    return exitCode.done;
  });
}

/** Clears away what deleted owners have left, and lets a server write between two pieces. */
function clearAll({ owners }: Store, clock: Clock): void {
  for (;;) {
    const begunAt = clock.monotonicMilliseconds();
    const next = retryWhileBusy(() => owners.clearNext(), busyMillisecondsMax);
    if (next === 'done') return;
    // The database is free for as long as it was held, so that a server gets it with one of its next tries.
    const pause = Math.max(pauseMillisecondsMin, clock.monotonicMilliseconds() - begunAt);
    pauseThread(next === 'wait' ? logWaitMilliseconds : pause);
  }
}

function extentOf({ name, keys, subscriptions }: OwnerRecord): string {
  const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return `${name} with ${counted(keys, 'key')} and ${counted(subscriptions, 'subscription')}`;
}

function unknownOwner(name: string, terminal: Terminal): ExitCode {
  terminal.notice(`duebook: there is no owner ${JSON.stringify(name)}: "duebook owners list" shows the names`);
  return exitCode.failed;
}
