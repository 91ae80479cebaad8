import { RequestRefused } from '../../api/answers.ts';
import { api, bodyOf } from '../../api/client.ts';
import { loadNames } from '../calendar/loadMonth.ts';

/** The names of subscriptions. What was read once is not asked for again until a subscription is written. */
export interface NameBook {
  /** Forgets the names that were read, if a subscription was written since the last call. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  /** Takes names from an answer that has them, in the place of those of an earlier answer. */
  readonly note: (named: readonly { readonly subscriptionId: string; readonly name: string }[]) => void;
  /** All names that are known by id, among them those of these subscriptions, unless they are gone. */
  readonly namesOf: (ids: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;
}

// With more of them missing, all names are fewer requests.
const fewNames = 5;

/** A book without names. It reads all names when many are missing, or the first one, and else only those that are missing. */
export function openNameBook(): NameBook {
  const names = new Map<string, string>();
  const gone = new Set<string>();
  let noted: ReadonlyMap<string, string> = new Map();
  let isFilled = false;
  let newest: string | undefined;

  async function fill(missing: readonly string[], signal: AbortSignal): Promise<void> {
    for (const [id, name] of await loadNames(signal)) names.set(id, name);
    for (const id of missing) if (!names.has(id)) gone.add(id);
    isFilled = true;
  }

  async function add(id: string, signal: AbortSignal): Promise<void> {
    const name = await nameOf(id, signal);
    if (name === undefined) gone.add(id);
    else names.set(id, name);
  }

  return {
    refresh: async (signal) => {
      const before = newest;
      newest = await newestWrite(signal);
      if (newest === before) return;
      names.clear();
      gone.clear();
    },
    note: (named) => void (noted = new Map(named.map(({ subscriptionId, name }) => [subscriptionId, name]))),
    namesOf: async (ids, signal) => {
      const missing = Array.from(new Set(ids)).filter((id) => !noted.has(id) && !names.has(id) && !gone.has(id));
      const areFew = isFilled && missing.length <= fewNames;
      if (areFew) await Promise.all(missing.map((id) => add(id, signal)));
      else if (missing.length > 0) await fill(missing, signal);
      return new Map([...names, ...noted]);
    },
  };
}

/** The id of the newest write of a subscription; undefined before the first one. */
async function newestWrite(signal: AbortSignal): Promise<string | undefined> {
  const query = { entityType: 'subscription', limit: 1 } as const;
  return (await bodyOf(api.GET('/api/v1/activity', { params: { query }, signal }))).data[0]?.id;
}

/** The name of a subscription; undefined when it is gone. */
async function nameOf(id: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await bodyOf(api.GET('/api/v1/subscriptions/{id}', { params: { path: { id } }, signal }))).data.name;
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 404) return undefined;
    throw error;
  }
}
