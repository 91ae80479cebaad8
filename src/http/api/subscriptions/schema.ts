import { Type } from '@sinclair/typebox';
import { periods } from '../../../domain/billing/periodTable.ts';
import { currencies, statuses } from '../../../domain/subscriptions/subscription.ts';
import { asParameter, named } from '../../openapi/named.ts';
import {
  Amount,
  CalendarDay,
  Choice,
  CustomDate,
  Flag,
  Label,
  PlainInteger,
  SearchText,
  Uuid,
} from '../../validation/fieldTypes.ts';

/** The currency of an amount. */
export const CurrencyCode = named(
  'Currency',
  Choice(currencies, {
    description: 'ISO 4217 code. Amounts are never converted.',
    examples: ['USD'],
    'x-unknown': 'currency',
  }),
);
/** The kind of billing period. */
export const PeriodName = named(
  'Period',
  Choice(periods, {
    description: 'How often it is billed. A custom period has its interval in customDate.',
    examples: ['monthly'],
    'x-interval': 'customDate',
  }),
);
/** The state of a subscription. */
export const StatusName = named(
  'Status',
  Choice(statuses, {
    description: 'Only active subscriptions count toward spend. Every move between the three is allowed.',
    examples: ['active'],
  }),
);

const writable = {
  name: Label({ maxLength: 120, description: 'What it is called. Trimmed.', examples: ['Netflix'] }),
  category: Label({ maxLength: 80, description: 'A free label to group by. Trimmed.', examples: ['Streaming'] }),
  amount: Amount({ description: 'What one billing period costs; at most two decimals.', examples: [15.99] }),
  currency: CurrencyCode,
  period: PeriodName,
  lastPaymentDate: CalendarDay({ description: 'The day of the last payment.', examples: ['2026-06-15'] }),
  customDate: Type.Optional(
    CustomDate({
      description: 'The interval in days as text: required while the period is custom, refused otherwise.',
    }),
  ),
  notificationEnabled: Type.Optional(
    Flag({ description: 'Whether to be told of renewals. True unless given.', examples: [true] }),
  ),
  status: Type.Optional(StatusName),
};

/** The draft that all examples speak of. */
export const exampleDraft = {
  name: 'Netflix',
  category: 'Streaming',
  amount: 15.99,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-06-15',
} as const;

/** The body that creates a subscription. */
export const SubscriptionDraftBody = named(
  'SubscriptionDraft',
  Type.Object(writable, { additionalProperties: false, examples: [exampleDraft] }),
);

/** The body that changes a subscription: some of the draft's fields, at least one. */
export const SubscriptionPatchBody = named(
  'SubscriptionPatch',
  Type.Partial(Type.Object(writable), {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ status: 'paused' }],
  }),
);

/** The path of one subscription. */
export const SubscriptionPath = Type.Object({
  id: Uuid({ description: 'The id of the subscription.', examples: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'] }),
});

/** The orders a list may have; a leading `-` means descending. */
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

/** The parameters that choose a page of any list. */
export const pageParameters = {
  limit: PlainInteger({ minimum: 1, maximum: 100, default: 50, description: 'How many records at most.' }),
  offset: PlainInteger({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'How many records to skip.',
  }),
};

/** The query of the list of subscriptions. */
export const SubscriptionListQuery = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(asParameter(StatusName, 'Only those in this state.')),
    category: Type.Optional(SearchText({ description: 'Only those of exactly this category.' })),
    period: Type.Optional(asParameter(PeriodName, 'Only those with this billing period.')),
    q: Type.Optional(SearchText({ description: 'Only those whose name contains this text, in any case.' })),
    expiringBefore: Type.Optional(
      CalendarDay({ description: 'Only those whose next payment is due on or before this day, such as 2026-07-31.' }),
    ),
    sort: SortOrder,
  },
  { additionalProperties: false },
);

/** The query of an operation that takes no parameters. */
export const NoQuery = Type.Object({}, { additionalProperties: false });

/** The query of an operation that writes. */
export const WriteQuery = Type.Object(
  {
    dryRun: Type.Optional(
      named(
        'DryRun',
        Choice(['true', 'false'], {
          description: 'With true everything is checked and the outcome is told, but nothing is written.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);
