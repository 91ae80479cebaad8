import type { Tool } from '@modelcontextprotocol/server';
import type { Scope } from '../../access/scope.ts';
import type { ApiError } from '../errors/apiError.ts';
import type { Toolset } from '../openapi/words.ts';
import { agentOperationsOf, type AgentOperation, type AgentShortcut, type ApiDocument } from '../openapi/document.ts';
import { apiCallOf, type ApiCall, type CallArguments } from './apiCall.ts';
import { explainMisnamedId, explainUnknownBesideFile, explainSurplus } from './argumentFaults.ts';
import { meantArguments } from './givenArguments.ts';
import { argumentSchemasOf, bodiesOf, inputSchemaOf } from './inputSchema.ts';

/** A tool for agents. */
export interface AgentTool {
  /** Its definition in the protocol. */
  readonly definition: Tool;
  /** The scope that a key must have. */
  readonly scope: Scope;
  /** The arguments that an agent means by those of its call. */
  readonly meant: (given: CallArguments) => CallArguments;
  /** The error for a call that the API would misunderstand; undefined when the call can be sent. */
  readonly apiErrorOf: (given: CallArguments) => ApiError | undefined;
  readonly toolset: Toolset | undefined;
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

function toolOf(
  operation: AgentOperation,
  { components }: ApiDocument,
  bodies: ReturnType<typeof bodiesOf>,
): AgentTool {
  const { operationId, summary, description, 'x-agent': guidance } = operation;
  const { schemas } = components;
  const inputSchema = inputSchemaOf(operation, schemas, [], bodies);
  const known = argumentSchemasOf(operation, schemas);
  const checked = { name: operationId, operation, known: Object.keys(known) };
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
      annotations: annotationsOf(operation, guidance.riskLevel),
    },
    scope: guidance.requiredScope,
    toolset: guidance.toolset,
    meant: (given) => meantArguments(given, known, schemas),
    apiErrorOf: (given) => explainMisnamedId(checked, given) ?? explainUnknownBesideFile(checked, given),
    apiCall: (given) => apiCallOf(operation, given),
  };
}

function shortcutTool(shortcut: AgentShortcut, whole: AgentOperation, { components }: ApiDocument): AgentTool {
  const { name, title, description, riskLevel, body } = shortcut;
  const parameters = whole.parameters?.filter((parameter) => parameter.name !== 'include') ?? [];
  const operation = { ...whole, parameters };
  const { 'x-agent': guidance } = operation;
  // The shortcut offers no other fields: updateSubscription changes those.
  const { schemas } = components;
  const fields = Object.keys(argumentSchemasOf({ ...operation, parameters: [] }, schemas));
  const inputSchema = inputSchemaOf(operation, schemas, fields);
  const known = argumentSchemasOf(operation, schemas, fields);
  const checked = { name, operation, known: Object.keys(known) };
  return {
    definition: {
      name,
      title,
      description: `${summaryOf(description)}\n${riskSentence({ ...guidance, riskLevel })}`,
      inputSchema,
      annotations: annotationsOf(operation, riskLevel),
    },
    scope: guidance.requiredScope,
    toolset: guidance.toolset,
    meant: (given) => meantArguments(given, known, schemas),
    apiErrorOf: (given) => explainMisnamedId(checked, given) ?? explainSurplus(checked, body, given),
    apiCall: (given) => apiCallOf(operation, given, body),
  };
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
