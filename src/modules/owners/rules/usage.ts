/** How many records an owner has. */
interface Records {
  readonly subscriptions: number;
  readonly payments: number;
  readonly auditEntries: number;
}

// What a record takes in the database, its indexes included, as `bench limits` measures it with names and prices of the usual
// length. An entry about notes of 2,000 letters takes seven times as much.
const bytesOf: Readonly<Record<keyof Records, number>> = { subscriptions: 700, payments: 500, auditEntries: 1200 };

/** How many bytes the records of an owner take in the database, by usual sizes. */
export function estimatedBytes({ subscriptions, payments, auditEntries }: Records): number {
  return subscriptions * bytesOf.subscriptions + payments * bytesOf.payments + auditEntries * bytesOf.auditEntries;
}
