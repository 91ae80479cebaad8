import type { Message } from '../domain/channels/message.ts';

/** The text of a message with its facts, a line each. */
export function textWithFacts({ text, facts }: Pick<Message, 'text' | 'facts'>): string {
  return [text, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
}

/** A text of at most so many UTF-16 units; a longer one ends with an ellipsis. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  // Not in the middle of a character.
  return `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text of at most so many bytes of UTF-8; a longer one ends with an ellipsis. */
export function shortenedToBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const bytes = Buffer.from(text).subarray(0, bytesMax - Buffer.byteLength('…'));
  // A character that was cut becomes U+FFFD.
  return `${new TextDecoder().decode(bytes).replace(/\uFFFD+$/, '')}…`;
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
