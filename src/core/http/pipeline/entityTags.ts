import { contentTagOf, plainTag, type EntityTags } from '../../writer/entityTags.ts';
import { ApiError } from '../errors/apiError.ts';
import { quickHashOfTwo } from '../../runtime/host.ts';

// RFC 9110, section 8.8.3: visible characters and bytes beyond ASCII in double quotes, W/ before a weak one.
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
// With a comma between two tags; elements may be empty.
const entityTagList = new RegExp(String.raw`^[\s,]*(?:${entityTag.source}\s*(?:,[\s,]*|$))+$`);

/** The tags in a header such as `If-Match`; undefined when it has something else. */
export function parseEntityTags(header: string): EntityTags | undefined {
  if (header.trim() === '*') return '*';
  return entityTagList.test(header) ? (header.match(entityTag) ?? undefined) : undefined;
}

/**
 * The tags in an `If-Match`.
 *
 * @throws {ApiError} when it has something else: a guard that matches nothing would refuse each write as stale
 */
export function readIfMatch(header: string): EntityTags {
  const tags = parseEntityTags(header);
  if (tags !== undefined) return tags;
  throw new ApiError('invalid_if_match', {
    field: 'If-Match',
    suggestedFix: `Send the ETag of the record as you read it, with its double quotes, such as ${exampleTag}, or leave If-Match out.`,
  });
}

const exampleTag = '"9a3f0c55e1d2b784"';

/** Whether the client of a request has the answer with this tag already, compressed or not, as `If-None-Match` says. */
export function isKnownTo(request: Request, tag: string): boolean {
  return knows(request, (sent) => plainTag(sent) === plainTag(tag));
}

/** {@link isKnownTo} for content that has another tag in each encoding. */
export function isVariantKnownTo(request: Request, tag: string): boolean {
  return knows(request, (sent) => sent.replace(/^W\//, '') === tag);
}

function knows({ headers }: Request, isSame: (tag: string) => boolean): boolean {
  const known = headers.get('if-none-match');
  if (known === null) return false;
  // What is no tag is only no tag of this answer: the client gets the answer.
  return known.trim() === '*' || (known.match(entityTag) ?? []).some(isSame);
}

/** The entity tag of a JSON answer without a text in it. */
export function entityTagWithout(json: string, left: string): string {
  const start = json.indexOf(left);
  if (start < 0) return contentTagOf(json);
  // The second hash starts from the first one: a copy of a large answer without the text would be in memory once more.
  return `"${quickHashOfTwo(json.slice(0, start), json.slice(start + left.length))}"`;
}
