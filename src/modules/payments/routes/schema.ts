import { Type } from '@sinclair/typebox';
import { paymentFields } from '../model.ts';
import { subscriptionsOfSpentMax } from '../rules/spent.ts';
import { day, exactly, recordedCurrency, totalsByCurrency, uuid } from '../../../core/http/openapi/components.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { answerSchemaOf } from '../../../core/fields/fieldSchemas.ts';
import { CalendarDay, Uuid } from '../../../core/fields/fieldTypes.ts';
import { pageParameters } from '../../../core/fields/queries.ts';
import { patchBodyOf, recordsOf } from '../../../core/fields/records.ts';
import { subscriptionId } from '../../subscriptions/model.ts';

const days = {
  from: Type.Optional(CalendarDay({ description: 'The first day of payment.' })),
  to: Type.Optional(CalendarDay({ description: 'The last day of payment.' })),
};

const ofSubscription = Type.Optional(
  Uuid({ description: 'Only the payments of this subscription.', 'x-of': subscriptionId }),
);

/** The query of the list of payments. */
export const PaymentListQuery = Type.Object(
  {
    ...pageParameters,
    ...days,
    subscriptionId: ofSubscription,
  },
  { additionalProperties: false },
);

/** The query of the report on what was spent. */
export const SpentQuery = Type.Object({ ...days, subscriptionId: ofSubscription }, { additionalProperties: false });

/** What the operations on payments share. */
export const payments = recordsOf({
  one: 'payment',
  many: 'payments',
  path: '/api/v1/payments',
  missing: 'payment_not_found',
  exampleId: paymentFields.id.example,
});

/** The body that corrects a payment: another day, another amount, or both. */
export const PaymentPatchBody = patchBodyOf('PaymentPatch', paymentFields, { amount: 12.5 });

/** The fields of a payment in an answer. Its currency is the one that the subscription had then. */
export const paymentProperties = { ...answerSchemaOf(paymentFields).properties, currency: recordedCurrency };

/** A payment in an answer. */
export const payment = named('Payment', Type.Object(paymentProperties, { additionalProperties: false }));

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
    bySubscription: Type.Array(
      exactly({
        subscriptionId: uuid,
        name: Type.String(),
        payments: Type.Integer({ minimum: 1 }),
        totalsByCurrency: totals,
      }),
      { maxItems: subscriptionsOfSpentMax, description: 'The highest first.' },
    ),
  }),
);
