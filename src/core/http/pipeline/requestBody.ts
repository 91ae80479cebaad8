import type { Principal } from '../../access/principal.ts';
import { ApiError } from '../errors/apiError.ts';
import { nearestFieldOf } from '../../fields/suggestions.ts';
import { decodeUtf8 } from '../../text/utf8.ts';

/** The largest body, in bytes. */
export const bodyBytesMax = 64 * 1024;

/** The largest body of a batch, in bytes. */
export const batchBytesMax = 256 * 1024;

/** The largest body of a client that nobody has authenticated, in bytes: of a sign-in. */
const strangerBytesMax = 16 * 1024;

// How deep values are kept: the object itself, and a list of objects in it; of a batch also the list of its operations, their
// subscriptions and their details.
const [bodyLevels, batchLevels] = [3, 6];

/** Replaces a body that cannot be used. Validation refuses it when its turn comes. */
export const BodyFault = {
  tooLarge: Symbol('the body is too large'),
  empty: Symbol('the body is empty'),
  notJson: Symbol('the body is not JSON'),
  notAnObject: Symbol('the body is not an object'),
  unwanted: Symbol('the route takes no such body'),
} as const;

// Elysia never reaches the second one. Without it, Elysia would compose all its parsers into the handler.
const noParser = [() => null, 'application/json' as const];

/** How a body is read. */
interface Reading {
  /** Keeps Elysia from reading the body itself, which would happen before authentication. */
  readonly parse: typeof noParser | 'none';
  /** Reads the body as text, or gives the {@link BodyFault} that replaces it. */
  readonly read: ReadBody;
}

/** For a route that takes no body: marks a body with any content as unwanted. */
const noBody: Reading = {
  parse: 'none',
  read: markUnwanted(readText(bodyBytesMax), (body) => typeof body === 'string' && emptyForm.test(body)),
};

/** For a route that ignores its body: marks a body as unwanted only when it names a write option. */
const ignoredBody: Reading = {
  parse: 'none',
  read: markUnwanted(readText(bodyBytesMax), (body) => typeof body !== 'string' || !namesWriteOption(body)),
};

/**
 * How an operation takes a body: one JSON object, one or none, a larger one with nested objects, a file that its handler reads, none at
 * all, or none that matters.
 */
export type BodyForm = 'json' | 'optionalJson' | 'batch' | 'file' | 'nothing' | 'ignored';

/** The hooks that read a body of each form. */
export const bodies: Readonly<Record<BodyForm, BodyHooks>> = {
  json: hooksOf({ parse: noParser, read: readText(bodyBytesMax) }, bodyLevels),
  optionalJson: hooksOf({ parse: noParser, read: fillEmpty(readText(bodyBytesMax)) }, bodyLevels),
  batch: hooksOf({ parse: noParser, read: readText(batchBytesMax) }, batchLevels),
  file: { parse: 'none' as never },
  nothing: hooksOf(noBody),
  ignored: hooksOf(ignoredBody),
};

type BodyArriving = Partial<BodyContext> & Pick<BodyContext, 'request'> & { body: unknown };

interface BodyHooks {
  readonly parse: never;
  readonly transform?: (context: BodyArriving) => Promise<void>;
  readonly beforeHandle?: () => void;
}

function hooksOf({ parse, read }: Reading, levels = 0): BodyHooks {
  return {
    parse: parse as never,
    // Elysia puts what it returns into the context. It cannot read the minified text of a method.
    transform: async function takeBody({ request, caller }: BodyArriving): Promise<object> {
      const text = await read({ request, caller: caller ?? nobody });
      return { body: typeof text === 'string' && levels > 0 ? parseObject(text, levels) : text };
    } as (context: BodyArriving) => Promise<never>,
    ...(levels === 0 && { beforeHandle: refuseUnwantedBody as () => void }),
  };
}

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
    suggestedFix: 'Send no body: use ?dryRun=true for a dry run, and the headers If-Match and Idempotency-Key.',
  });
}

function fillEmpty(readBody: ReadBody): ReadBody {
  return async function readOrFill(context) {
    const body = await readBody(context);
    return typeof body === 'string' && body.trim() === '' ? '{}' : body;
  };
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

/** A stage that reads the body. It runs after authentication, so that bodies of unknown clients are never buffered. */
export function receiveBody(readBody: ReadBody) {
  return async function receiveBodyStage(context: BodyArriving): Promise<void> {
    // If the stage passed on the whole context, Elysia would prepare all its members for each request.
    const { request, caller = nobody } = context;
    context.body = await readBody({ request, caller });
  };
}

// The caller of an operation without authentication. No owner has this id.
const nobody = { ownerId: 0 };

interface BodyContext {
  readonly request: Request;
  readonly caller: Pick<Principal, 'ownerId'>;
}

/** Reads the body of a request as text, or gives `BodyFault.tooLarge`. */
type ReadBody = (context: BodyContext) => Promise<string | symbol>;

/** Gives a reader of bodies of any content type, of up to `bytesMax` bytes. */
export function readText(bytesMax: number): ReadBody {
  return async function readBody({ request, caller }) {
    const bytes = await readBytes(request, caller === nobody ? strangerBytesMax : bytesMax);
    if (bytes !== undefined) return decodeUtf8(bytes);
    if (caller === nobody) throw payloadTooLarge(strangerBytesMax);
    return BodyFault.tooLarge;
  };
}

/** The error for a body that is larger than `bytesMax`, a multiple of 1024. */
export function payloadTooLarge(bytesMax: number): ApiError {
  return new ApiError('payload_too_large', {
    message: `The body is larger than ${bytesMax / 1024} KiB.`,
    suggestedFix: `Send a body of at most ${bytesMax} bytes.`,
  });
}

/**
 * Reads the body of a request of at most `bytesMax` bytes; undefined for a larger one.
 *
 * @param onArrival is told how many bytes have arrived; it may throw to end the transfer
 */
export async function readBytes(
  request: Request,
  bytesMax: number,
  onArrival?: (bytes: number) => void,
): Promise<Uint8Array | undefined> {
  const declared = declaredLength(request);
  if (declared !== undefined && declared > bytesMax) return undefined;
  try {
    return declared === undefined || onArrival !== undefined
      ? await readAtMost(request, bytesMax, onArrival)
      : await request.bytes();
  } catch (error) {
    throw error instanceof ApiError ? error : unreadableBody();
  }
}

/** The length in Content-Length; undefined without a valid one. */
function declaredLength({ headers }: Request): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The bytes of a body, or undefined as soon as there are more than `bytesMax`. */
async function readAtMost(
  request: Request,
  bytesMax: number,
  onArrival: (bytes: number) => void = () => undefined,
): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > bytesMax) return undefined;
    onArrival(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The client closed the connection, or aborted the transfer, before the body was complete. */
function unreadableBody(): ApiError {
  return new ApiError('invalid_json', {
    message: 'The body could not be read completely.',
    suggestedFix: 'Send the complete body, with the length that Content-Length states.',
  });
}

/** Parses the text of a body as deep as that of a batch, or replaces it with the {@link BodyFault} that says why it cannot. */
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

/** Replaces deeper values with an empty list: nothing takes one there, so validation refuses it, and its depth costs nothing. */
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
