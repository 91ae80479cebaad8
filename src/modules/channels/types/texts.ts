import type { Message } from '../../../core/outgoing/message.ts';
import type { MessageWords } from './words.ts';

/** What is shown where named values have fields of their own: these or, without them, the text, so that nothing is said twice. */
export function withFields({ text, facts }: Pick<Message, 'text' | 'facts'>): Pick<Message, 'text' | 'facts'> {
  return facts.length > 0 ? { text: '', facts } : { text, facts };
}

/** How much room a receiver has for a text. */
interface Room {
  readonly sizeMax: number;
  /** The size of a part of the text as the receiver counts it; that of a text is the sum of those of its parts. */
  readonly sizeOf: (part: string) => number;
  readonly words: Pick<MessageWords, 'more'>;
}

/** The lines of a text for which there is room; if there is none for all of them, the last line says how many are left out. */
export function fittingText(text: string, { sizeMax, sizeOf, words }: Room): string {
  if (sizeOf(text) <= sizeMax) return text;
  const [first = '', ...others] = text.split('\n');
  const noteOf = (leftOut: number) => (leftOut > 0 ? `\n${words.more(leftOut)}` : '');
  const room = sizeMax - sizeOf(noteOf(others.length));
  const shown = [sizeOf(first) > room ? cut(first, room, sizeOf) : first];
  let left = room - sizeOf(shown.join(''));
  for (const line of others) {
    left -= sizeOf(`\n${line}`);
    if (left < 0) break;
    shown.push(line);
  }
  return shown.join('\n') + noteOf(others.length + 1 - shown.length);
}

/** The characters of a line for which there is room, and an ellipsis. */
function cut(line: string, room: number, sizeOf: Room['sizeOf']): string {
  let left = room - sizeOf('…');
  let shown = '';
  for (const character of line) {
    left -= sizeOf(character);
    if (left < 0) break;
    shown += character;
  }
  return `${shown}…`;
}

/** A text of at most so many UTF-16 units; a longer one ends with an ellipsis. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  // Not in the middle of a character.
  return `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

// Shown as nothing, and no part of a name.
const zeroWidthSpace = '\u200B';

/** A text in which no service finds a mention, such as `@channel`. It looks the same. */
export function withoutMentions(text: string): string {
  return text.replaceAll('@', `@${zeroWidthSpace}`);
}

/** A text for HTML and XML, in an element or an attribute. */
export function escapedHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The address of a path below the address of a service. */
export function below(base: string, path: string): string {
  const { origin, pathname } = new URL(base);
  return `${origin}${pathname.replace(/\/+$/, '')}/${path}`;
}
