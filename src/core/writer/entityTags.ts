/** The entity tags in a request header, as they were sent; `*` matches any record. */
export type EntityTags = '*' | readonly string[];

// The field that the server computes from a record and the current day. A text cannot contain this: JSON escapes the quotes in it.
const memberByClock = /,"noticeBy":(?:null|"[^"]*")/;

/** The strong entity tag of a JSON answer that is no record, such as a list or a report. Equal texts have equal tags. */
export function contentTagOf(json: string): string {
  return `"${Bun.hash(json).toString(16)}"`;
}

/**
 * The strong entity tag of a record as JSON. Equal texts have equal tags. A value that changes by the clock alone is in a part of
 * its own, behind a dot: a GET must tell that it has changed, and a write must not be refused because of it.
 */
export function entityTagOf(json: string): string {
  const member = memberByClock.exec(json);
  if (member === null) return contentTagOf(json);
  const [text] = member;
  const stored = Bun.hash(json.slice(member.index + text.length), Bun.hash(json.slice(0, member.index)));
  return `"${stored.toString(16)}.${Bun.hash(text).toString(16)}"`;
}

/**
 * Whether one of the tags was made of this tag of a record. What changes by the clock alone does not count, nor what a proxy
 * adds to a tag when it compresses: nginx makes `W/"x"` of `"x"`, Apache `"x-gzip"`, Caddy `"x-zstd"`.
 */
export function matchesRecord(tags: EntityTags, tag: string): boolean {
  return tags === '*' || tags.some((other) => storedPartOf(plainTag(other)) === storedPartOf(tag));
}

/** A tag without what a proxy adds to it when it compresses. */
export function plainTag(tag: string): string {
  return tag.replace(/^W\//, '').replace(/[-;]+(?:gzip|br|zstd|deflate)"$/, '"');
}

function storedPartOf(tag: string): string {
  return tag.replace(/\.[^.]*$/, '.');
}
