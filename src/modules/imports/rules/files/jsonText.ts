import { problem, type Read } from '../values/problems.ts';

const depthMax = 20;
const nestingsMax = 1_000_000;
const namesMax = 1000;

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
    return problem('brokenJson');
  }
}

/** Finds what `JSON.parse` accepts silently. Of a text that is not JSON it finds anything. */
function scan(text: string): ReturnType<typeof problem> | undefined {
  const levels: Level[] = [];
  const structure = /["{}[\],]/g;
  let nestings = 0;
  for (let found = structure.exec(text); found !== null; found = structure.exec(text)) {
    const [character] = found;
    if (character === '"') {
      const end = endOfText(text, found.index);
      structure.lastIndex = end + 1;
      const fault = faultOfName(levels, text.slice(found.index, end + 1));
      if (fault !== undefined) return fault;
      continue;
    }
    moveTo(levels, character);
    nestings += character === '{' || character === '[' ? 1 : 0;
    if (levels.length > depthMax || nestings > nestingsMax) return problem('nestedTooDeeply');
  }
  return undefined;
}

/** Opens or closes a level, or goes on to the next member. */
function moveTo(levels: Level[], character: string): void {
  const isObject = character === '{';
  if (isObject || character === '[') {
    levels.push({ names: isObject ? new Set() : undefined, commas: 0, expectsName: isObject });
    return;
  }
  const level = levels.at(-1);
  if (character !== ',') levels.pop();
  else if (level !== undefined) {
    level.commas += 1;
    level.expectsName = level.names !== undefined;
  }
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

/** What is wrong with a name: its object has it already, or has too many. Takes note of the name. */
function faultOfName(levels: readonly Level[], token: string): ReturnType<typeof problem> | undefined {
  const level = levels.at(-1);
  if (level?.names === undefined || !level.expectsName) return undefined;
  level.expectsName = false;
  const name = token.includes('\\') ? unescaped(token) : token.slice(1, -1);
  const list = levels.find(({ names }) => names === undefined);
  const place = list === undefined ? 'The file' : `Record ${list.commas + 1}`;
  if (level.names.has(name)) return problem('nameTwice', { place, name });
  level.names.add(name);
  if (level.names.size <= namesMax) return undefined;
  return problem('tooManyFields', { place, max: namesMax });
}

function unescaped(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
