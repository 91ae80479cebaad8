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
