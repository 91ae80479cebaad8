import { Type } from '@sinclair/typebox';
import { periodTable } from '../../../core/billing/periodTable.ts';
import { namesWith, namesWithout } from '../../../core/fields/fieldTable.ts';
import { detailFields, detailNames } from '../detailModel.ts';
import type { Currencies } from '../../../core/billing/currencies.ts';
import { subscriptionFields } from '../model.ts';
import { renewalsAtOnceMax } from '../rules/renewal.ts';
import { addSynonyms, synonymsIn } from '../../../core/fields/suggestions.ts';
import { alsoMark, asParameter, idOf, named } from '../../../core/fields/schemaMarks.ts';
import { bodyOf, wordsFor } from '../../../core/fields/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf, fieldSchemaOf } from '../../../core/fields/fieldSchemas.ts';
import { Amount, CalendarDay, Choice, Flag, SearchText, Uuid, WholeNumber } from '../../../core/fields/fieldTypes.ts';
import { pageParameters, WriteQuery } from '../../../core/fields/queries.ts';

addSynonyms({
  ...synonymsIn(subscriptionFields),
  ...synonymsIn(periodTable),
  expiringBefore: ['before', 'until', 'duebefore', 'renewsbefore'],
  subscriptionId: ['id', 'subscription'],
  dueOn: ['duedate', 'due', 'nextpaymentdate', 'paymentdate'],
  paidOn: ['paid', 'paiddate', 'date', 'paidat', 'lastpaymentdate'],
  reschedule: ['shift', 'move', 'rescheduled'],
  payments: ['count', 'times', 'n', 'numberofpayments', 'steps'],
  cancelled: ['ended', 'stopped', 'terminated'],
});

/** The draft of all examples: every required field. */
export const exampleDraft = examplesOf(namesWith(subscriptionFields, 'isRequired'));

/** The subscription of all examples: every field that is always present. */
export const exampleSubscription = examplesOf(namesWithout(subscriptionFields, 'isNullable'));

function examplesOf<Name extends keyof typeof subscriptionFields>(names: readonly Name[]) {
  const examples = names.map((name) => [name, subscriptionFields[name].example]);
  return Object.fromEntries(examples) as { readonly [Each in Name]: (typeof subscriptionFields)[Each]['example'] };
}

const codes = { invalid: 'invalid_subscription', unknown: 'invalid_subscription_field' } as const;
const elsewhere = {
  entity: 'details',
  words: wordsFor(detailFields),
  path: 'PATCH /api/v1/subscriptions/{id}/details',
};
const facts = { ...codes, elsewhere };

/** The body that creates a subscription in one of the currencies of a server. */
function draftBody({ allowed }: Currencies) {
  const fields = { ...subscriptionFields, currency: { ...subscriptionFields.currency, words: allowed } };
  return named(
    'SubscriptionDraft',
    Type.Object(bodyPropertiesOf(fields), {
      additionalProperties: false,
      examples: [exampleDraft],
      ...bodyOf(subscriptionFields, facts),
    }),
  );
}

/**
 * The bodies that write a subscription on a server with these currencies: the draft that creates it, and the patch that
 * updates it, with at least one field of the draft. A patch may repeat a currency that is kept; the writer compares it with the
 * stored one.
 */
export function subscriptionBodies(currencies: Currencies) {
  const draft = draftBody(currencies);
  const { properties } = draft;
  const currency = { ...properties.currency, [alsoMark]: currencies.kept };
  const patch = named(
    'SubscriptionPatch',
    Type.Partial(Type.Object({ ...properties, currency }), {
      additionalProperties: false,
      minProperties: 1,
      examples: [{ status: 'paused' }],
      ...bodyOf(subscriptionFields, facts),
    }),
  );
  return { draft, patch };
}

/** The {@link subscriptionBodies} of a server. */
export type SubscriptionBodies = ReturnType<typeof subscriptionBodies>;

/** What errors say about the id of a subscription. */
export const subscriptionId = idOf(
  'invalid_subscription_id',
  'id from the list of subscriptions (GET /api/v1/subscriptions)',
);

/** The path of one subscription. */
export const SubscriptionPath = Type.Object({
  id: Uuid({
    description: 'The id of the subscription.',
    examples: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'],
    'x-of': subscriptionId,
  }),
});

/** The orders of a list; a leading `-` means descending. */
export const sorts = [
  'createdAt',
  '-createdAt',
  'nextPaymentDate',
  '-nextPaymentDate',
  'amount',
  '-amount',
  'name',
  '-name',
] as const;

/** The order of a list. */
export const SortOrder = named(
  'Sort',
  Choice(sorts, { default: '-createdAt', description: 'The order; a leading - means descending.' }),
);

const include = Type.Optional(
  named(
    'Include',
    Choice(['details'], {
      description: 'With details, each record has the member details, and the ETag is that of both.',
    }),
  ),
);

/** The query of the read of one subscription. */
export const SubscriptionQuery = Type.Object({ include }, { additionalProperties: false });

/** The query of the update of a subscription. */
export const UpdateQuery = Type.Object({ ...WriteQuery.properties, include }, { additionalProperties: false });

/** The query of the list of subscriptions. */
export const SubscriptionListQuery = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(asParameter(fieldSchemaOf(subscriptionFields, 'status'), 'Only those with this status.')),
    category: Type.Optional(SearchText({ description: 'Only those with exactly this category.' })),
    period: Type.Optional(
      asParameter(fieldSchemaOf(subscriptionFields, 'period'), 'Only those with this billing period.'),
    ),
    q: Type.Optional(
      SearchText({
        description: 'Only those whose name, or with include also notes and tags, contains this text, ignoring case.',
      }),
    ),
    expiringBefore: Type.Optional(
      CalendarDay({ description: 'Only those whose next payment is due on or before this day, such as 2026-07-31.' }),
    ),
    sort: SortOrder,
    include,
  },
  { additionalProperties: false },
);

/** The details of a subscription in an answer. */
export const details = named('Details', answerSchemaOf(detailFields));

/** The details of a subscription in an audit entry. */
export const recordedDetails = named(
  'RecordedDetails',
  Type.Partial(Type.Pick(answerSchemaOf(detailFields), detailNames), {
    additionalProperties: false,
    description: 'Entries of older versions lack the details that they did not know.',
  }),
);

/** A subscription in an answer. */
export const subscription = named(
  'Subscription',
  Type.Object(
    { ...answerSchemaOf(subscriptionFields).properties, details: Type.Optional(details) },
    { additionalProperties: false },
  ),
);

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

/** The body that records payments. */
export const RenewalBody = named(
  'Renewal',
  Type.Object(
    {
      ...paymentMembers,
      payments: Type.Optional(
        WholeNumber({
          minimum: 1,
          maximum: renewalsAtOnceMax,
          description:
            'How many due dates were paid, from that one on; all on paidOn, each with the amount. Default: 1.',
          examples: [1],
        }),
      ),
    },
    { additionalProperties: false, examples: [{ dueOn: '2026-07-15' }] },
  ),
);
