import { periods } from '../../core/billing/periodTable.ts';
import { exampleDraft, SubscriptionDraft } from '../subscriptions/model.ts';
import { statuses } from '../subscriptions/rules/limits.ts';
import { batchOperationsMax } from './model.ts';

/** An example of each kind of write of subscriptions, as it is sent, for /llms.txt. */
export function requestExamples(basePath: string, currencies: readonly string[]): string {
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
