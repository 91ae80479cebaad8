/** An answer on its way to a client, who may read it slowly. */
export interface Delivery {
  readonly ownerId: number;
  readonly bytes: number;
  /** Whether some of it is still to be sent. */
  readonly isOpen: () => boolean;
}

/** How many bytes of answers may be on their way before the next answer is begun. */
export interface UndeliveredLimits {
  readonly ofOwnerBytesMax: number;
  readonly inAllBytesMax: number;
}

// Smaller ones are no larger than those that the event loop gives.
const countedBytesMin = 256 * 1024;

/** Counts the large answers that clients have not taken yet, since each stays in memory until then. */
export function trackUndelivered({ ofOwnerBytesMax, inAllBytesMax }: UndeliveredLimits) {
  let deliveries: Delivery[] = [];

  return {
    add(delivery: Delivery): void {
      if (delivery.bytes >= countedBytesMin) deliveries.push(delivery);
    },

    /** Finds out what has been taken, and gives who may be given more: an owner who has not too much on its way. */
    update(): (ownerId: number) => boolean {
      deliveries = deliveries.filter(({ isOpen }) => isOpen());
      const isFull = bytesOf(deliveries) >= inAllBytesMax;
      return (ownerId) =>
        !isFull && bytesOf(deliveries.filter((delivery) => delivery.ownerId === ownerId)) < ofOwnerBytesMax;
    },
  };
}

function bytesOf(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
}
