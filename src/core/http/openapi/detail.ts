import type { TObject, TSchema } from '@sinclair/typebox';
import { bodyFactsOf } from '../../fields/bodies.ts';
import { idFactsOf } from '../../fields/schemaMarks.ts';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import type { NeededScope } from '../pipeline/authentication.ts';
import type { BodyForm } from '../pipeline/requestBody.ts';
import type { AgentGuidance, OperationWords, Success, Toolset } from './words.ts';

// What the `detail` of a route has beside the members of OpenAPI. The document is made from it.

type Guidance = Omit<OperationWords['agent'], 'requiresConfirmation' | 'riskLevel'>;
type Answers = Pick<OperationWords, 'success' | 'dryRun' | 'requestHeaders'>;

interface Words {
  readonly 'x-agent'?: OperationWords['agent'];
  /** Null for an operation that is no tool of MCP. */
  readonly 'x-toolset'?: Toolset | null;
  readonly 'x-answers'?: Answers;
  readonly 'x-errors'?: readonly ErrorCode[];
  /** What a file is that an operation takes. */
  readonly 'x-file'?: TSchema;
  /** The operation id of the preflight of its path. */
  readonly 'x-preflight'?: Preflight;
  // Of the macros.
  readonly 'x-scope'?: NeededScope | null;
  readonly 'x-session'?: true;
  readonly 'x-takes'?: BodyForm;
  readonly 'x-options'?: 'none';
}

/** Guidance for agents on an operation that only reads. */
export function forReading(guidance: Guidance): Words {
  return { 'x-agent': { riskLevel: 'low', requiresConfirmation: false, ...guidance } };
}

/** Guidance for agents on an operation that writes, once the user has confirmed it. */
export function onceConfirmed(riskLevel: AgentGuidance['riskLevel'], guidance: Guidance): Words {
  return { 'x-agent': { riskLevel, requiresConfirmation: true, ...guidance } };
}

/** What an operation answers, and its errors beyond those that follow from its schemas and macros. */
export function answers(given: Answers | Success, ...errors: readonly ErrorCode[]): Words {
  return { 'x-answers': 'success' in given ? given : { success: given }, 'x-errors': errors };
}

/** The toolset of MCP of the operations of a module, for its instance. */
export function inToolset(toolset: Toolset): object {
  return { 'x-toolset': toolset } satisfies Words;
}

/** An operation that is no tool of MCP, since another one does the same. */
export const noTool: Words = { 'x-toolset': null };

/** The file that an operation takes. */
export function takingFile(file: TSchema): Words {
  return { 'x-file': file };
}

/** An operation on whose path the preflight has a name in the document. */
export function withPreflight(preflight: Preflight): Words {
  return { 'x-preflight': preflight };
}

type Preflight = `preflight${string}`;

/** A body that an operation takes: JSON of a schema, or a file. */
interface TakenBody {
  readonly schema?: TSchema;
  readonly file?: TSchema;
  /** Whether a request may have none. */
  readonly isOptional: boolean;
}

/** An operation, as its route of Elysia says it. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** The path, with `:id` for an id. */
  readonly path: string;
  /** The operation id of the preflight of the path in the document. */
  readonly preflight: Preflight | undefined;
  /** The scope that the caller must have; null for an operation without authentication. */
  readonly scope: AgentGuidance['requiredScope'] | null;
  readonly needsSession: boolean;
  readonly takesNoOptions: boolean;
  readonly params: TObject | undefined;
  readonly query: TObject | undefined;
  readonly body: TakenBody | undefined;
}

/** A route of Elysia. */
export interface ServedRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: {
    readonly params?: unknown;
    readonly query?: unknown;
    readonly body?: unknown;
    readonly detail?: object;
  };
}

interface Detail extends Words {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
}

/** The operations among the routes of Elysia, with their words. */
export function operationsIn(routes: readonly ServedRoute[]) {
  return routes.flatMap((served) => {
    const detail = (served.hooks.detail ?? {}) as Detail;
    const { operationId, 'x-answers': given, 'x-agent': agent } = detail;
    if (operationId === undefined || given === undefined || agent === undefined) return [];
    const operation = operationOf(served, operationId, detail);
    const { summary = '', description = '', tags: [tag = ''] = [], 'x-toolset': toolset = null } = detail;
    const errors = [...errorsOfShape(operation), ...(detail['x-errors'] ?? [])];
    const words: OperationWords = { ...given, agent, summary, description, errors, toolset, tag };
    return [{ operation, words }];
  });
}

function operationOf({ method, path, hooks }: ServedRoute, operationId: string, detail: Detail): Operation {
  const { 'x-scope': scope = null, 'x-session': session, 'x-options': options, 'x-preflight': preflight } = detail;
  return {
    operationId,
    method,
    path,
    preflight,
    // Of a key.
    scope: scope === 'own' ? 'admin' : scope,
    needsSession: session === true,
    takesNoOptions: options === 'none',
    params: hooks.params as TObject | undefined,
    query: hooks.query as TObject | undefined,
    body: bodyOf(detail, hooks.body as TSchema | undefined),
  };
}

function bodyOf({ 'x-takes': form, 'x-file': file }: Detail, schema?: TSchema): TakenBody | undefined {
  if (form === undefined) return undefined;
  return {
    ...(schema !== undefined && { schema }),
    ...(file !== undefined && { file }),
    isOptional: form === 'optionalJson',
  };
}

/** The codes that follow from the schemas of an operation. */
function errorsOfShape({ params, query, body }: Operation): readonly ErrorCode[] {
  const ofBody = body === undefined ? [] : errorsOfBody(body);
  const ofPath = params === undefined ? [] : [idFactsOf(params.properties['id']).code];
  const ofPage = 'offset' in (query?.properties ?? {}) ? (['invalid_pagination'] as const) : [];
  return [...ofBody, ...ofPath, ...ofPage];
}

function errorsOfBody({ schema, file }: TakenBody): readonly ErrorCode[] {
  if (file !== undefined) return ['payload_too_large'];
  if (schema === undefined) return ['unexpected_body'];
  const { invalid, unknown } = bodyFactsOf(schema);
  const ofPatch = schema['minProperties'] === 1 ? (['empty_patch'] as const) : [];
  return ['invalid_json', invalid, unknown, ...ofPatch, 'payload_too_large'];
}
