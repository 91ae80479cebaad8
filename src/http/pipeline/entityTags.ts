import { contentTagOf, type EntityTags } from '../../commands/entityTags.ts';

// RFC 9110, section 8.8.3: visible characters and bytes beyond ASCII in double quotes, W/ before a weak one.
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The tags in a header such as `If-Match`. Invalid tags are dropped, so they match nothing. */
export function parseEntityTags(header: string): EntityTags {
  return header.trim() === '*' ? '*' : (header.match(entityTag) ?? []);
}

/** Whether the client of a request has the answer with this tag already, as `If-None-Match` says. */
export function isKnownTo({ headers }: Request, tag: string): boolean {
  const known = headers.get('if-none-match');
  return known !== null && matchesWeakly(parseEntityTags(known), tag);
}

/** Whether one of the tags equals this tag, weak or strong, as `If-None-Match` requires. */
export function matchesWeakly(tags: EntityTags, tag: string): boolean {
  return tags === '*' || tags.some((other) => withoutWeakness(other) === withoutWeakness(tag));
}

function withoutWeakness(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** The entity tag of a JSON answer without a text in it. */
export function entityTagWithout(json: string, left: string): string {
  const start = json.indexOf(left);
  if (start < 0) return contentTagOf(json);
  // The second hash starts from the first one: a copy of a large answer without the text would be in memory once more.
  const hash = Bun.hash(json.slice(start + left.length), Bun.hash(json.slice(0, start)));
  return `"${hash.toString(16)}"`;
}
