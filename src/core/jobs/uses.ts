import { endedSessionSeconds, extensionSeconds, sessionSeconds } from '../access/session.ts';
import { instantOf, type Clock } from '../runtime/system.ts';
import type { WriteDoor } from '../writer/queue.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the record of uses. */
export interface UsesOptions {
  readonly scheduler: Scheduler;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

type Uses = ReadonlyMap<string, string>;

const everySeconds = 60;
// Each command stores a few, so that writes of clients are executed in between.
const usesOfCommand = 100;

/**
 * Records in which hour each key and session was last used. The record is kept in memory and stored each minute, when
 * there is something new; a use in an hour that is stored already is not new.
 */
export function scheduleUses({ scheduler, writes, clock, log }: UsesOptions) {
  let noted = new Map<string, string>();
  let stored: { readonly hour: string; readonly ids: Set<string> } = { hour: '', ids: new Set() };
  const hourNow = () => `${instantOf(clock).slice(0, 'YYYY-MM-DDTHH'.length)}:00:00.000Z`;

  function takeNew(): Uses {
    const hour = hourNow();
    if (stored.hour !== hour) stored = { hour, ids: new Set() };
    const { ids } = stored;
    const taken = new Map(Array.from(noted).filter(([id, usedIn]) => usedIn !== hour || !ids.has(id)));
    noted = new Map();
    return taken;
  }

  async function store(): Promise<void> {
    const uses = Array.from(takeNew(), ([id, hour]) => ({ id, hour }));
    for (let from = 0; from < uses.length; from += usesOfCommand) {
      try {
        await writes.submit(commandFor(uses.slice(from, from + usesOfCommand), clock));
      } catch (error) {
        for (const { id, hour } of uses.slice(from)) if (!noted.has(id)) noted.set(id, hour);
        throw error;
      }
      for (const { id, hour } of uses.slice(from, from + usesOfCommand)) if (hour === stored.hour) stored.ids.add(id);
    }
  }

  const onFailure = (error: unknown) => log(`the last uses of keys could not be stored: ${String(error)}`);
  const job = scheduler.schedule({
    timetable: { everySeconds },
    async run() {
      await store();
      return undefined;
    },
    onFailure,
  });

  return {
    /** Notes that a key or session is used now. */
    note(id: string): void {
      if (!noted.has(id)) noted.set(id, hourNow());
    },

    /** Stores what is new each minute from now on. */
    begin: (): void => job.begin(everySeconds),

    /** Stores what is new now, before the writes are closed. */
    async end(): Promise<void> {
      job.stop();
      await store().catch(onFailure);
    },
  };
}

function commandFor(uses: readonly { readonly id: string; readonly hour: string }[], clock: Clock) {
  const extension = {
    at: instantOf(clock),
    due: instantOf(clock, sessionSeconds - extensionSeconds),
    to: instantOf(clock, sessionSeconds),
  };
  return { kind: 'recordUses', uses, extension, endedBefore: instantOf(clock, -endedSessionSeconds) } as const;
}
