import type { Tool } from '@modelcontextprotocol/server';
import type { Scope } from '../../domain/keys/apiKey.ts';
import type { ApiError } from '../responses/errors.ts';
import { agentOperationsOf, type AgentOperation, type AgentShortcut, type ApiDocument } from '../openapi/document.ts';
import { apiCallOf, type ApiCall, type CallArguments } from './apiCall.ts';
import { explainMisnamedId, explainSurplus } from './argumentFaults.ts';
import { inputSchemaOf } from './inputSchema.ts';
import { outputSchemaOf, type ListView } from './outputSchema.ts';

// So that a list is no longer as a result, where it stands twice, than over HTTP: once for programs, once as text.
const listViews: Readonly<Record<string, ListView>> = {
  listSubscriptions: { leftOut: ['createdAt', 'updatedAt'], hasHint: true },
  listAuditLog: { leftOut: ['requestId'], hasHint: false },
};

/** A tool that an agent may call. */
export interface AgentTool {
  /** As the protocol describes it. */
  readonly definition: Tool;
  /** The scope that a key needs for it. */
  readonly scope: Scope;
  /** Why a call cannot be sent to the API, which would take it for something else; undefined when it can. */
  readonly apiErrorOf: (given: CallArguments) => ApiError | undefined;
  /** How its list differs from that of the operation, if it gives one. */
  readonly listView: ListView | undefined;
  /** The request that a call stands for. */
  readonly apiCall: (given: CallArguments) => ApiCall;
}

/** One tool for each operation that an agent may call and for each shortcut, by name: all that is said of them is read out of the document. */
export function toolsOf(document: ApiDocument): ReadonlyMap<string, AgentTool> {
  const operations = agentOperationsOf(document);
  const tools = [
    ...operations.map((operation) => toolOf(operation, document)),
    ...document['x-agent-shortcuts'].flatMap((shortcut) =>
      operations
        .filter(({ operationId }) => operationId === shortcut.operationId)
        .map((operation) => shortcutTool(shortcut, operation, document)),
    ),
  ];
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
}

function toolOf(operation: AgentOperation, { components }: ApiDocument): AgentTool {
  const { operationId, summary, description, 'x-agent': guidance } = operation;
  const inputSchema = inputSchemaOf(operation, components.schemas);
  const taker = { name: operationId, operation, known: Object.keys(inputSchema.properties ?? {}) };
  const listView = listViews[operationId];
  return {
    definition: {
      name: operationId,
      title: summary,
      description: [
        summaryOf(description),
        `When: ${guidance.useWhen}`,
        `Not when: ${guidance.doNotUseWhen}`,
        riskSentence(guidance),
      ].join('\n'),
      inputSchema,
      outputSchema: outputSchemaOf(operation, components.schemas, listView),
      annotations: annotationsOf(operation, summary, guidance.riskLevel),
    },
    scope: guidance.requiredScope,
    listView,
    apiErrorOf: (given) => explainMisnamedId(taker, given),
    apiCall: (given) => apiCallOf(operation, given),
  };
}

function shortcutTool(shortcut: AgentShortcut, operation: AgentOperation, { components }: ApiDocument): AgentTool {
  const { name, title, description, riskLevel, body } = shortcut;
  const { 'x-agent': guidance } = operation;
  // Of the other fields none is offered: to change those, there is the operation itself.
  const fields = Object.keys(inputSchemaOf({ ...operation, parameters: [] }, components.schemas).properties ?? {});
  const inputSchema = inputSchemaOf(operation, components.schemas, fields);
  const taker = { name, operation, known: Object.keys(inputSchema.properties ?? {}) };
  return {
    definition: {
      name,
      title,
      description: `${summaryOf(description)}\n${riskSentence({ ...guidance, riskLevel })}`,
      inputSchema,
      outputSchema: outputSchemaOf(operation, components.schemas),
      annotations: annotationsOf(operation, title, riskLevel),
    },
    scope: guidance.requiredScope,
    listView: undefined,
    apiErrorOf: (given) => explainMisnamedId(taker, given) ?? explainSurplus(taker, body, given),
    apiCall: (given) => apiCallOf(operation, given, body),
  };
}

type Guidance = AgentOperation['x-agent'];

/** The first paragraph of a description: what the operation does. What follows is for people who read the document. */
function summaryOf(description: string): string {
  return description.split('\n\n', 1).join('');
}

function riskSentence({ riskLevel, requiresConfirmation }: Pick<Guidance, 'riskLevel' | 'requiresConfirmation'>) {
  return `Risk: ${riskLevel}${requiresConfirmation ? '; confirm with the user first' : ''}.`;
}

/**
 * Hints for clients. Whether a call destroys follows from its risk; whether it may be repeated, from its method. Both say
 * nothing of a tool that only reads.
 */
function annotationsOf({ method, 'x-agent': guidance }: AgentOperation, title: string, risk: Guidance['riskLevel']) {
  if (guidance.requiredScope === 'read') return { title, readOnlyHint: true, openWorldHint: false };
  return {
    title,
    readOnlyHint: false,
    destructiveHint: risk === 'high' || risk === 'medium to high',
    idempotentHint: method !== 'POST',
    openWorldHint: false,
  };
}
