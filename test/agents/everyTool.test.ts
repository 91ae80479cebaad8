import { expect, test } from 'bun:test';
import { argumentSchemasOf } from '../../src/core/http/mcp/inputSchema.ts';
import { resolved } from '../../src/core/http/mcp/jsonSchema.ts';
import { agentOperationsOf, type ApiDocument, type JsonSchema } from '../../src/core/http/openapi/document.ts';
import type { Schema } from '../generator/api.ts';
import { pick, randomFrom } from '../generator/random.ts';
import { anyValue, tooLong, wrongNames, wrongValues } from '../generator/values.ts';
import { connectMcp } from '../support/mcpClient.ts';
import { channelDraft } from '../support/operationRequests.ts';
import { renewed } from '../support/payments.ts';
import { addChannel, addDelivery } from '../support/reminders.ts';
import { fileOf, importFile } from '../support/imports.ts';
import { startService, validDraft } from '../support/service.ts';

type Given = Readonly<Record<string, unknown>>;

const service = await startService();
const { key, id: ownKeyId } = service.makeKeyRecord('first', 'admin');
const client = await connectMcp(service.origin, key, '2026', 'all');
// The members of a call that are no fields of what it writes.
const ofCall = new Set(['id', 'include', 'dryRun', 'ifMatch', 'idempotencyKey']);
const listed = await client.tools();
const document = service.document as unknown as ApiDocument;
const { schemas } = document.components;
const operationOf = new Map(agentOperationsOf(document).map((operation) => [operation.operationId, operation]));
const tools = listed.map(({ name, inputSchema, annotations }) => ({
  name,
  schema: { ...inputSchema, properties: argumentsOf(name, inputSchema.properties ?? {}) } as Schema,
  isRead: annotations?.readOnlyHint === true,
}));

const random = randomFrom(1);
const roundsMax = 200;
const triesOfRound = 5;
// The ids that each tool has shown last.
const shownIds = new Map<string, readonly string[]>();

/** The arguments of a tool with every rule, which the document has, and the tool says only in words. */
function argumentsOf(name: string, known: object) {
  const operation = operationOf.get(name) ?? operationOf.get('updateSubscription');
  if (operation === undefined) throw new Error(`the document does not describe ${name}`);
  const described = Object.entries(argumentSchemasOf(operation, schemas));
  return Object.fromEntries(
    described.filter(([one]) => Object.hasOwn(known, one)).map(([one, of]) => [one, inlined(of)]),
  );
}

function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined);
  if (!isGiven(value)) return value;
  const members = Object.entries(resolved(value as JsonSchema, schemas));
  return Object.fromEntries(members.map(([name, member]) => [name, inlined(member)]));
}

/** Remembers the ids that a tool shows: arguments are drawn from them. The agent does not revoke its own key. */
function remember(name: string, { data, results, requestId }: Given): void {
  const requests = shownIds.get('updatedByRequest') ?? [];
  if (name.startsWith('update')) shownIds.set('updatedByRequest', [String(requestId), ...requests.slice(0, 4)]);
  const shown = [data, results].flat() as (Given | undefined)[];
  const fresh = shown.flatMap((one) => (typeof one?.['id'] === 'string' && one['id'] !== ownKeyId ? [one['id']] : []));
  if (fresh.length > 0) shownIds.set(name, fresh.slice(0, 20));
}

/** Any value for a schema, with ids that one of the tools has shown; every second time, one of those for the same kind of record. */
function anyArgument(schema: Schema, tool = ''): unknown {
  const [kind = ''] = /[A-Z][a-z]+/.exec(tool) ?? [];
  const ofKind = Array.from(shownIds).flatMap(([name, ids]) => (name.includes(kind) ? [ids] : []));
  const ids = pick(random, random() < 0.5 && ofKind.length > 0 ? ofKind : [[], ...shownIds.values()]);
  const value = anyValue(random, schema, { today: '2026-06-15', ids });
  const isOfChannel = isGiven(value) && value['settings'] !== undefined;
  if (!isOfChannel) return value;
  // Which settings a channel takes depends on its type.
  return schema.required?.includes('settings') === true ? { ...value, ...channelDraft } : { ...value, settings: {} };
}

function isGiven(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Arguments with one fault: a wrong name, a wrong value, or an argument of another tool. Null where nothing is needed means nothing, and options may be numbers, texts or lists. */
function carelessCalls({ schema, isRead }: (typeof tools)[number]): Given[] {
  const valid = anyArgument(schema) as Given;
  const { properties = {} } = schema;
  const foreign = new Map(tools.flatMap((tool) => Object.entries(tool.schema.properties ?? {})));
  const isKnown = (name: string) => Object.hasOwn(properties, name) || ofCall.has(name) || name === 'status';
  // The tools that set a status take it, too. A client may add an action to every call.
  const surplus = Array.from(foreign).filter(([name]) => !isKnown(name) && name !== 'action');
  const faulty = Object.entries(properties).flatMap(([name, facts]) => {
    const value = valid[name] ?? anyArgument(facts);
    const { [name]: _, ...others } = valid;
    const isNeeded = schema.required?.includes(name) === true;
    const isOption = isRead || ofCall.has(name);
    const wrong = [...wrongValues(facts, value), ...tooLong(facts)].filter(
      (one) =>
        (isNeeded || one !== null) &&
        !(isOption && isSaidOtherwise(one, value, facts)) &&
        !(isRead && Array.isArray(one)),
    );
    return [
      // One field may be called what another one is.
      {
        ...others,
        [pick(
          random,
          wrongNames(name).filter((other) => !Object.hasOwn(properties, other)),
        )]: value,
      },
      ...wrong.slice(0, 1).map(() => ({ ...valid, [name]: pick(random, wrong) })),
    ];
  });
  return [...faulty, ...surplus.map(([name, facts]) => ({ ...valid, [name]: anyArgument(facts) }))];
}

function isSaidOtherwise(one: unknown, value: unknown, { type }: Schema): boolean {
  return one === String(value) || (typeof one === 'number' && type === 'string');
}

test('every listed tool succeeds with valid arguments', async () => {
  // Payments to correct: few renewals have valid dates by chance.
  for (let count = 0; count < 8; count += 1) {
    await renewed(service, await service.create({ lastPaymentDate: '2025-05-10' }), { payments: 12 });
  }
  // Each to a channel of its own: calls delete and disable channels, too.
  for (let count = 0; count < 8; count += 1) addDelivery(service, 'first', 'failed', addChannel(service));
  // Imports to undo: no call makes a file by chance.
  for (let count = 0; count < 8; count += 1)
    await importFile(service, service.keys.write, fileOf({ ...validDraft, name: `Imported ${count}` }));
  const waiting = new Set(tools);
  for (let round = 0; round < roundsMax && waiting.size > 0; round += 1) {
    for (const tool of tools) {
      // What exists is needed by other tools.
      const tries = waiting.has(tool) ? triesOfRound : Number(/^(create|update|set|list)/.test(tool.name));
      for (let count = 0; count < tries && (count === 0 || waiting.has(tool)); count += 1) {
        const { isError, structured } = await client.call(
          tool.name,
          anyArgument(tool.schema, tool.name) as Record<string, unknown>,
        );
        if (isError) expect([tool.name, structured['error']]).toEqual([tool.name, expect.objectContaining(told)]);
        else remember(tool.name, structured);
        if (!isError) waiting.delete(tool);
      }
    }
  }
  expect(Array.from(waiting, ({ name }) => name)).toEqual([]);
});

const told = { code: expect.not.stringMatching(/^internal/), suggestedFix: expect.any(String) };

test.each(tools)(
  '$name refuses arguments with a wrong name or value or of another tool, and says what to send',
  async (tool) => {
    const { name } = tool;
    for (const given of carelessCalls(tool)) {
      const { isError, structured } = await client.call(name, given);
      expect([name, given, isError, structured['error']]).toEqual([name, given, true, expect.objectContaining(told)]);
    }
  },
);
