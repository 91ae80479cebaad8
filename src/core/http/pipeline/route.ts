import type { TObject } from '@sinclair/typebox';
import type { Scope } from '../../access/scope.ts';
import type { RequestBody } from './requestBody.ts';

/** One operation of the API, in the order in which a request passes its parts. */
export interface Route {
  /** Its name in the OpenAPI document. */
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
  readonly stages: readonly ((context: never) => void)[];
  readonly handle: (context: never) => unknown;
}
