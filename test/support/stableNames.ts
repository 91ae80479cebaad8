import { fromDay } from './localDays.ts';

/** What an answer has of its own: ids, instants, days and entity tags. */
const ownValue =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d|(?<=")[0-9a-f]{10,16}(?:\.[0-9a-f]{10,16})?(?=\\*")/gi;

// Other days are fixed ones, of requests and of examples in errors.
const [namedDaysFrom, namedDaysTo] = [-30, 400];

/**
 * Names in place of what differs from run to run: the first value without a name is `<id 1>`, the same value is `<id 1>` again.
 *
 * @param today the day of the server
 */
export function stableNames(today: string) {
  const names = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<string, number>();
  for (let days = namedDaysFrom; days <= namedDaysTo; days += 1) {
    const distance = days > 0 ? `+${days}` : String(days);
    name(fromDay(today, days), days === 0 ? 'today' : `today${distance}`);
  }

  /** Names a value that has no name yet. */
  function name(value: string, as: string): void {
    if (names.has(value)) return;
    names.set(value, `<${as}>`);
    values.set(`<${as}>`, value);
  }

  function nextOf(kind: string): string {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind} ${count}`;
  }

  function named(value: string): string {
    const isDay = /^.{4}-.{2}-.{2}$/.test(value);
    const isFixed = isDay || (value.includes('T') && !names.has(value.slice(0, 10)));
    if (isFixed) return names.get(value) ?? value;
    const kind = value.includes('T') ? 'instant' : value.length === 36 ? 'id' : 'tag';
    if (!names.has(value)) name(value, nextOf(kind));
    return names.get(value) ?? value;
  }

  return {
    name,
    /** The text with names. */
    shown: (text: string) => text.replaceAll(ownValue, named),
    /** The text with the values that its names stand for. */
    real: (text: string) =>
      text.replaceAll(/<[^<>]+>/g, (shown) => {
        const value = values.get(shown);
        if (value === undefined) throw new Error(`nothing has the name ${shown} yet`);
        return value;
      }),
  };
}
