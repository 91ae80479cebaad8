import type { ReadSources } from '../../../modules/sources.ts';
import { contentTagOf } from '../../writer/entityTags.ts';
import { entityTagWithout } from '../pipeline/entityTags.ts';
import type { Page, Paged } from '../../database/page.ts';

/** The result of a read: the body up to its request id, `{"data":…`, or another whole body; and its ETag. */
export interface Found {
  readonly membersJson: string;
  readonly entityTag: string;
}

/** Carries out a read of an owner. */
export type Finder<Read> = (sources: ReadSources, ownerId: number, read: Read) => Found;

/** Members of a body. */
export function found(members: Readonly<Record<string, unknown>>): Found {
  return tagged(openJson(members));
}

/** Members of a body, with a weak ETag that leaves out the instant of the report, because that alone is no change. */
export function foundAt(asOf: string, members: Readonly<Record<string, unknown>>): Found {
  const membersJson = openJson(members);
  return { membersJson, entityTag: `W/${entityTagWithout(membersJson, asOf)}` };
}

/** A page of items that are JSON texts, with other members. */
export function foundPage(
  { items, hasMore }: Paged<string>,
  { limit, offset }: Page,
  others: Readonly<Record<string, unknown>> = {},
): Found {
  const members = openJson({ pagination: { limit, offset, hasMore }, ...others }).slice(1);
  return tagged(`{"data":[${items.join(',')}],${members}`);
}

function tagged(membersJson: string): Found {
  return { membersJson, entityTag: contentTagOf(membersJson) };
}

/** An object as JSON, without its closing brace. */
function openJson(object: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(object).slice(0, -1);
}
