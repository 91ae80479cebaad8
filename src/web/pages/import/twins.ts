import type { DuplicateChoice } from '../../../modules/imports/rules/importPlan.ts';
import { normaliseName } from '../../../core/text/text.ts';
import { type Existing, isImportable, type ReportRow } from './report.ts';

/**
 * The rows of a file of which some were corrected or left out, with which of them are the same as an earlier one now. The
 * service cannot say it: a dry run of a corrected row does not know the other rows.
 */
export function withTwins(rows: readonly ReportRow[], onDuplicate: DuplicateChoice): readonly ReportRow[] {
  const first = new Map<string, ReportRow>();
  return rows.map((row) => {
    if (!isImportable(row)) return row;
    const key = keyOf(row);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, row);
      const isFreed = row.duplicateOf?.row !== undefined;
      return isFreed ? { ...row, outcome: 'created', duplicateOf: undefined } : row;
    }
    const isStored = row.duplicateOf?.id !== undefined && onDuplicate === 'create';
    const outcome = onDuplicate === 'create' ? 'created' : 'skipped';
    return { ...row, outcome, duplicateOf: isStored ? row.duplicateOf : twinOf(earlier) };
  });
}

/** What makes two records of a file the same: as for the service, the id, or else the amount, the days and the payer, too. */
function keyOf({ draft = {}, details = {}, payer }: ReportRow): string {
  const { id, name, currency, period, customDate, amount, lastPaymentDate } = draft;
  const words = typeof name === 'string' ? normaliseName(name) : null;
  const interval = [period, period === 'custom' ? customDate : null, details['everyMonths']];
  const identity = id === undefined ? [amount, lastPaymentDate, details['anchorDay'], payer] : id;
  return JSON.stringify([words, currency, interval, identity]);
}

function twinOf({ row, draft = {} }: ReportRow): Existing {
  const { name, amount, currency, period } = draft as Omit<Existing, 'row'>;
  return { row, name, amount, currency, period };
}
