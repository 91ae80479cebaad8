/** How many records an owner has. */
interface Records {
  readonly subscriptions: number;
  readonly payments: number;
  readonly auditEntries: number;
}

// What a record takes in the database, its indexes included, as `bench limits` measures it with names and prices of the usual
// length. Notes of 2,000 characters take ten times as much.
const bytesOf: Readonly<Record<keyof Records, number>> = { subscriptions: 1600, payments: 500, auditEntries: 1300 };

/** How many bytes the records of an owner take in the database, by usual sizes. */
export function estimatedBytes({ subscriptions, payments, auditEntries }: Records): number {
  return subscriptions * bytesOf.subscriptions + payments * bytesOf.payments + auditEntries * bytesOf.auditEntries;
}
