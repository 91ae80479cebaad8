import type { Static, TObject } from '@sinclair/typebox';
import type { ClientResult } from '../../modules/commands.ts';
import { entityTagOf } from '../writer/entityTags.ts';
import type { Audited, WriteOptions, WriteOrigin } from '../writer/origin.ts';
import type { Principal } from '../access/principal.ts';
import type { Scope } from '../access/scope.ts';
import type { ApiError } from './errors/apiError.ts';
import { ignoredBody, refuseUnwantedBody } from './pipeline/requestBody.ts';
import { route, type Route } from './pipeline/route.ts';
import { originsAt, withDryRun } from './pipeline/writeOptions.ts';
import type { Read } from '../../modules/reads.ts';
import { ReadAnswer } from './reads/answers.ts';
import { dataMembers, deletedAnswer, TaggedAnswer } from './responses/answers.ts';
import { NoQuery, PageQuery, WriteQuery } from '../fields/queries.ts';
import type { Records } from '../fields/records.ts';
import type { RouteOptions } from './routeOptions.ts';

interface Operation {
  readonly operationId: string;
  readonly scope: Scope;
}

interface ReadOperation<Query extends TObject> extends Operation {
  readonly path: string;
  readonly preflight?: `preflight${string}`;
  readonly query: Query;
  /** Refuses a query before the quota is charged. Declared as a function, so that Elysia does not take it for asynchronous. */
  readonly refuse?: (context: { readonly query: Static<Query> }) => void;
}

/** An operation that answers with a read of the owner, which its query describes. */
export function readRoute<const Query extends TObject>(
  { quota, find }: RouteOptions,
  { refuse, ...operation }: ReadOperation<Query>,
  readOf: (query: Static<Query>) => Read,
): Route {
  return route<Query>({
    ...operation,
    method: 'GET',
    stages: [...(refuse === undefined ? [] : [refuse]), quota.charge],
    handle: ({ caller, query, request, requestId, set }) =>
      new ReadAnswer(find, { request, requestId, set }, caller.ownerId, readOf(query)),
  });
}

/** The operation that lists records without filters. */
export function listRoute(
  options: RouteOptions,
  { path }: Records,
  operation: Operation,
  readOf: (page: Static<typeof PageQuery>) => Read,
): Route {
  return readRoute(options, { ...operation, path, query: PageQuery }, readOf);
}

/**
 * The operation that answers with one record.
 *
 * @param stored finds its JSON; undefined when the owner has no such record
 */
export function recordRoute(
  { quota }: RouteOptions,
  { path, Path, notFound }: Records,
  operation: Operation,
  stored: { findView(ownerId: number, id: string): string | undefined },
): Route {
  return route({
    ...operation,
    method: 'GET',
    path: `${path}/:id`,
    params: Path,
    query: NoQuery,
    stages: [quota.charge],
    handle: ({ caller, params, request, requestId, set }) => {
      const view = stored.findView(caller.ownerId, params.id.toLowerCase());
      if (view === undefined) throw notFound();
      return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
    },
  });
}

/** What every command of a client says of itself: its actor, its time, its options and its audit entry. */
type About = WriteOrigin & WriteOptions & Audited;

interface WriteContext {
  readonly caller: Principal;
  readonly requestId: string;
  readonly query: { readonly dryRun?: 'true' | 'false' };
  readonly writeOptions: WriteOptions;
}

/** Gives a function for what the command of a request says of itself. */
export function commandsAt({ clock, randomness }: Pick<RouteOptions, 'clock' | 'randomness'>) {
  const originOf = originsAt(clock);
  return ({ caller, requestId, query, writeOptions }: WriteContext): About => ({
    ...originOf(caller, requestId),
    ...withDryRun(writeOptions, query),
    auditEntryId: randomness.uuid(),
  });
}

/** The operation that deletes one record, or ends it for good. */
export function deletionRoute<Result extends ClientResult>(
  options: RouteOptions,
  { path, Path }: Records,
  operation: Operation,
  submit: (about: About, id: string) => Promise<Result>,
  errorOf: (result: Result) => ApiError,
): Route {
  const aboutOf = commandsAt(options);
  return route({
    ...operation,
    method: 'DELETE',
    path: `${path}/:id`,
    params: Path,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, options.quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = aboutOf({ caller, requestId, query, writeOptions });
      const result = await submit(about, params.id.toLowerCase());
      return deletedAnswer({ set, requestId }, result, () => errorOf(result));
    },
  });
}
