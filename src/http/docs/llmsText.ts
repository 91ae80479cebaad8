import { Elysia } from 'elysia';
import { periods } from '../../domain/billing/periodTable.ts';
import { currencies, statuses, subscriptionFields, writableFieldsInOrder } from '../../domain/subscriptions/fields.ts';
import { agentRulesFor } from './agentRules.ts';
import { fixedContent } from '../responses/fixedContent.ts';
import { agentOperationsOf, type ApiDocument } from '../openapi/document.ts';
import { batchOperationsMax } from '../api/batch/schema.ts';
import { exampleDraft } from '../api/subscriptions/example.ts';

interface LlmsTextOptions {
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
  /** Gives the OpenAPI document. */
  readonly readDocument: () => Promise<ApiDocument>;
}

/** The page for programs that read before they act, at /llms.txt; it needs no key. */
export function llmsText({ basePath, readDocument }: LlmsTextOptions) {
  const headers = { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'no-cache' };
  const text = fixedContent(async () => Buffer.from(llmsTextFor(await readDocument(), basePath)), headers);
  return new Elysia({ name: 'llms-text' }).get('/llms.txt', ({ request, set }) => text({ request, set }), {
    detail: { hide: true },
  });
}

/** What the page says of a service: its operations and rules are those of its OpenAPI document. */
function llmsTextFor(document: ApiDocument, basePath: string): string {
  const operations = agentOperationsOf(document).map(({ method, path, operationId, summary, 'x-agent': guidance }) => {
    const confirmed = guidance.requiresConfirmation ? ', confirm first' : '';
    return `- \`${method} ${basePath}${path}\` (${operationId}; scope ${guidance.requiredScope}, risk ${guidance.riskLevel}${confirmed}): ${summary}.`;
  });
  return `# ${document.info.title}

> Keeps track of somebody's recurring subscriptions and answers what they cost, what renews soon and what is paid twice. Each owner sees their own records only.

## Ways in

- [OpenAPI document](${basePath}/openapi.json): every operation with its schemas, errors and, under \`x-agent\`, when to use it
- [Documentation page](${basePath}/docs): the same for people
- MCP over streamable HTTP at \`${basePath}/mcp\`, with the same key: a tool for each operation; \`duebook mcp\` does it over standard input and output

## Keys and quota

- Every request needs the header \`Authorization: Bearer <API_KEY>\`. A key that begins with \`dbk_r_\` may read; one that begins with \`dbk_w_\` may write too. Whoever runs the server makes them: \`duebook keys create\`.
- The owner's requests are counted in windows: \`X-RateLimit-Remaining\` says how many are left, \`Retry-After\` how long to wait. A faulty request (400) is not counted, but a batch that the stored records refuse is: each of its operations.

## Errors

- Every refusal is \`{"error": {"code", "message", "field"?, "suggestedFix"?, "allowedValues"?, "writableFields"?}, "requestId"}\`.
- Mend the field that \`field\` names as \`suggestedFix\` says, and send the request again. 401 and 403 stay as they are with this key.

## Requests

${requestExamples(basePath)}

## Rules

${agentRulesFor(document)
  .map((rule) => `- ${rule}`)
  .join('\n')}

## Operations

${operations.join('\n')}
`;
}

/** A request of each kind that writes, as it is sent. */
function requestExamples(basePath: string): string {
  const path = `${basePath}/api/v1/subscriptions`;
  const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
  const words = (list: readonly string[]) => list.map((word) => `\`${word}\``).join(', ');
  const operations = [
    { action: 'create', subscription: exampleDraft },
    { action: 'update', id, patch: { lastPaymentDate: '2026-07-15' } },
    { action: 'delete', id },
  ];
  return `\`\`\`http
POST ${path}?dryRun=true
Authorization: Bearer <API_KEY>
Idempotency-Key: a-new-one-for-each-change

${JSON.stringify(exampleDraft)}
\`\`\`

- Required to create: ${words(Object.keys(exampleDraft))}. Optional: ${optionalFields()}. There are no other fields.
- \`currency\` is one of ${words(currencies)}; \`period\` of ${words(periods)}; \`status\` of ${words(statuses)}. With \`custom\`, \`customDate\` is the number of days as text, such as \`"91"\` for a quarter; otherwise it is left out.
- \`?dryRun=true\` writes nothing and tells what would be, with \`warnings\` when a subscription of the same name is recorded already (\`possible_duplicate\`): ask the user then. Send the same without it to write. It works on each \`POST\`, \`PATCH\` and \`DELETE\`.
- \`PATCH ${path}/{id}\` takes the fields to change, such as \`{"status":"paused"}\`. With \`If-Match: "…"\`, the \`ETag\` of your last \`GET\`, it changes only what you have seen.
- \`POST ${path}/batch\` takes up to ${batchOperationsMax} changes, and makes all or none. One that updates or deletes may have the \`ETag\`, as \`ifMatch\`, of its own:

\`\`\`json
${JSON.stringify({ operations })}
\`\`\``;
}

function optionalFields(): string {
  const optional = writableFieldsInOrder.filter((name) => subscriptionFields[name].presence !== 'required');
  return optional
    .map((name) => `\`${name}\`${subscriptionFields[name].kind === 'flag' ? ' (true unless given)' : ''}`)
    .join(', ');
}
