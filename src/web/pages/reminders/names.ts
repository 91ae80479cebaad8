import { RequestRefused } from '../../api/answers.ts';
import { api, bodyOf } from '../../api/client.ts';
import { loadNames } from '../calendar/loadMonth.ts';

/** The names of subscriptions. What was read once is not asked for again. */
export interface NameBook {
  /** Takes names from an answer that has them. */
  readonly note: (named: readonly { readonly subscriptionId: string; readonly name: string }[]) => void;
  /** All names that are known by id, among them those of these subscriptions, unless they are gone. */
  readonly namesOf: (ids: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;
}

/** A book without names. It reads all names when the first one is missing, and from then on only those that are missing. */
export function openNameBook(): NameBook {
  const names = new Map<string, string>();
  const gone = new Set<string>();
  let isFilled = false;

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
    note: (named) => {
      for (const { subscriptionId, name } of named) names.set(subscriptionId, name);
    },
    namesOf: async (ids, signal) => {
      const missing = Array.from(new Set(ids)).filter((id) => !names.has(id) && !gone.has(id));
      if (missing.length > 0) {
        await (isFilled ? Promise.all(missing.map((id) => add(id, signal))) : fill(missing, signal));
      }
      return new Map(names);
    },
  };
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
