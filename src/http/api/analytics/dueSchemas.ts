import { Type } from '@sinclair/typebox';
import { exactly, paginationUpTo, subscription, totalsByCurrency } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';

const {
  id: uuid,
  name,
  category,
  amount,
  currency,
  period,
  nextPaymentDate: day,
  createdAt: instant,
} = subscription.properties;
const totals = totalsByCurrency('A total for each currency code.');

const payment = {
  date: day,
  subscriptionId: uuid,
  name,
  category,
  amount,
  currency,
  period,
};

/** The members of the answer about payments to come. */
export const upcomingPayments = {
  payments: Type.Array(named('UpcomingPayment', exactly(payment)), { maxItems: 1000 }),
  overdue: Type.Array(
    named(
      'OverduePayment',
      exactly({
        ...payment,
        daysOverdue: Type.Integer({ minimum: 1 }),
        missedPayments: Type.Integer({ minimum: 1, description: 'The payments due before today.' }),
      }),
    ),
    { maxItems: 1000, description: 'The oldest; not in the totals.' },
  ),
  overdueTotal: Type.Integer({ minimum: 0, description: 'How many are overdue; more than listed when over 1000.' }),
  totalsByCurrency: totals,
  from: day,
  to: day,
  pagination: paginationUpTo(1000),
};

/** The payments of the months ahead. */
export const forecast = named(
  'Forecast',
  exactly({
    asOf: instant,
    overdue: exactly({ payments: Type.Integer({ minimum: 0 }), totalsByCurrency: totals }),
    months: Type.Array(
      exactly({
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
        payments: Type.Integer({ minimum: 0 }),
        totalsByCurrency: totals,
        byCategory: Type.Array(exactly({ category: Type.String(), totalsByCurrency: totals })),
      }),
      { minItems: 1, maxItems: 36 },
    ),
  }),
);
