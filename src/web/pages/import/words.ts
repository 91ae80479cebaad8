import { isCalendarDay } from '../../../core/billing/days.ts';
import { occurrence } from '../../../core/billing/occurrences.ts';
import { formatDate, formatInterval, listWords, money } from '../../format/format.ts';
import { storedPeriodOf } from '../../format/intervals.ts';
import { formatNumber } from '../../format/intl.ts';
import { isolated } from '../../format/text.ts';
import { locale, t } from '../../messages/messages.ts';
import { statusWords } from '../../subscriptions/words.ts';
import type { Report } from './api.ts';
import {
  billingOf,
  countsOf,
  type Existing,
  isScheduleKnown,
  type Outcome,
  outcomes,
  type ReportRow,
} from './report.ts';

export function formatWords(format: Report['format']): string {
  return format === 'duebook' ? t('common.product') : t(`imports.format.${format}`);
}

/** How many rows will have an outcome, or have it. */
export function outcomeWords(outcome: Outcome, count: number, isDone: boolean): string {
  return t(`imports.${isDone ? 'did' : 'will'}.${outcome}`, { count });
}

const badges = {
  created: ['imports.badge.new', 'imports.badge.created'],
  updated: ['imports.badge.update', 'imports.badge.updated'],
  skipped: ['imports.badge.skip', 'imports.badge.skipped'],
  failed: ['imports.badge.open', 'imports.badge.leftOut'],
} as const satisfies Record<Outcome, readonly [before: string, after: string]>;

/** What will become of one row, or what has. */
export function badgeWords({ outcome, isLeftOut }: ReportRow, isDone: boolean): string {
  if (isLeftOut !== undefined) return t(isLeftOut === 'added' ? 'imports.badge.created' : 'imports.badge.leftOut');
  return t(badges[outcome][isDone ? 1 : 0]);
}

/** What will become of some rows, or what has: `400 rows: 390 new, 7 skipped and 3 with errors`. */
export function summaryWords(rows: readonly ReportRow[], isDone: boolean): string {
  const counts = countsOf(rows);
  const parts = outcomes.filter((one) => counts[one] > 0).map((one) => outcomeWords(one, counts[one], isDone));
  if (parts.length === 0) return t('imports.noRows');
  return t('imports.summary', { rows: t('imports.rowCount', { count: rows.length }), parts: listWords(parts) });
}

export function nameOf({ name }: Pick<ReportRow, 'name'>): string {
  return name === '' ? t('imports.row.unnamed') : name;
}

/** The facts of a row as far as they could be read: price, interval, category, last and next payment. */
export function factsOf({ draft = {}, details = {}, error }: ReportRow): string {
  const { amount, currency, category, lastPaymentDate, nextPaymentDate } = draft;
  const hasCurrency = typeof currency === 'string';
  const isDay = typeof lastPaymentDate === 'string' && isCalendarDay(lastPaymentDate);
  return [
    typeof amount === 'number' && (hasCurrency ? money(amount, currency) : formatNumber(amount, locale.value)),
    intervalOf({ ...draft, everyMonths: details['everyMonths'] }),
    typeof category === 'string' && isolated(category),
    isDay && t('imports.row.last', { day: formatDate(lastPaymentDate) }),
    isDay && isScheduleKnown({ error }) && nextWords(lastPaymentDate, draft, details),
    typeof nextPaymentDate === 'string' && t('imports.row.next', { day: formatDate(nextPaymentDate) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The next payment of a row: what many files say instead of the last one. */
function nextWords(lastPaymentDate: string, draft: Values, { everyMonths, anchorDay }: Values): string | undefined {
  const billing = billingOf({ ...draft, everyMonths });
  const stored = billing && storedPeriodOf(billing);
  const day = typeof anchorDay === 'number' ? anchorDay : null;
  const next = stored && occurrence({ ...stored, lastPaymentDate, anchorDay: day }, 1);
  return next && t('imports.row.next', { day: formatDate(next) });
}

type Values = Readonly<Record<string, unknown>>;

function intervalOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const billing = billingOf(values);
  return billing && formatInterval(billing);
}

/** The price of what is stored already, and its status unless it is active. */
export function existingWords({ amount, currency, status, ...billing }: Existing): string {
  const price = `${money(amount, currency)} ${intervalOf(billing)}`;
  return status === 'active' ? price : `${price}, ${statusWords(status)}`;
}
