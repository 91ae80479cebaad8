import { isMembers } from '../../fields/fieldTypes.ts';
import type { JsonSchema } from '../openapi/document.ts';
import type { CallArguments } from './apiCall.ts';
import { isNullable, withoutAlternatives, type ArgumentSchemas } from './inputSchema.ts';
import { asRecord, type Schemas } from './jsonSchema.ts';

// n8n adds them to the arguments of every call.
const addedByClients = new Set(['toolCallId', 'sessionId', 'action', 'chatInput']);

/**
 * The arguments that an agent means: without those that its client adds and the tool does not have, and without those that
 * are null where null says nothing, because some clients send every argument.
 */
export function meantArguments(given: CallArguments, known: ArgumentSchemas, schemas: Schemas): CallArguments {
  const members = Object.entries(given).filter(([name]) => Object.hasOwn(known, name) || !addedByClients.has(name));
  return withoutNulls(Object.fromEntries(members), { type: 'object', properties: known }, schemas);
}

/** An object without the members that are null and may not be, at any depth. */
function withoutNulls(given: CallArguments, { properties }: JsonSchema, schemas: Schemas): CallArguments {
  const known = asRecord(properties);
  const members = Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) return [[name, value] as const];
    const schema = withoutAlternatives(asRecord(known[name]), schemas);
    return value === null && !isNullable(schema) ? [] : [[name, meantValue(value, schema, schemas)] as const];
  });
  return Object.fromEntries(members);
}

function meantValue(value: unknown, schema: JsonSchema, schemas: Schemas): unknown {
  if (Array.isArray(value)) {
    const items = withoutAlternatives(asRecord(schema['items']), schemas);
    return value.map((one) => meantValue(one, items, schemas));
  }
  return isMembers(value) ? withoutNulls(value, schema, schemas) : value;
}
