import type { DocumentDecoration } from 'elysia';
import type { Route } from '../pipeline/route.ts';
import type { AgentShortcut } from './document.ts';
import { describeErrors, type ErrorExamples } from './errorResponses.ts';
import { describeOperation, describePreflight, preflightTag, type OperationWords, type Tag } from './operation.ts';

/** What an entity says of itself in the OpenAPI document. */
export interface EntityWords {
  /** The texts of its operations, by operation id. */
  readonly operations: Readonly<Record<string, OperationWords>>;
  readonly errorExamples?: ErrorExamples;
  readonly shortcuts?: readonly AgentShortcut[];
  /** The fields that a revert restores. */
  readonly revertibleFields?: readonly string[];
}

/** A route in the form that the OpenAPI plugin reads. */
interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: object;
}

/**
 * The routes of the OpenAPI document: the named preflights, then every operation.
 *
 * @throws {TypeError} for a route without words
 */
export function documentedRoutes(
  routes: readonly Route[],
  entities: readonly EntityWords[],
): readonly DocumentedRoute[] {
  const preflights = routes.flatMap(({ path, preflight }) =>
    preflight === undefined ? [] : [documented('OPTIONS', path, describePreflight(path, preflight))],
  );
  const operations = operationsOf(entities);
  const errorResponses = describeErrors(
    Object.fromEntries(entities.flatMap(({ errorExamples = {} }) => Object.entries(errorExamples))),
    entities.flatMap(({ revertibleFields = [] }) => revertibleFields),
  );
  const described = routes.map((route) => {
    const { operationId, method, path, params, query } = route;
    const words = operations.get(operationId);
    if (words === undefined) throw new TypeError(`no entity describes the operation ${operationId}`);
    return documented(method, path, describeOperation(route, words, errorResponses), { params, query });
  });
  return [...preflights, ...described];
}

/** The texts of the operations of entities, by operation id. */
export function operationsOf(entities: readonly EntityWords[]): ReadonlyMap<string, OperationWords> {
  return new Map(entities.flatMap(({ operations }) => Object.entries(operations)));
}

/** The tags of the document, in the order of the entities. */
export function tagsOf(entities: readonly EntityWords[]): readonly Tag[] {
  const ofOperations = Array.from(operationsOf(entities).values(), ({ tag }) => tag);
  return [...new Set(ofOperations), preflightTag];
}

function documented(method: string, path: string, detail: DocumentDecoration, schemas: object = {}): DocumentedRoute {
  return { method, path, hooks: { ...schemas, detail } };
}
