import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { WriteOptions } from '../../writer/origin.ts';
import type { Scope } from '../../access/scope.ts';
import type { Principal, SessionHolder } from '../../access/principal.ts';
import type { RequestBody } from './requestBody.ts';

/** A validated request, as the stages and the handler of its route receive it. */
export interface RouteContext<Params, Query, Body> {
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Principal;
  /** The session of the caller. Only for routes that need one. */
  readonly session: SessionHolder;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** If-Match and the idempotency key; the dry run is a parameter of the query. Only for routes with a body. */
  readonly writeOptions: WriteOptions;
  readonly set: { status?: number | string; readonly headers: Record<string, string | number> };
}

type Stage<Context> = (context: Context) => void;

/** One operation of the API, in the order in which a request passes its parts. */
interface RouteDeclaration<Context> {
  /** Its key in `operations.ts` of the entity, which describes it in the OpenAPI document. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base path, with `:id` for an id. */
  readonly path: string;
  /** The operation id of the preflight of the path in the OpenAPI document. */
  readonly preflight?: `preflight${string}`;
  /** The scope that the caller must have; null for an operation without authentication. */
  readonly scope: Scope | null;
  /** Whether it concerns the session of the caller, so that an API key does not do. */
  readonly needsSession?: true;
  readonly params?: TObject;
  readonly query: TObject;
  /** How the body is read; a route without it never reads one. */
  readonly body?: RequestBody;
  /** Refuses dry runs, If-Match and idempotency keys, where a secret would be stored with the outcome. */
  readonly takesNoOptions?: true;
  /** Run in this order between validation and the handler. */
  readonly stages: readonly Stage<Context>[];
  readonly handle: (context: Context) => unknown;
}

/** A declared route, whatever its requests contain. */
export type Route = RouteDeclaration<never>;

interface TypedParts<Params extends TObject, Query extends TObject, Body extends TSchema> {
  readonly params?: Params;
  readonly query: Query;
  readonly body?: RequestBody<Body>;
}

/** Declares a route. Its schemas determine the types of its stages and handler. */
export function route<
  const Query extends TObject,
  const Params extends TObject = TObject,
  const Body extends TSchema = TSchema,
>(
  declaration: Omit<
    RouteDeclaration<RouteContext<Static<Params>, Static<Query>, Static<Body>>>,
    keyof TypedParts<Params, Query, Body>
  > &
    TypedParts<Params, Query, Body>,
): Route {
  return declaration;
}
