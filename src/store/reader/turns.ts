interface Job {
  readonly ownerId: number;
  /** Whether the client waits for the answer, or has not taken all of it yet. */
  readonly isOpen: () => boolean;
}

/** How many jobs may wait, and how much of the answers may be on its way. */
export interface TurnLimits extends UndeliveredLimits {
  readonly ofOwnerMax: number;
  readonly inAllMax: number;
}

/**
 * Jobs that wait for their turn. The owners take turns, one job each, so that none waits for all that another has sent;
 * none has a turn while too much of its earlier answers is still on its way.
 */
export function createReadTurns<Waiting extends Job>(limits: TurnLimits) {
  // In the order of the turns: an owner who has had one goes to the end.
  const jobsOfOwners = new Map<number, readonly Waiting[]>();
  const deliveries = trackUndelivered(limits);
  let size = 0;

  return {
    /** Lets a job wait; false when too many of its owner wait already, or of all owners together. */
    add(job: Waiting): boolean {
      const jobs = jobsOfOwners.get(job.ownerId) ?? [];
      if (jobs.length >= limits.ofOwnerMax || size >= limits.inAllMax) return false;
      jobsOfOwners.set(job.ownerId, [...jobs, job]);
      size += 1;
      return true;
    },

    /** The job whose turn it is; undefined when none may have one now. */
    next(): Waiting | undefined {
      const mayHaveTurn = deliveries.update();
      for (const [ownerId, jobs] of jobsOfOwners) if (mayHaveTurn(ownerId)) return jobs[0];
      return undefined;
    },

    /** Takes a job out, for its turn or because nobody waits for it any longer; false when it is not there. */
    remove(job: Waiting): boolean {
      const jobs = jobsOfOwners.get(job.ownerId) ?? [];
      if (!jobs.includes(job)) return false;
      jobsOfOwners.delete(job.ownerId);
      if (jobs.length > 1) {
        const others = jobs.filter((other) => other !== job);
        jobsOfOwners.set(job.ownerId, others);
      }
      size -= 1;
      return true;
    },

    /** Counts the answer to a job that has had its turn. */
    answered({ ownerId, isOpen }: Waiting, bytes: number): void {
      deliveries.add({ ownerId, isOpen, bytes });
    },

    /** All that wait. */
    all: (): Waiting[] => Array.from(jobsOfOwners.values()).flat(),

    /** Whether nothing waits. */
    isEmpty: (): boolean => size === 0,
  };
}

/** An answer on its way to a client, who may read it slowly. */
interface Delivery {
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
function trackUndelivered({ ofOwnerBytesMax, inAllBytesMax }: UndeliveredLimits) {
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
