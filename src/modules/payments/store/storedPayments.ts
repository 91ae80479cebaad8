import { aliasedTable, and, eq, gt, isNotNull, lte, sql, type SQLWrapper } from 'drizzle-orm';
import { auditEntries } from '../../../core/audit/table.ts';
import type { Db } from '../../../core/database/db.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import type { PaymentState } from '../rules/revert.ts';
import { payments } from '../table.ts';
import { paymentColumns } from './payments.ts';

/** A payment that is stored, also one that is removed or whose renewal is reverted. */
export interface StoredPayment extends PaymentState {
  readonly isReverted: boolean;
  /** The name of the subscription. */
  readonly name: string;
  /** The last payment date before its renewal, `YYYY-MM-DD`; of several that one request recorded, before the first one. */
  readonly paidAfter: string;
  /** Its day as it was recorded, `YYYY-MM-DD`. */
  readonly recordedOn: string;
}

// As many as a batch has operations: the entries of one request follow each other.
const entriesOfRequestMax = 100;

/** A payment of an owner that is stored, if there is one with this id. */
export function findStoredPayment(db: Db, ownerId: number, id: string): StoredPayment | undefined {
  const renewals = aliasedTable(auditEntries, 'renewals');
  const first = aliasedTable(auditEntries, 'first');
  const ofFirst = db
    .select({ day: lastPaymentDateBefore(first.metadata) })
    .from(first)
    .where(
      and(
        eq(first.entityId, payments.subscriptionId),
        eq(first.entityType, 'subscription'),
        eq(first.ownerId, payments.ownerId),
        gt(first.sequence, sql`${renewals.sequence} - ${entriesOfRequestMax}`),
        lte(first.sequence, renewals.sequence),
        eq(first.requestId, renewals.requestId),
        isNotNull(sql`${first.metadata} ->> '$.renewal'`),
      ),
    )
    .orderBy(first.sequence)
    .limit(1);
  const paidAfter = sql`iif(${payments.source} = 'manual', ${ofFirst}, ${lastPaymentDateBefore(renewals.metadata)})`;
  return db
    .select({
      payment: paymentColumns,
      name: subscriptions.name,
      isRemoved: isNotNull(payments.removedAt).mapWith(Boolean),
      isReverted: isNotNull(payments.revertedAt).mapWith(Boolean),
      recordedOn: sql<string>`coalesce(${renewals.metadata} ->> '$.renewal.paidOn', ${payments.paidOn})`,
      paidAfter: sql<string>`coalesce(${paidAfter}, '')`,
    })
    .from(payments)
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .leftJoin(renewals, eq(renewals.id, payments.auditEntryId))
    .where(and(eq(payments.id, id), eq(payments.ownerId, ownerId)))
    .get();
}

function lastPaymentDateBefore(metadata: SQLWrapper) {
  return sql<string | null>`${metadata} ->> '$.before.lastPaymentDate'`;
}

/** Stores what a client corrects of a payment: the day, the amount, and whether it is removed. */
export function updatePayment(
  db: Db,
  ownerId: number,
  { payment, removedAt }: Pick<PaymentState, 'payment'> & { readonly removedAt: string | null },
): void {
  const { id, subscriptionId, paidOn, amountHundredths } = payment;
  db.update(subscriptions)
    .set({ revision: sql`${subscriptions.revision} + 1` })
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.ownerId, ownerId)))
    .run();
  db.update(payments)
    .set({ paidOn, amountHundredths, removedAt })
    .where(and(eq(payments.id, id), eq(payments.ownerId, ownerId)))
    .run();
}
