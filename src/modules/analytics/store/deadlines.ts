import type { Db } from '../../../core/database/db.ts';
import type { DeadlineCandidate } from '../rules/deadlines.ts';
import { detailNames } from '../../subscriptions/detailModel.ts';
import { detailsOf, type DetailsRow, type WholeRow } from '../../subscriptions/store/details.ts';
import { columns } from '../../../core/database/columns.ts';
import { prepareQuery } from '../../../core/database/statement.ts';
import { isActive } from './conditions.ts';

const shown = ['id', 'name', 'amountHundredths', 'currency', 'period', 'customDays'] as const;
type Row = DetailsRow & Pick<WholeRow, (typeof shown)[number]>;

// A term that does not renew and is over has no notice. The rest of the arithmetic is in the domain.
const mayHaveNotice = `cancel_before BETWEEN $today AND $lastDay
  OR (notice_period IS NOT NULL AND term_ends_on IS NOT NULL AND (term_months IS NOT NULL OR term_ends_on >= $today))`;

/** Reads what may have a deadline. */
export function readDeadlines(database: Db) {
  const candidates = prepareQuery<Row>(
    database,
    `SELECT ${columns('subscriptions', [...shown, ...detailNames])} FROM subscriptions
     WHERE ${isActive} AND (${mayHaveNotice}
       OR trial_ends_on BETWEEN $today AND $lastDay OR ends_on BETWEEN $today AND $lastDay)
     ORDER BY name_folded, sequence`,
  );

  return {
    /** The owner's active subscriptions that may have a deadline from one day to another, `YYYY-MM-DD`, by name. */
    candidates: (ownerId: number, today: string, lastDay: string): readonly DeadlineCandidate[] =>
      candidates.all({ ownerId, today, lastDay }).map((row) => ({ ...row, ...detailsOf(row) })),
  };
}
