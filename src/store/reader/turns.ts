interface Job {
  readonly ownerId: number;
  /** Whether the client still waits for the answer, or still receives it. */
  readonly isOpen: () => boolean;
}

/** Limits of the waiting jobs, and of the answers that are being sent. */
export interface TurnLimits extends UndeliveredLimits {
  readonly ofOwnerMax: number;
  readonly inAllMax: number;
}

/**
 * A queue of jobs. The owners take turns, one job each, so that nobody waits for all jobs of another owner. An owner
 * with too many bytes of earlier answers still to receive is skipped.
 */
export function createReadTurns<Waiting extends Job>(limits: TurnLimits) {
  // In the order of the turns: an owner that has had one goes to the end.
  const jobsOfOwners = new Map<number, readonly Waiting[]>();
  const deliveries = trackUndelivered(limits);
  let size = 0;

  return {
    /** Adds a job; returns false when too many jobs of its owner, or of all owners together, wait already. */
    add(job: Waiting): boolean {
      const jobs = jobsOfOwners.get(job.ownerId) ?? [];
      if (jobs.length >= limits.ofOwnerMax || size >= limits.inAllMax) return false;
      jobsOfOwners.set(job.ownerId, [...jobs, job]);
      size += 1;
      return true;
    },

    /** The next job; undefined when none may run now. */
    next(): Waiting | undefined {
      const mayHaveTurn = deliveries.update();
      for (const [ownerId, jobs] of jobsOfOwners) if (mayHaveTurn(ownerId)) return jobs[0];
      return undefined;
    },

    /** Removes a job, for its turn or because nobody waits for it; returns false when it is not queued. */
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

    /** Counts the answer to a job that was served. */
    answered({ ownerId, isOpen }: Waiting, bytes: number): void {
      deliveries.add({ ownerId, isOpen, bytes });
    },

    /** All waiting jobs. */
    all: (): Waiting[] => Array.from(jobsOfOwners.values()).flat(),

    /** Whether no job waits. */
    isEmpty: (): boolean => size === 0,
  };
}

/** An answer that a client is receiving, perhaps slowly. */
interface Delivery {
  readonly ownerId: number;
  readonly bytes: number;
  /** Whether a part of it is still to be sent. */
  readonly isOpen: () => boolean;
}

/** The number of bytes that may be on their way to clients before the next answer starts. */
export interface UndeliveredLimits {
  readonly ofOwnerBytesMax: number;
  readonly inAllBytesMax: number;
}

// Smaller answers are not larger than those of the event loop.
const countedBytesMin = 256 * 1024;

/** Counts the large answers that clients have not received yet, since each stays in memory until then. */
function trackUndelivered({ ofOwnerBytesMax, inAllBytesMax }: UndeliveredLimits) {
  let deliveries: Delivery[] = [];

  return {
    add(delivery: Delivery): void {
      if (delivery.bytes >= countedBytesMin) deliveries.push(delivery);
    },

    /** Updates the count; returns a function that decides whether an owner may get another answer. */
    update(): (ownerId: number) => boolean {
      const stillOpen = deliveries.filter(({ isOpen }) => isOpen());
      // What was sent is garbage, but so little of it in number that the collector would let several pile up.
      if (stillOpen.length < deliveries.length) Bun.gc(false);
      deliveries = stillOpen;
      const isFull = bytesOf(deliveries) >= inAllBytesMax;
      return (ownerId) =>
        !isFull && bytesOf(deliveries.filter((delivery) => delivery.ownerId === ownerId)) < ofOwnerBytesMax;
    },
  };
}

function bytesOf(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
}
