import { ApiError } from '../responses/errors.ts';
import type { Principal } from '../../domain/keys/principal.ts';

/** The memory for bodies that are being received, of all requests together and of one owner's. */
export interface BodyRoomLimits {
  readonly bytesMax: number;
  readonly bytesMaxOfOwner: number;
}

/** Counts the bytes of the bodies that are being received. */
export type BodyRoom = ReturnType<typeof createBodyRoom>;

/**
 * Bounds the memory that bodies take while they are being received, however slowly they are sent. One owner gets only a part
 * of it, so that no holder of a key can keep the others from writing.
 */
export function createBodyRoom({ bytesMax, bytesMaxOfOwner }: BodyRoomLimits) {
  const ofOwners = new Map<number, number>();
  let total = 0;
  return {
    /** Takes room for so many bytes; false, and nothing taken, when there is not enough. */
    take(ownerId: number, bytes: number): boolean {
      const ofOwner = (ofOwners.get(ownerId) ?? 0) + bytes;
      if (total + bytes > bytesMax || ofOwner > bytesMaxOfOwner) return false;
      total += bytes;
      ofOwners.set(ownerId, ofOwner);
      return true;
    },

    /** Gives room back that was taken. */
    giveBack(ownerId: number, bytes: number): void {
      const left = (ofOwners.get(ownerId) ?? 0) - bytes;
      total -= bytes;
      if (left > 0) ofOwners.set(ownerId, left);
      else ofOwners.delete(ownerId);
    },

    /** How many bytes are taken now. */
    get bytesTaken(): number {
      return total;
    },
  };
}

/** Takes the place of a body that is larger than its route allows. */
export const bodyTooLarge = Symbol('the body is too large');

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

interface BodyContext {
  readonly request: Request;
  readonly caller: Pick<Principal, 'ownerId'>;
}

/** Reads the body of a request as text, or gives the {@link bodyTooLarge} that stands in its place. */
export type ReadBody = (context: BodyContext) => Promise<string | symbol>;

/** Gives for a largest number of bytes what reads such bodies. */
export type BodyReaders = (bytesMax: number) => ReadBody;

/** Gives what reads bodies as text, whatever their content type; `room` bounds what all of them take while they come. */
export function bodyReaders(room: BodyRoom): BodyReaders {
  return (bytesMax) =>
    async function readBody({ request, caller }) {
      const declared = declaredLength(request);
      if (declared !== undefined && declared > bytesMax) return bodyTooLarge;
      const own = roomOf(caller, room);
      const read = declared === undefined ? readAtMost(request, bytesMax, own) : readDeclared(request, declared, own);
      const bytes = await read;
      return bytes === undefined ? bodyTooLarge : decodeUtf8(bytes);
    };
}

/** How long a body is by its Content-Length; undefined when there is none, or what stands there is no length. */
function declaredLength({ headers }: Request): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
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
