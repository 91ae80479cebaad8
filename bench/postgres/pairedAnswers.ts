import type { WireAnswer } from '../../test/generator/connection.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;
// A tag in the text of a fix.
const tag = /(?<=If-Match: )\\"[^"]*\\"/g;
// They depend on the moment, on ids or on the address of the server.
const passing = new Set(['date', 'x-request-id', 'etag', 'x-ratelimit-reset', 'content-length', 'transfer-encoding']);

/** What belongs together on two servers. */
export type Pairs = ReturnType<typeof pairAnswers>;

/** Compares the answers of two servers to the same requests, whose ids and times differ; learns which ids belong together. */
export function pairAnswers() {
  const secondOf = new Map<string, string>();
  const firstOf = new Map<string, string>();

  /** Whether two ids may be that of the same thing: neither was seen with another one. */
  function pair(first: string, second: string): boolean {
    if (!secondOf.has(first) && !firstOf.has(second)) {
      secondOf.set(first, second);
      firstOf.set(second, first);
    }
    return secondOf.get(first) === second;
  }

  function idsDiffer(first: string, second: string): boolean {
    const [ids, others] = [first, second].map((text) => text.match(uuid) ?? []);
    return ids?.length !== others?.length || ids?.some((id, place) => !pair(id, others?.[place] ?? '')) === true;
  }

  return {
    /** A text with the ids of the second server. */
    translate: (text: string): string =>
      text.replaceAll(uuid, (id) => {
        const other = secondOf.get(id.toLowerCase());
        if (other === undefined) return id;
        return id === id.toLowerCase() ? other : other.toUpperCase();
      }),

    /** In what two answers differ, in words; undefined when they are the same. */
    differenceOf(first: WireAnswer, second: WireAnswer): string | undefined {
      const [one, other] = [comparable(first), comparable(second)];
      if (one !== other) return `${one}\n${other}`;
      return idsDiffer(first.text, second.text) ? `ids differ:\n${first.text}\n${second.text}` : undefined;
    },
  };
}

/** An answer without ids, times and tags. */
function comparable({ status, headers, text }: WireAnswer): string {
  const kept = Array.from(headers).filter(([name]) => !passing.has(name));
  const lines = kept.map(([name, value]) => `${name}: ${value}`).sort();
  const hasTag = headers.has('etag') ? 'with ETag' : 'without ETag';
  const whole = [status, hasTag, ...lines, text].join('\n');
  return whole.replaceAll(uuid, '<id>').replaceAll(instant, '<instant>').replaceAll(tag, '<tag>');
}
