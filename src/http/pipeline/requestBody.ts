import { ApiError } from '../responses/errors.ts';
import type { Caller } from './authentication.ts';
import type { BodyRoom } from './bodyRoom.ts';

/** The largest body, in bytes. */
export const bodyBytesMax = 64 * 1024;

/** The largest body of a batch, in bytes. */
export const batchBytesMax = 256 * 1024;

/** What stands in a body's place when it cannot be taken, so that the fault is told only after those that come before it. */
export const BodyFault = {
  tooLarge: Symbol('the body is too large'),
  empty: Symbol('the body is empty'),
  notJson: Symbol('the body is not JSON'),
  notAnObject: Symbol('the body is not an object'),
  unwanted: Symbol('the body says what is not heard there'),
} as const;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

interface BodyContext {
  readonly request: Request;
  readonly caller: Pick<Caller, 'ownerId'>;
}

/** Reads the body of a request as text, or gives the {@link BodyFault} that stands in its place. */
export type ReadBody = (context: BodyContext) => Promise<string | symbol>;

/** Gives for a largest number of bytes what reads such bodies. */
export type BodyReaders = (bytesMax: number) => ReadBody;

/** Gives what reads bodies as text, whatever their content type; `room` bounds what all of them take while they come. */
export function bodyReaders(room: BodyRoom): BodyReaders {
  return (bytesMax) =>
    async function readBody({ request, caller }) {
      const declared = declaredLength(request);
      if (declared !== undefined && declared > bytesMax) return BodyFault.tooLarge;
      const own = roomOf(caller, room);
      const read = declared === undefined ? readAtMost(request, bytesMax, own) : readDeclared(request, declared, own);
      const bytes = await read;
      return bytes === undefined ? BodyFault.tooLarge : decodeUtf8(bytes);
    };
}

/** How long a body is by its Content-Length; undefined when there is none, or what stands there is no length. */
function declaredLength({ headers }: Request): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * Parsers for a route whose body is checked by a schema, in the place of Elysia's own, which would read the body before the
 * key has been checked. The second is never reached; it tells the OpenAPI document which content type a body has.
 */
export const parseLater = [() => null, 'application/json' as const];

/** A stage that reads the body. It stands behind the one that checks the key: a stranger's body is never kept. */
export function receiveBody(readBody: ReadBody) {
  return async function receiveBodyStage(context: BodyContext & { body: unknown }): Promise<void> {
    // Handed on whole, it would make Elysia prepare all that a stage could ask for, in every request.
    const { request, caller } = context;
    context.body = await readBody({ request, caller });
  };
}

/** Turns the text of the body into the object it describes, or into the {@link BodyFault} that says why it is none. */
export function decodeBody(context: { body: unknown }): void {
  const { body } = context;
  if (typeof body === 'string') context.body = parseObject(body, bodyLevels);
}

/** As {@link decodeBody}, for the body of a batch. */
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

// The object itself; of a batch also the list in it, its operations, and what each is to write.
const [bodyLevels, batchLevels] = [1, 4];

/** No field takes an object or a list; an empty one in its place is refused alike, and costs nothing however deep it was. */
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

interface CallersRoom {
  /** @throws {ApiError} when there is not enough */
  readonly take: (bytes: number) => void;
  readonly giveBack: (bytes: number) => void;
}

function roomOf({ ownerId }: BodyContext['caller'], room: BodyRoom): CallersRoom {
  return {
    take(bytes) {
      if (!room.take(ownerId, bytes)) throw serverBusy();
    },
    giveBack: (bytes) => room.giveBack(ownerId, bytes),
  };
}

/** The bytes of a body of declared length; room for all of them is taken before the first one is waited for. */
async function readDeclared(request: Request, length: number, room: CallersRoom): Promise<Uint8Array> {
  room.take(length);
  try {
    return await request.bytes();
  } catch {
    throw unreadableBody();
  } finally {
    room.giveBack(length);
  }
}

/** The bytes of a body of undeclared length, or undefined as soon as there are more than `bytesMax`. */
async function readAtMost(request: Request, bytesMax: number, room: CallersRoom): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body) {
      if (length + chunk.length > bytesMax) return undefined;
      room.take(chunk.length);
      length += chunk.length;
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ApiError ? error : unreadableBody();
  } finally {
    room.giveBack(length);
  }
  return Buffer.concat(chunks);
}

const busySeconds = 5;

function serverBusy(): ApiError {
  return new ApiError(
    'server_busy',
    {
      suggestedFix: `Send the same request again in ${busySeconds} seconds, with fewer others at the same time.`,
      forTools: { suggestedFix: `Call the tool again in ${busySeconds} seconds, with fewer others at the same time.` },
    },
    { 'retry-after': String(busySeconds) },
  );
}

/** The client went away, or broke the transfer off, before its body was whole. */
function unreadableBody(): ApiError {
  return new ApiError('invalid_json', {
    message: 'The body could not be read to its end.',
    suggestedFix: 'Send the whole body, as long as Content-Length says.',
  });
}

/**
 * Bytes that are no UTF-8 become lone surrogates, which no well-formed text has: the check of the field they stand in
 * then refuses them, where the usual replacement character would silently be stored.
 */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return decodeBrokenUtf8(bytes);
  }
}

function decodeBrokenUtf8(bytes: Uint8Array): string {
  // Two second halves of a pair: whatever stands before or after them, one of the two stays alone.
  const brokenByte = '\udc00\udc00';
  // A replacement character that was really sent has bytes of its own, which cannot be a part of any other character.
  const sentReplacement = Buffer.from('\ufffd').toString('latin1');
  return Buffer.from(bytes)
    .toString('latin1')
    .split(sentReplacement)
    .map((piece) => lenientUtf8.decode(Buffer.from(piece, 'latin1')).replaceAll('\ufffd', brokenByte))
    .join('\ufffd');
}
