import { ApiError } from '../errors/apiError.ts';

/** The most bytes of bodies in transfer: in all, of one owner, and of one client that nobody has authenticated. */
type BodyLimits = Readonly<Record<'bytesMax' | 'bytesMaxOfOwner' | 'bytesMaxOfClient', number>>;

/** Whose body it is. */
export interface BodyHolder {
  readonly ownerId: number;
  /** The network of a client without authentication. */
  readonly client?: string;
}

/** Counts the bytes of the bodies in transfer. */
export type BodyRoom = ReturnType<typeof createBodyRoom>;

/**
 * Bounds the memory of bodies in transfer, however slowly they arrive: `bytesMax` for all requests, `bytesMaxOfOwner` for
 * one owner, so that no holder of a key can keep the others from writing, and `bytesMaxOfClient` for one client without
 * authentication, so that it cannot keep the others from signing in.
 */
export function createBodyRoom({ bytesMax, bytesMaxOfOwner, bytesMaxOfClient }: BodyLimits) {
  const ofOwners = new Map<number, number>();
  const ofClients = new Map<string, number>();
  let total = 0;

  function fits({ ownerId, client }: BodyHolder, bytes: number): boolean {
    if (total + bytes > bytesMax || (ofOwners.get(ownerId) ?? 0) + bytes > bytesMaxOfOwner) return false;
    return client === undefined || (ofClients.get(client) ?? 0) + bytes <= bytesMaxOfClient;
  }

  function add({ ownerId, client }: BodyHolder, bytes: number): void {
    total += bytes;
    addTo(ofOwners, ownerId, bytes);
    if (client !== undefined) addTo(ofClients, client, bytes);
  }

  return {
    /** Takes room for so many bytes; false, and nothing taken, when there is not enough. */
    take(holder: BodyHolder, bytes: number): boolean {
      const isThere = fits(holder, bytes);
      if (isThere) add(holder, bytes);
      return isThere;
    },

    /** Releases room. */
    giveBack: (holder: BodyHolder, bytes: number): void => add(holder, -bytes),

    /** The bytes in use now. */
    get bytesTaken(): number {
      return total;
    },
  };
}

function addTo<Key>(taken: Map<Key, number>, key: Key, bytes: number): void {
  const sum = (taken.get(key) ?? 0) + bytes;
  if (sum > 0) taken.set(key, sum);
  else taken.delete(key);
}

/** The room of one holder. */
export type RoomOfHolder = ReturnType<typeof roomFor>;

/** The room of one holder; `take` throws an ApiError when there is not enough. */
export function roomFor(holder: BodyHolder, room: BodyRoom) {
  return {
    take(bytes: number): void {
      if (!room.take(holder, bytes)) throw serverBusy();
    },
    giveBack: (bytes: number): void => room.giveBack(holder, bytes),
  };
}

const busySeconds = 5;

/** The error for a body for which there is no memory now. */
export function serverBusy(): ApiError {
  return new ApiError(
    'server_busy',
    {
      suggestedFix: `Send the same request again in ${busySeconds} seconds, with fewer requests at the same time.`,
    },
    { 'retry-after': String(busySeconds) },
  );
}
