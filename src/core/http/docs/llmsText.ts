import { Elysia } from 'elysia';
import { agentRulesFor } from './agentRules.ts';
import { fixedContent } from '../responses/fixedContent.ts';
import { agentOperationsOf, type ApiDocument } from '../openapi/document.ts';

interface LlmsTextOptions {
  /** The base path; empty for the root. */
  readonly basePath: string;
  /** Examples of requests. */
  readonly requestExamples: string;
  /** Returns the OpenAPI document. */
  readonly readDocument: () => Promise<ApiDocument>;
}

/** The page at /llms.txt for agents that read documentation before they act; it needs no key. */
export function llmsText(options: LlmsTextOptions) {
  const headers = { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'no-cache' };
  const text = fixedContent(async () => Buffer.from(llmsTextFor(await options.readDocument(), options)), headers);
  return new Elysia({ name: 'llms-text' }).get('/llms.txt', ({ request, set }) => text({ request, set }));
}

/** The text of the page; its operations and rules come from the OpenAPI document. */
function llmsTextFor(document: ApiDocument, { basePath, requestExamples }: LlmsTextOptions): string {
  const operations = agentOperationsOf(document).map(({ method, path, operationId, summary, 'x-agent': guidance }) => {
    const confirmed = guidance.requiresConfirmation ? ', confirm first' : '';
    return `- \`${method} ${basePath}${path}\` (${operationId}; scope ${guidance.requiredScope}, risk ${guidance.riskLevel}${confirmed}): ${summary}.`;
  });
  return `# ${document.info.title}

> Tracks recurring subscriptions: what they cost, what renews soon and what is paid for twice. Each owner sees only their own records.

## Interfaces

- [OpenAPI document](${basePath}/openapi.json): every operation with its schemas and errors; \`x-agent\` says when to use it
- [Documentation page](${basePath}/docs): the same, for people
- MCP over streamable HTTP at \`${basePath}/mcp\`, with the same key and one tool for each operation. \`duebook mcp\` offers the same over standard input and output

## Keys and quota

- Every request needs the header \`Authorization: Bearer <API_KEY>\`. A key that begins with \`dbk_r_\` can read; one that begins with \`dbk_w_\` can also write, and \`dbk_a_\` also manage keys and users. The operator of the server creates keys with \`duebook keys create\`.
- Each owner has a quota of requests per time window. \`X-RateLimit-Remaining\` says how many are left, \`Retry-After\` how many seconds to wait. An invalid request (400) does not count. Each operation of a batch counts, even when the stored records refuse the batch.

## Errors

- Every error is \`{"error": {"code", "message", "field"?, "suggestedFix"?, "allowedValues"?, "writableFields"?}, "requestId"}\`.
- Correct the field that \`field\` names, as \`suggestedFix\` says, and send the request again. 401 and 403 do not go away with the same key.

## Requests

${requestExamples}

## Rules

${agentRulesFor(document)
  .map((rule) => `- ${rule}`)
  .join('\n')}

## Operations

${operations.join('\n')}
`;
}
