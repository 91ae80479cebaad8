import type { TObject } from '@sinclair/typebox';
import type { Scope } from '../access/scope.ts';
import { NoQuery, WriteQuery } from '../fields/queries.ts';
import type { BodyForm } from './pipeline/requestBody.ts';

/** The options of a route that reads: the macros of `access`, in their order, and the query, by default none. */
export function reads<Needed extends Scope, Query extends TObject = typeof NoQuery>(
  scope: Needed,
  query: Query = NoQuery as TObject as Query,
) {
  return { scope, quota: true, query } as const;
}

/** The options of a route that writes, and takes a dry run: the macros of `access`, in their order, and the query. */
export function writes<Needed extends Scope, Form extends BodyForm>(scope: Needed, takes: Form) {
  return { scope, takes, write: true, quota: true, query: WriteQuery } as const;
}
