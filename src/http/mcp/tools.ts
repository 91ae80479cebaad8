import type { Tool } from '@modelcontextprotocol/server';
import type { Scope } from '../../domain/keys/scope.ts';
import type { ApiError } from '../errors/apiError.ts';
import type { Toolset } from '../openapi/words.ts';
import { agentOperationsOf, type AgentOperation, type AgentShortcut, type ApiDocument } from '../openapi/document.ts';
import { apiCallOf, type ApiCall, type CallArguments } from './apiCall.ts';
import { explainFixed, explainMisnamedId, explainUnknownBesideFile, explainSurplus } from './argumentFaults.ts';
import { bodiesOf, inputSchemaOf } from './inputSchema.ts';
import { outputSchemaOf, type ToolView } from './outputSchema.ts';

// A result has a list twice, as structured content and as text. Left-out members keep it as short as over HTTP.
const toolViews: Readonly<Record<string, ToolView>> = {
  listSubscriptions: { leftOut: ['createdAt', 'updatedAt'], hint: 'filters' },
  exportSubscriptions: { leftOut: [], always: { format: 'json', safe: 'false' } },
  importSubscriptions: { leftOut: [], hint: 'results', report: 'import' },
  listAuditLog: { leftOut: ['requestId'], always: { include: 'actor' }, added: ['actor'] },
  createSubscription: { leftOut: [], hint: 'overdue' },
  batchSubscriptions: { leftOut: [], hint: 'overdue' },
};

/** A tool for agents. */
export interface AgentTool {
  /** Its definition in the protocol. */
  readonly definition: Tool;
  /** The scope that a key must have. */
  readonly scope: Scope;
  /** The error for a call that the API would misunderstand; undefined when the call can be sent. */
  readonly apiErrorOf: (given: CallArguments) => ApiError | undefined;
  readonly toolset: Toolset | undefined;
  /** The differences between its result and the answer of the operation, if there are any. */
  readonly view: ToolView | undefined;
  /** Turns a call into a request. */
  readonly apiCall: (given: CallArguments) => ApiCall;
}

/** One tool for each shortcut and each operation for agents that is to be a tool, by name, generated from the document. */
export function toolsOf(document: ApiDocument): ReadonlyMap<string, AgentTool> {
  const operations = agentOperationsOf(document).filter(({ 'x-agent': { isTool } }) => isTool !== false);
  const bodies = bodiesOf(operations, document.components.schemas);
  const tools = [
    ...operations.map((operation) => toolOf(operation, document, bodies)),
    ...document['x-agent-shortcuts'].flatMap((shortcut) =>
      operations
        .filter(({ operationId }) => operationId === shortcut.operationId)
        .map((operation) => shortcutTool(shortcut, operation, document)),
    ),
  ];
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
}

function toolOf(whole: AgentOperation, { components }: ApiDocument, bodies: ReturnType<typeof bodiesOf>): AgentTool {
  const view = toolViews[whole.operationId];
  const operation = withoutParameters(whole, Object.keys(view?.always ?? {}));
  const { operationId, summary, description, 'x-agent': guidance } = operation;
  const inputSchema = inputSchemaOf(operation, components.schemas, [], bodies);
  const checked = { name: operationId, operation, known: Object.keys(inputSchema.properties ?? {}) };
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
      outputSchema: outputSchemaOf(operation, components.schemas, view),
      annotations: annotationsOf(operation, guidance.riskLevel),
    },
    scope: guidance.requiredScope,
    toolset: guidance.toolset,
    view,
    apiErrorOf: (given) =>
      explainMisnamedId(checked, given) ??
      explainFixed(checked, view?.always ?? {}, given) ??
      explainUnknownBesideFile(checked, given),
    apiCall: (given) => apiCallOf(whole, { ...given, ...view?.always }),
  };
}

function shortcutTool(shortcut: AgentShortcut, whole: AgentOperation, { components }: ApiDocument): AgentTool {
  const { name, title, description, riskLevel, body } = shortcut;
  const operation = withoutParameters(whole, readOptions);
  const { 'x-agent': guidance } = operation;
  // The shortcut offers no other fields: updateSubscription changes those.
  const fields = Object.keys(inputSchemaOf({ ...operation, parameters: [] }, components.schemas).properties ?? {});
  const inputSchema = inputSchemaOf(operation, components.schemas, fields);
  const checked = { name, operation, known: Object.keys(inputSchema.properties ?? {}) };
  return {
    definition: {
      name,
      title,
      description: `${summaryOf(description)}\n${riskSentence({ ...guidance, riskLevel })}`,
      inputSchema,
      outputSchema: outputSchemaOf(operation, components.schemas),
      annotations: annotationsOf(operation, riskLevel),
    },
    scope: guidance.requiredScope,
    toolset: guidance.toolset,
    view: undefined,
    apiErrorOf: (given) => explainMisnamedId(checked, given) ?? explainSurplus(checked, body, given),
    apiCall: (given) => apiCallOf(operation, given, body),
  };
}

// What the answer has, not what is done.
const readOptions: readonly string[] = ['include'];

/** An operation that does not offer some of its parameters. */
function withoutParameters(operation: AgentOperation, names: readonly string[]): AgentOperation {
  const { parameters = [] } = operation;
  return { ...operation, parameters: parameters.filter(({ name }) => !names.includes(name)) };
}

type Guidance = AgentOperation['x-agent'];

/** The first paragraph of a description: what the operation does. The rest is for readers of the document. */
function summaryOf(description: string): string {
  return description.split('\n\n', 1).join('');
}

function riskSentence({ riskLevel, requiresConfirmation }: Pick<Guidance, 'riskLevel' | 'requiresConfirmation'>) {
  return `Risk: ${riskLevel}${requiresConfirmation ? '; confirm with the user first' : ''}.`;
}

/**
 * Hints for clients. The risk determines `destructiveHint`, the method `idempotentHint`; a tool that only reads has neither.
 */
function annotationsOf({ method }: AgentOperation, risk: Guidance['riskLevel']) {
  if (method === 'GET') return { readOnlyHint: true, openWorldHint: false };
  return {
    readOnlyHint: false,
    destructiveHint: risk === 'high' || risk === 'medium to high',
    idempotentHint: method !== 'POST',
    openWorldHint: false,
  };
}
