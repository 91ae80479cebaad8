/** The entity tags that a request names, each as it stands there; `*` stands for any. */
export type EntityTags = '*' | readonly string[];

// RFC 9110, section 8.8.3: visible characters and bytes beyond ASCII in double quotes, W/ before a weak one.
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The strong entity tag of what is sent as this JSON: the same for the same text, another one for another. */
export function entityTagOf(json: string): string {
  return `"${Bun.hash(json).toString(16)}"`;
}

/** The tags in a header such as `If-Match`; what is no tag is not among them, and matches nothing. */
export function parseEntityTags(header: string): EntityTags {
  return header.trim() === '*' ? '*' : (header.match(entityTag) ?? []);
}

/** Whether one of the tags is this one and strong, as a write needs it. A weak tag never matches. */
export function matchesStrongly(tags: EntityTags, tag: string): boolean {
  return tags === '*' || (tags.includes(tag) && !tag.startsWith('W/'));
}

/** Whether one of the tags is this one, weak or strong: as reading again needs it. */
export function matchesWeakly(tags: EntityTags, tag: string): boolean {
  return tags === '*' || tags.some((other) => withoutWeakness(other) === withoutWeakness(tag));
}

function withoutWeakness(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
