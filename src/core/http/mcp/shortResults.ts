import { isMembers, type Members } from '../../fields/fieldTypes.ts';

/** The longest result of a write, in characters of its JSON; clients cut longer ones, or take them for a failure. */
export const writeLengthMax = 64 * 1024;

// What was done with one record, and what is wrong with it.
const kept = new Set(['action', 'row', 'outcome', 'id', 'name', 'deleted', 'error', 'notes']);

// An agent that is told where the records are takes a preview for the write.
const nothingStored = 'Nothing is stored.';

/**
 * The answer to a write of many records, short enough for an agent. It is never refused for its length, because an agent that
 * takes a write for failed makes it again. A long one keeps the id of each record, what was done with it, and what is wrong;
 * if that is too long, it keeps first the records with faults and notes. Counts are those of all records.
 *
 * @param length the length of its JSON
 */
export function shortWrite(body: Members, length: number): { readonly body: Members; readonly hint?: string } {
  const { results, import: report, error, dryRun } = body;
  const whole = isMembers(report) ? report['results'] : results;
  if (!Array.isArray(whole) || length <= writeLengthMax) return { body };
  const short = whole.filter(isMembers).map(essentialsOf);
  const shown = lengthOf(short) <= writeLengthMax ? short : fitting(inOrderOfInterest(short));
  const isStored = error === undefined && dryRun !== true && !(isMembers(report) && report['dryRun'] === true);
  const hint =
    shown.length === short.length
      ? `The whole answer is too long: each result has only what was done. ${isStored ? 'The records can be read by their ids.' : nothingStored}`
      : `The whole answer is too long: shown are ${shown.length} of ${short.length} results, those with faults and notes first. The counts are those of all. ${isStored ? 'listSubscriptions has the records.' : nothingStored}`;
  return {
    body: { ...body, ...(isMembers(report) ? { import: { ...report, results: shown } } : { results: shown }) },
    hint,
  };
}

function essentialsOf({ data, ...result }: Members): Members {
  const members = Object.entries(result).filter(([name]) => kept.has(name));
  return { ...(isMembers(data) && { id: data['id'] }), ...Object.fromEntries(members) };
}

/** Faulty records, then others that are not simply created, then the rest. */
function inOrderOfInterest(results: readonly Members[]): readonly Members[] {
  const rankOf = ({ outcome, notes }: Members) => (outcome === 'failed' ? 0 : outcome !== 'created' || notes ? 1 : 2);
  return results.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function fitting(results: readonly Members[]): readonly Members[] {
  let length = 0;
  return results.filter((one) => (length += lengthOf(one) + 1) <= writeLengthMax);
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}
