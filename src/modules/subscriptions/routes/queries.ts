import { Type } from '@sinclair/typebox';
import { periodTable } from '../../../core/billing/periodTable.ts';
import { Period, Status, SubscriptionDraft, without } from '../model.ts';
import { addSynonyms, synonymsIn } from '../../../core/fields/suggestions.ts';
import { asParameter, named } from '../../../core/fields/schemaMarks.ts';
import { CalendarDay, Choice, SearchText } from '../../../core/fields/fieldTypes.ts';
import { BodyWriteQuery, pageParameters } from '../../../core/fields/queries.ts';

addSynonyms({
  ...synonymsIn(SubscriptionDraft.properties),
  ...synonymsIn(periodTable),
  expiringBefore: ['before', 'until', 'duebefore', 'renewsbefore'],
  subscriptionId: ['id', 'subscription'],
  dueOn: ['duedate', 'due', 'nextpaymentdate', 'paymentdate'],
  paidOn: ['paid', 'paiddate', 'date', 'paidat', 'lastpaymentdate'],
  fromNowOn: ['permanent', 'permanently', 'newprice', 'keepamount', 'updateamount'],
  reschedule: ['shift', 'move', 'rescheduled'],
  payments: ['count', 'times', 'n', 'numberofpayments', 'steps'],
  cancelled: ['ended', 'stopped', 'terminated'],
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
export const UpdateQuery = Type.Object({ ...BodyWriteQuery.properties, include }, { additionalProperties: false });

/** The query of the list of subscriptions. */
export const SubscriptionListQuery = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(asParameter(Status, 'Only those with this status.')),
    category: Type.Optional(SearchText({ description: 'Only those with exactly this category.' })),
    period: Type.Optional(asParameter(Period, 'Only those with this billing period.')),
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
    without,
  },
  { additionalProperties: false },
);
