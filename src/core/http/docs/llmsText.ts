import { Elysia } from 'elysia';
import { periods } from '../../billing/periodTable.ts';
import type { Currencies } from '../../billing/currencies.ts';
import { exampleDraft, SubscriptionDraft } from '../../../modules/subscriptions/model.ts';
import { statuses } from '../../../modules/subscriptions/rules/limits.ts';
import { agentRulesFor } from './agentRules.ts';
import { fixedContent } from '../responses/fixedContent.ts';
import { agentOperationsOf, type ApiDocument } from '../openapi/document.ts';
import { batchOperationsMax } from '../../../modules/batch/model.ts';

interface LlmsTextOptions {
  /** The base path; empty for the root. */
  readonly basePath: string;
  /** The currencies of the server. */
  readonly currencies: Currencies;
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
function llmsTextFor(document: ApiDocument, { basePath, currencies }: LlmsTextOptions): string {
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

${requestExamples(basePath, currencies.allowed)}

## Rules

${agentRulesFor(document)
  .map((rule) => `- ${rule}`)
  .join('\n')}

## Operations

${operations.join('\n')}
`;
}

/** An example of each kind of write, as it is sent. */
function requestExamples(basePath: string, currencies: readonly string[]): string {
  const path = `${basePath}/api/v1/subscriptions`;
  const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
  const words = (list: readonly string[]) => list.map((word) => `\`${word}\``).join(', ');
  const operations = [
    { action: 'create', subscription: exampleDraft },
    { action: 'update', id, patch: { status: 'paused' } },
    { action: 'renew', id, dueOn: '2026-07-15' },
    { action: 'delete', id },
  ];
  return `\`\`\`http
POST ${path}?dryRun=true
Authorization: Bearer <API_KEY>
Idempotency-Key: a-new-one-for-each-change

${JSON.stringify(exampleDraft)}
\`\`\`

- Required to create: ${words(Object.keys(exampleDraft))}. Optional: ${optionalFields()}. There are no other fields.
- \`currency\` is one of ${words(currencies)}; \`period\` is one of ${words(periods)}; \`status\` is one of ${words(statuses)}. With \`custom\`, \`customDate\` is the number of days as a string, such as \`"91"\` for a quarter. With any other period, leave it out.
- \`?dryRun=true\` writes nothing and answers what the write would do. It has \`warnings\` when a subscription with the same name exists (\`possible_duplicate\`): then ask the user. To write, send the same request without it. It works on each \`POST\`, \`PATCH\` and \`DELETE\` of records.
- \`PATCH ${path}/{id}\` takes the fields to change, such as \`{"status":"paused"}\`. With \`If-Match: "…"\`, the \`ETag\` of your last \`GET\`, it changes only what you have seen.
- \`POST ${path}/{id}/renew\` records a payment: \`{"dueOn":"2026-07-15"}\`, the \`nextPaymentDate\` as last read.
- \`POST ${path}/batch\` takes up to ${batchOperationsMax} changes, and makes all of them or none. An update, a renewal or a deletion may carry the \`ETag\` of its record as \`ifMatch\`:

\`\`\`json
${JSON.stringify({ operations })}
\`\`\``;
}

function optionalFields(): string {
  const optional = Object.entries(SubscriptionDraft.properties).filter(([name]) => !(name in exampleDraft));
  return optional
    .map(([name, { byDefault }]) => `\`${name}\`${byDefault === true ? ' (true unless given)' : ''}`)
    .join(', ');
}
