import type { Database } from 'bun:sqlite';
import { and, gt, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { owners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { hasEnded } from './conditions.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, prepareQuery } from '../sqlite/statement.ts';

/** Reads whether there may be anything to renew automatically. */
export function readRenewalsToMake(database: Database) {
  let prepared: ReturnType<typeof prepareReads> | undefined;
  const statements = () => (prepared ??= guarded(() => prepareReads(database)));

  return {
    /** Whether anybody wants automatic renewals, or an active subscription ended before a day, `YYYY-MM-DD`. */
    mayExist(today: string): boolean {
      const { owner, chosen, ended } = statements();
      return [owner.first({}), chosen.first({ today }), ended.first({ today })].some((row) => row !== undefined);
    },
  };
}

function prepareReads(database: Database) {
  const builder = drizzle(database);
  const { sequence } = columnsOf(subscriptions);
  const wantsAll = and(gt(owners.id, removedRecordsOwnerId), sql`${owners.autoRenew} = 1`);
  const isChosen = and(sql`${subscriptions.autoRenew} = 1`, gt(subscriptions.ownerId, removedRecordsOwnerId));
  const isDue = lt(subscriptions.nextPaymentDate, sql.placeholder('today'));
  const select = builder.select({ sequence }).from(subscriptions);
  return {
    owner: prepareQuery(
      database,
      builder
        .select({ id: columnsOf(owners).id })
        .from(owners)
        .where(wantsAll)
        .limit(1),
    ),
    chosen: prepareQuery(database, select.where(and(isChosen, isDue)).limit(1)),
    ended: prepareQuery(database, builder.select({ sequence }).from(subscriptions).where(hasEnded).limit(1)),
  };
}
