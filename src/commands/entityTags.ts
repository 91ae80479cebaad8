/** The entity tags in a request header, verbatim; `*` matches any record. */
export type EntityTags = '*' | readonly string[];

/** The strong entity tag of a JSON answer. Equal texts have equal tags. */
export function entityTagOf(json: string): string {
  return `"${Bun.hash(json).toString(16)}"`;
}

/** Whether one of the tags equals this tag and is strong, as `If-Match` requires. A weak tag never matches. */
export function matchesStrongly(tags: EntityTags, tag: string): boolean {
  return tags === '*' || (tags.includes(tag) && !tag.startsWith('W/'));
}
