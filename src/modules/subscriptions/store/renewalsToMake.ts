import type { Db } from '../../../core/database/db.ts';
import { hasEnded } from '../../analytics/store/conditions.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

/** Reads whether there may be anything to renew automatically. */
export function readRenewalsToMake(database: Db) {
  const statements = prepareReads(database);

  return {
    /** Whether anybody wants automatic renewals, or an active subscription ended before a day, `YYYY-MM-DD`. */
    mayExist(today: string): boolean {
      const { owner, chosen, ended } = statements;
      return [owner.first({}), chosen.first({ today }), ended.first({ today })].some((row) => row !== undefined);
    },

    /**
     * When automatic renewals have last run, ISO 8601 UTC; before their first run, the time of the newest audit entry. Undefined
     * without any. It is no write of somebody else, who may write while the clock is wrong.
     */
    lastRunAt: (): string | undefined => statements.lastRun.first({})?.at ?? undefined,
  };
}

function prepareReads(database: Db) {
  // Each reads an index, which the constants allow.
  const first = (rows: string) => prepareQuery<{ one: number }>(database, `SELECT 1 AS one FROM ${rows} LIMIT 1`);
  return {
    owner: first(`owners WHERE auto_renew = 1`),
    chosen: first(`subscriptions WHERE auto_renew = 1 AND next_payment_date < $today`),
    ended: first(`subscriptions WHERE ${hasEnded}`),
    lastRun: prepareQuery<{ at: string | null }>(
      database,
      `SELECT coalesce((SELECT ran_at FROM job_runs WHERE job = 'renewals'),
         (SELECT created_at FROM audit_entries WHERE sequence = (SELECT max(sequence) FROM audit_entries))) AS at`,
    ),
  };
}
