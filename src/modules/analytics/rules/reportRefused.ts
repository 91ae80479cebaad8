/** Why a report is refused: the payments, the categories of all months, or the reminders, are too many for one answer. */
export type RefusalReason = 'tooManyPayments' | 'tooManyCategories' | 'tooManyReminders';

/** A report that is not made, because its answer or the work for it would be too large. */
export class ReportRefused extends Error {
  override readonly name = 'ReportRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`the report is too large: ${reason}`);
    this.reason = reason;
  }
}
