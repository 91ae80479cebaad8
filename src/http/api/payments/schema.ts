import { Type } from '@sinclair/typebox';
import { day, exactly, oneOf, totalsByCurrency, uuid } from '../../openapi/components.ts';
import { named } from '../../validation/schemaMarks.ts';
import { CalendarDay, Uuid } from '../../validation/fieldTypes.ts';
import { pageParameters } from '../../validation/queries.ts';
import { subscription, subscriptionId } from '../subscriptions/schema.ts';

const days = {
  from: Type.Optional(CalendarDay({ description: 'The first day of payment.' })),
  to: Type.Optional(CalendarDay({ description: 'The last day of payment.' })),
};

/** The query of the list of payments. */
export const PaymentListQuery = Type.Object(
  {
    ...pageParameters,
    ...days,
    subscriptionId: Type.Optional(
      Uuid({ description: 'Only the payments of this subscription.', 'x-of': subscriptionId }),
    ),
  },
  { additionalProperties: false },
);

/** The query of the report on what was spent. */
export const SpentQuery = Type.Object(days, { additionalProperties: false });

const { currency, amount } = subscription.properties;

/** A payment in an answer. */
export const payment = named(
  'Payment',
  exactly({
    id: uuid,
    subscriptionId: uuid,
    dueOn: day,
    paidOn: day,
    amount,
    currency,
    source: named('PaymentSource', oneOf(['manual', 'automatic'])),
  }),
);

const totals = totalsByCurrency();

/** What was spent in some time. */
export const spent = named(
  'Spent',
  exactly({
    from: day,
    to: day,
    totalsByCurrency: totals,
    byCategory: Type.Array(exactly({ category: Type.String(), totalsByCurrency: totals })),
    byMonth: Type.Array(exactly({ month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }), totalsByCurrency: totals })),
  }),
);
