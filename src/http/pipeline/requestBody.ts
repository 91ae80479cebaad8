import type { TSchema } from '@sinclair/typebox';
import { ApiError } from '../responses/errors.ts';
import { nearestFieldOf } from '../suggestions/fields.ts';
import { bodyTooLarge, type BodyReaders, type ReadBody } from './bodyReader.ts';

/** The largest body, in bytes. */
export const bodyBytesMax = 64 * 1024;

/** The largest body of a batch, in bytes. */
export const batchBytesMax = 256 * 1024;

/** Takes the place of a body that cannot be used. Validation refuses it when its turn comes. */
export const BodyFault = {
  tooLarge: bodyTooLarge,
  empty: Symbol('the body is empty'),
  notJson: Symbol('the body is not JSON'),
  notAnObject: Symbol('the body is not an object'),
  unwanted: Symbol('the route takes no such body'),
} as const;

// The second is never reached. Without it, Elysia would compose all its parsers into the handler.
const noParser = [() => null, 'application/json' as const];

/** How a route reads its body. */
export interface RequestBody<Schema extends TSchema = TSchema> {
  /** Keeps Elysia from reading the body itself, which it would do before the key has been checked. */
  readonly parse: typeof noParser | 'none';
  /** Validates the decoded body. Without it, nothing of the body reaches the handler. */
  readonly schema?: Schema;
  /** Reads the body as text, or gives the {@link BodyFault} that takes its place. */
  readonly read: (bodies: BodyReaders) => ReadBody;
  /** A stage that turns the text into the object that it describes. */
  readonly decode?: (context: { body: unknown }) => void;
}

/** A body that is one JSON object. */
export function jsonBody<Schema extends TSchema>(schema: Schema): RequestBody<Schema> {
  return { parse: noParser, schema, read: (bodies) => bodies(bodyBytesMax), decode: decodeBody };
}

/** As {@link jsonBody}, for a batch: it is larger, and has objects in it. */
export function batchBody<Schema extends TSchema>(schema: Schema): RequestBody<Schema> {
  return { parse: noParser, schema, read: (bodies) => bodies(batchBytesMax), decode: decodeBatchBody };
}

/** For a route that takes no body: a body with any content is marked as unwanted. */
export const noBody: RequestBody = {
  parse: 'none',
  read: (bodies) => markUnwanted(bodies(bodyBytesMax), (body) => typeof body === 'string' && emptyForm.test(body)),
};

/** For a route that ignores its body: only a body that names a write option is marked as unwanted. */
export const ignoredBody: RequestBody = {
  parse: 'none',
  read: (bodies) => markUnwanted(bodies(bodyBytesMax), (body) => typeof body !== 'string' || !namesWriteOption(body)),
};

function markUnwanted(readBody: ReadBody, isHarmless: (body: string | symbol) => boolean): ReadBody {
  return async function readUnlessUnwanted(context) {
    const body = await readBody(context);
    return isHarmless(body) ? '' : BodyFault.unwanted;
  };
}

/** A stage that refuses an unwanted body: a client that asks in it for a dry run must not get the write itself. */
export function refuseUnwantedBody({ body }: { body: unknown }): void {
  if (body !== BodyFault.unwanted) return;
  throw new ApiError('unexpected_body', {
    suggestedFix: 'Send no body: ?dryRun=true in the path makes a dry run; If-Match and Idempotency-Key are headers.',
    forTools: { suggestedFix: 'Send no arguments but id, dryRun, ifMatch and idempotencyKey.' },
  });
}

const emptyForm = /^\s*(\{\s*\})?\s*$/;
const writeOptionName = /dry[\s_-]*run|if[\s_-]*match|idempotency/i;

function namesWriteOption(text: string): boolean {
  return writeOptionName.test(text) || memberNames(text).some((name) => nearestFieldOf(name, ['dryRun']) !== undefined);
}

function memberNames(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** A stage that reads the body. It runs after authentication: the body of an unknown client is never buffered. */
export function receiveBody(readBody: ReadBody) {
  return async function receiveBodyStage(context: Parameters<ReadBody>[0] & { body: unknown }): Promise<void> {
    // If the stage passed on the whole context, Elysia would prepare everything in it for each request.
    const { request, caller } = context;
    context.body = await readBody({ request, caller });
  };
}

/** Turns the text of the body into the object that it describes, or into the {@link BodyFault} that says why not. */
function decodeBody(context: { body: unknown }): void {
  const { body } = context;
  if (typeof body === 'string') context.body = parseObject(body, bodyLevels);
}

/** As {@link decodeBody}, for a batch. */
export function decodeBatchBody(context: { body: unknown }): void {
  const { body } = context;
  if (typeof body === 'string') context.body = parseObject(body, batchLevels);
}

function parseObject(text: string, levels: number): unknown {
  if (text.trim() === '') return BodyFault.empty;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return BodyFault.notJson;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return BodyFault.notAnObject;
  return withoutDepth(value, levels);
}

// How deep values are kept: the object itself; of a batch also the list, its operations and their subscriptions.
const [bodyLevels, batchLevels] = [1, 4];

/** No field takes an object or a list. An empty list in its place is refused alike, and its depth costs nothing. */
function withoutDepth(value: object, levels: number): unknown {
  const isDeep = Object.values(value).some((field) => typeof field === 'object' && field !== null);
  if (!isDeep) return value;
  const shallow = (field: unknown) => {
    if (typeof field !== 'object' || field === null) return field;
    return levels > 1 ? withoutDepth(field, levels - 1) : [];
  };
  if (Array.isArray(value)) return value.map(shallow);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shallow(field)]));
}
