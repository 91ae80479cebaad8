import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import type { Scope } from '../../access/scope.ts';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import { named } from '../../fields/schemaMarks.ts';
import { exactly, pagination, requestId, type RequestHeader } from './components.ts';
import type { AgentShortcut } from './document.ts';
import type { ErrorExamples } from './errorResponses.ts';

/** The toolsets of MCP: groups of tools that a client lists together. */
export const toolsets = [
  'subscriptions',
  'payments',
  'reports',
  'audit',
  'corrections',
  'import',
  'reminders',
  'settings',
] as const;

/** The name of a toolset. */
export type Toolset = (typeof toolsets)[number];

/** The toolsets that every client lists. */
export const defaultToolsets: readonly Toolset[] = ['subscriptions', 'payments', 'reports', 'audit'];

/** Guidance for AI agents on an operation. */
export interface AgentGuidance {
  readonly riskLevel: 'low' | 'medium' | 'medium to high' | 'high';
  readonly requiresConfirmation: boolean;
  readonly requiredScope: Scope;
  readonly useWhen: string;
  readonly doNotUseWhen: string;
  /** The toolset of its MCP tool. */
  readonly toolset?: Toolset;
  /** False for an operation that is no MCP tool. */
  readonly isTool?: false;
}

/** A tag of the document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** An answer of an operation. */
export interface Outcome {
  readonly description: string;
  readonly example: object;
}

/** The answer of an operation that succeeds. */
export interface Success extends Outcome {
  readonly status: 200 | 201;
  readonly schema: TSchema;
  /** Whether the answer has an ETag. */
  readonly isTagged?: true;
  /** What the answer may be besides JSON, by its media type. */
  readonly otherContent?: Readonly<Record<string, { readonly schema: object }>>;
  /** Whether what was created has no path of its own. */
  readonly hasNoLocation?: true;
}

/** The description of an operation in the OpenAPI document, beyond its route. */
export interface OperationWords {
  /** The name of its tag. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly agent: Omit<AgentGuidance, 'requiredScope' | 'toolset' | 'isTool'>;
  /** The toolset of its MCP tool; null for an operation that is no tool. */
  readonly toolset: Toolset | null;
  /** Its request headers, beyond those of every operation, and If-None-Match of reads with an ETag. */
  readonly requestHeaders?: readonly RequestHeader[];
  readonly success: Success;
  /** The answer to a dry run, with status 200. It needs a schema only if `success` has another status. */
  readonly dryRun?: Outcome & { readonly schema?: TSchema };
  /** Its error codes, beyond those of every operation. */
  readonly errors: readonly ErrorCode[];
}

/** What a module says of itself in the OpenAPI document, beyond its operations. */
export interface ModuleWords {
  /** The tags of its operations, but for those of other modules. */
  readonly tags?: readonly Tag[];
  readonly errorExamples?: ErrorExamples;
  /** Members that some answers have beside the error. */
  readonly errorMembers?: TProperties;
  readonly shortcuts?: readonly AgentShortcut[];
  /** The fields that a revert restores. */
  readonly revertibleFields?: readonly string[];
}

/** An answer with an ETag. */
export function taggedAnswer(schema: TSchema, description: string, example: object): Success {
  return { status: 200, isTagged: true, description, schema, example };
}

/** The answer of an operation that lists records: one page of them. */
export function pageOf(
  name: string,
  record: TSchema,
  description: string,
  examples: readonly object[],
  members: TProperties = {},
): Success {
  const schema = named(name, exactly({ data: Type.Array(record), pagination, ...members, requestId }));
  const example = { data: examples, pagination: { limit: 50, offset: 0, hasMore: false } };
  return taggedAnswer(schema, description, example);
}

/** The answer of an operation that reads, with members of its own. */
export function answerWith(name: string, members: TProperties, description: string, example: object): Success {
  return taggedAnswer(named(name, exactly({ ...members, requestId })), description, example);
}
