import { namesWith } from '../domain/fields/fieldTable.ts';
import { detailFields } from '../domain/subscriptions/detailFields.ts';

/** The entity tags in a request header, verbatim; `*` matches any record. */
export type EntityTags = '*' | readonly string[];

// The tables of all records with such fields. A text cannot contain this: JSON escapes the quotes in it.
const byClock = namesWith(detailFields, 'changesByClock').join('|');
const memberByClock = new RegExp(`,"(?:${byClock})":(?:null|"[^"]*")`);

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
 * Whether one of the tags equals this tag and is strong, as `If-Match` requires, apart from what changes by the clock alone. A
 * weak tag never matches.
 */
export function matchesStrongly(tags: EntityTags, tag: string): boolean {
  if (tags === '*') return true;
  return !tag.startsWith('W/') && tags.some((other) => storedPartOf(other) === storedPartOf(tag));
}

function storedPartOf(tag: string): string {
  return tag.replace(/\.[^.]*$/, '.');
}
