import { and, desc, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { owners } from '../../../core/access/table.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import type { Db } from '../../../core/database/db.ts';
import { jobRuns } from '../../../core/jobs/table.ts';
import { subscriptions } from '../table.ts';

/** Reads whether there may be anything to renew automatically. */
export function readRenewalsToMake(db: Db) {
  const one = { one: sql`1` };

  return {
    /**
     * Whether anybody wants automatic renewals, an active subscription ended before a day, `YYYY-MM-DD`, or there are planned
     * prices.
     */
    mayExist(today: string): boolean {
      const { autoRenew, nextPaymentDate, endsOn, status, priceSteps } = subscriptions;
      // Each reads an index, which the constants allow.
      const isChosen = and(sql`${autoRenew} = 1`, lt(nextPaymentDate, today));
      const hasEnded = and(lt(endsOn, today), isNotNull(endsOn), sql`${status} = 'active'`);
      const anyOf = (condition: SQL | undefined) => db.select(one).from(subscriptions).where(condition).limit(1).get();
      const wants = db.select(one).from(owners).where(eq(owners.autoRenew, 1)).limit(1).get();
      return (wants ?? anyOf(isChosen) ?? anyOf(hasEnded) ?? anyOf(isNotNull(priceSteps))) !== undefined;
    },

    /**
     * When automatic renewals have last run, ISO 8601 UTC; before their first run, the time of the newest audit entry. Undefined
     * without any. It is no write of somebody else, who may write while the clock is wrong.
     */
    lastRunAt(): string | undefined {
      const { createdAt, sequence } = auditEntries;
      const lastRun = db.select({ at: jobRuns.ranAt }).from(jobRuns).where(eq(jobRuns.job, 'renewals')).get();
      return (lastRun ?? db.select({ at: createdAt }).from(auditEntries).orderBy(desc(sequence)).limit(1).get())?.at;
    },
  };
}
