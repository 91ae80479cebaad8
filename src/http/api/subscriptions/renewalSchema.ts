import { Type } from '@sinclair/typebox';
import { named } from '../../openapi/named.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { Amount, CalendarDay, Flag } from '../../validation/fieldTypes.ts';

/** The members that describe a payment, in the order of their checks. */
export const paymentMembers = {
  dueOn: Type.Optional(
    CalendarDay({
      description:
        'The due date of the payment, as last read: it must be the nextPaymentDate. Default: what is due by today.',
      examples: ['2026-07-15'],
    }),
  ),
  paidOn: Type.Optional(
    CalendarDay({
      description: 'When it was paid, at most tomorrow. Default: the due date.',
      examples: ['2026-07-16'],
    }),
  ),
  amount: Type.Optional(
    Amount({ description: 'What was paid. Default: the amount of the subscription.', examples: [15.99] }),
  ),
  reschedule: Type.Optional(
    Flag({
      description: 'Whether the next due date is counted from the day of payment. Default: false.',
      examples: [false],
    }),
  ),
};

/** The body that records a payment. */
export const RenewalBody = named(
  'Renewal',
  Type.Object(paymentMembers, {
    additionalProperties: false,
    examples: [{ dueOn: '2026-07-15' }],
    ...bodyOf({}, { entity: 'payment' }),
  }),
);
