import { and, between, gte, isNotNull, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import { detailColumns, detailsOf } from '../../subscriptions/store/details.ts';
import { leavingOut } from '../../subscriptions/store/without.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import type { DeadlineCandidate } from '../rules/deadlines.ts';
import { isActive } from './conditions.ts';

const { id, name, amountHundredths, currency, period, customDays, nameFolded, sequence } = subscriptions;
const { cancelBefore, noticePeriod, termEndsOn, termMonths, trialEndsOn, endsOn, priceSteps } = subscriptions;

/** Reads what may have a deadline. */
export function readDeadlines(db: Db) {
  const candidates = leavingOut(id, (kept) => prepareCandidates(db, kept));
  return {
    /** The owner's active subscriptions that may have a deadline from one day to another, `YYYY-MM-DD`, by name. */
    candidates: (
      ownerId: number,
      today: string,
      lastDay: string,
      without?: readonly string[],
    ): readonly DeadlineCandidate[] =>
      candidates(without)
        .all({ ownerId, today, lastDay })
        .map((row) => ({ ...row, ...detailsOf(row) })),
  };
}

function prepareCandidates(db: Db, kept: SQL | undefined) {
  const today = sql.placeholder('today');
  const isAhead = (day: Column) => between(day, today, sql.placeholder('lastDay'));
  // A term that does not renew and is over has no notice. The rest of the arithmetic is in the domain.
  const mayHaveNotice = and(
    isNotNull(noticePeriod),
    isNotNull(termEndsOn),
    or(isNotNull(termMonths), gte(termEndsOn, today)),
  );
  const mayHaveDeadline = or(
    isAhead(cancelBefore),
    mayHaveNotice,
    isAhead(trialEndsOn),
    isAhead(endsOn),
    isNotNull(priceSteps),
  );
  return db
    .select({ id, name, amountHundredths, currency, period, customDays, ...detailColumns })
    .from(subscriptions)
    .where(and(isActive, mayHaveDeadline, kept))
    .orderBy(nameFolded, sequence)
    .prepare();
}
