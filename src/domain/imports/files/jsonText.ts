import { problem, quoted, type Read } from '../values/reading.ts';

const depthMax = 20;
const nestingsMax = 1_000_000;

/** One object or list that is open while a JSON text is scanned. */
interface Level {
  /** The names so far; undefined for a list. */
  readonly names: Set<string> | undefined;
  /** How many commas it has so far. */
  commas: number;
  /** Whether the next text is a name. */
  expectsName: boolean;
}

/** The value of a JSON text. Deep nesting and names that an object has twice are refused. */
export function readJson(text: string): Read<unknown> {
  const found = scan(text);
  if (found !== undefined) return found;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return problem('The file begins like JSON, but is not JSON.', 'Export the file again, and import it unchanged.');
  }
}

/** Finds what `JSON.parse` accepts silently. Of a text that is not JSON it finds anything. */
function scan(text: string): { readonly problem: { message: string; suggestedFix: string } } | undefined {
  const levels: Level[] = [];
  let nestings = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfText(text, at);
      const repeated = level === undefined ? undefined : repeatedName(level, text.slice(at, end + 1));
      if (repeated !== undefined) return repeatedProblem(repeated, levels);
      at = end;
    } else if (character === '{' || character === '[') {
      nestings += 1;
      if (levels.length >= depthMax || nestings > nestingsMax) {
        return problem('The file is nested too deeply.', 'Export the file again, and import it unchanged.');
      }
      levels.push({ names: character === '{' ? new Set() : undefined, commas: 0, expectsName: character === '{' });
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ',' && level !== undefined) {
      level.commas += 1;
      level.expectsName = level.names !== undefined;
    }
  }
  return undefined;
}

/** The position of the quotation mark that ends a text, or the end of the file. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charAt(end - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The name that an object has already, if the text is one; takes note of the name otherwise. */
function repeatedName(level: Level, token: string): string | undefined {
  const { names } = level;
  if (names === undefined || !level.expectsName) return undefined;
  level.expectsName = false;
  const name = token.includes('\\') ? unescaped(token) : token.slice(1, -1);
  if (names.has(name)) return name;
  names.add(name);
  return undefined;
}

function unescaped(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

function repeatedProblem(name: string, levels: readonly Level[]) {
  const list = levels.find(({ names }) => names === undefined);
  const place = list === undefined ? 'The file' : `Record ${list.commas + 1}`;
  return problem(`${place} has ${quoted(name)} twice.`, `Remove one of the two, and import the file again.`);
}
