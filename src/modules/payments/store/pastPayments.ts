import { and, desc, eq, sql } from 'drizzle-orm';
import { once, type Db } from '../../../core/database/db.ts';
import { isKept } from '../../subscriptions/store/without.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { estimatePrices, pastPaymentsMax, unusualOf, type EstimatedPrices } from '../rules/estimates.ts';
import type { Prices } from '../../../core/billing/prices.ts';
import { payments } from '../table.ts';
import { isMade } from './payments.ts';

/** A row whose amount may vary. */
interface VaryingRow extends Prices {
  readonly id: string;
  readonly currency: string;
  /** 1 where it does. */
  readonly amountVaries: number | null;
}

/** Reads what payments tell of amounts that vary. */
export function readPastPayments(db: Db) {
  const past = once(() => preparePast(db));
  return {
    /** Gives a function that estimates the prices of a row of an owner whose amount varies. Any other stays as it is. */
    estimatesFor: (ownerId: number) =>
      function estimated<Row extends VaryingRow>(row: Row): Row & EstimatedPrices {
        if (row.amountVaries !== 1) return row;
        const { id, currency } = row;
        return { ...row, ...estimatePrices(row, past().all({ ownerId, id, currency })) };
      },

    /** The unusual payments of an owner, each with its subscription. */
    unusual: (ownerId: number, without: readonly string[] = []) =>
      findVarying(db, ownerId, without).flatMap((subscription) =>
        unusualOf(past().all({ ownerId, id: subscription.id, currency: subscription.currency })).map((unusual) => ({
          ...unusual,
          subscription,
        })),
      ),
  };
}

/** A payment outside its usual range, with its subscription. */
export type UnusualPaymentOf = ReturnType<ReturnType<typeof readPastPayments>['unusual']>[number];

function findVarying(db: Db, owner: number, without: readonly string[]) {
  const { id, name, currency, period, customDays, everyMonths, ownerId, amountVaries, sequence } = subscriptions;
  return db
    .select({ id, name, currency, period, customDays, everyMonths })
    .from(subscriptions)
    .where(and(eq(ownerId, owner), eq(amountVaries, 1), isKept(id, without)))
    .orderBy(sequence)
    .all();
}

/** The newest payments of a subscription in one currency. */
function preparePast(db: Db) {
  const { dueOn, paidOn, amountHundredths, subscriptionId, ownerId, currency, sequence } = payments;
  const [id, owner] = [sql.placeholder('id'), sql.placeholder('ownerId')];
  return db
    .select({ dueOn, paidOn, amountHundredths })
    .from(payments)
    .where(and(eq(subscriptionId, id), eq(ownerId, owner), eq(currency, sql.placeholder('currency')), isMade()))
    .orderBy(desc(dueOn), desc(sequence))
    .limit(pastPaymentsMax)
    .prepare();
}
