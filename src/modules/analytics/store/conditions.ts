import { columns } from '../../../core/database/columns.ts';

/** The condition that a subscription is one of the owner `$ownerId`, and active. */
export const isActive = "owner_id = $ownerId AND status = 'active'";

/** The condition that the next payment of a subscription is not due after its end. */
export const hasNotEnded = '(ends_on IS NULL OR ends_on >= next_payment_date)';

/** The condition that a subscription of the owner is overdue on the day `$today`. */
export const isOverdue = `${isActive} AND next_payment_date < $today AND ${hasNotEnded}`;

/** The condition that an active subscription ended before `$today`. The constants let SQLite use a partial index. */
export const hasEnded = "ends_on < $today AND ends_on IS NOT NULL AND status = 'active'";

/** The columns of a subscription's schedule and of what is paid by it. */
export const scheduleColumns = columns('subscriptions', [
  'period',
  'customDays',
  'everyMonths',
  'lastPaymentDate',
  'anchorDay',
  'endsOn',
  'currency',
  'amountHundredths',
]);
