import { Type, type Static } from '@sinclair/typebox';
import { contractAlone, fixForLackingCurrency, type Currencies } from '../../core/billing/currencies.ts';
import { periods } from '../../core/billing/periodTable.ts';
import { draftOf, patchOf, wordsFor } from '../../core/fields/bodies.ts';
import { answeredOf, nullable } from '../../core/fields/define.ts';
import {
  Amount,
  CalendarDay,
  Choice,
  CustomDate,
  Flag,
  Instant,
  Label,
  Uuid,
  UuidsText,
  WholeNumber,
} from '../../core/fields/fieldTypes.ts';
import { alsoMark, idOf, knownMark, named, otherwiseMark } from '../../core/fields/schemaMarks.ts';
import { DetailFields, DetailsView } from './detailModel.ts';
import { limits, statuses } from './rules/limits.ts';
import { renewalsAtOnceMax } from './rules/renewalsAtOnce.ts';

/** The draft of all examples: every required field. */
export const exampleDraft = {
  name: 'Netflix',
  category: 'Streaming',
  amount: 15.99,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-06-15',
} as const;

/** The subscription of all examples: every field that is always present. */
export const exampleSubscription = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  ...exampleDraft,
  nextPaymentDate: '2026-07-15',
  notificationEnabled: true,
  status: 'active',
  createdAt: '2026-06-16T08:00:00.000Z',
  updatedAt: '2026-06-16T08:00:00.000Z',
} as const;

/** The type of a currency of a server. */
export const currencyOf = ({ allowed }: Currencies) =>
  named(
    'Currency',
    Choice(allowed, {
      [knownMark]: fixForLackingCurrency,
      description: 'ISO 4217 code. Amounts keep it.',
      examples: [exampleDraft.currency],
      alsoCalled: ['currencycode', 'currencyid'],
    }),
  );

/** A currency of the contract. Those of a server may be more: the document has its own list. */
export const Currency = currencyOf(contractAlone);

/** A billing period. */
export const Period = named(
  'Period',
  Choice(periods, {
    [otherwiseMark]:
      'For another interval, send "custom", and its days in customDate: "7" for weekly, "91" for quarterly. For exactly three months, also set everyMonths to 3 in the details.',
    description: 'How often it is billed. A custom period has its interval in customDate.',
    examples: [exampleDraft.period],
    alsoCalled: ['frequency', 'interval', 'cycle', 'billingperiod', 'billingcycle', 'recurrence'],
  }),
);

/** A state of a subscription. */
export const Status = named(
  'Status',
  Choice(statuses, {
    byDefault: 'active',
    description: 'Only active subscriptions count toward spend. Every move between the three is allowed.',
    examples: [exampleSubscription.status],
    alsoCalled: ['state'],
  }),
);

/** The fields that a client writes, in the order of their checks. */
const fieldsIn = (currencies: Currencies) => ({
  name: Label({
    ...limits.name,
    description: 'What it is called. Trimmed.',
    examples: [exampleDraft.name],
    alsoCalled: ['title', 'label', 'service', 'merchant'],
  }),
  category: Label({
    ...limits.category,
    description: 'A free label to group by. Trimmed.',
    examples: [exampleDraft.category],
    alsoCalled: ['group', 'tag', 'kind'],
  }),
  amount: Amount({
    description: 'What one billing period costs; at most two decimals.',
    examples: [exampleDraft.amount],
    alsoCalled: ['price', 'cost', 'fee', 'sum', 'value'],
  }),
  currency: currencyOf(currencies),
  period: Period,
  lastPaymentDate: CalendarDay({
    description: 'The day of the last payment.',
    examples: [exampleDraft.lastPaymentDate],
    alsoCalled: ['date', 'startdate', 'paidon', 'lastpaid', 'lastpayment', 'paymentdate'],
  }),
  customDate: Type.Optional(
    nullable(
      CustomDate({
        description: 'The interval in days as a string: required while the period is custom, refused otherwise.',
        alsoCalled: ['customdays', 'intervaldays', 'days', 'custominterval', 'customperiod'],
      }),
    ),
  ),
  notificationEnabled: Type.Optional(
    Flag({
      byDefault: true,
      description:
        'Whether to remind of its payments, due and overdue. Trials, notice and ends are reminded of anyway. Default: true.',
      examples: [exampleSubscription.notificationEnabled],
      alsoCalled: ['notify', 'notification', 'notifications', 'reminder'],
    }),
  ),
  status: Type.Optional(Status),
});

const facts = {
  invalid: 'invalid_subscription',
  unknown: 'invalid_subscription_field',
  serverManaged: ['id', 'nextPaymentDate', 'createdAt', 'updatedAt'],
  instead: {
    nextPaymentDate:
      'and send "lastPaymentDate" with the due date before it: the server computes the next one from that and the period.',
    billingAnchorDay:
      'and send a "lastPaymentDate" on that day of the month. To be billed on another day than that, set anchorDay in the details.',
  },
  elsewhere: {
    entity: 'details',
    words: wordsFor(DetailFields),
    path: 'PATCH /api/v1/subscriptions/{id}/details',
  },
} as const;

const draftIn = (currencies: Currencies) =>
  draftOf('SubscriptionDraft', fieldsIn(currencies), { examples: [exampleDraft], ...facts });

/** What a client sends to create a subscription in one of the currencies of the contract. */
export const SubscriptionDraft = draftIn(contractAlone);

/**
 * The bodies that write a subscription on a server with these currencies: the draft that creates it, and the patch that
 * updates it, with at least one field of the draft. A patch may repeat a currency that is kept; the writer compares it with the
 * stored one.
 */
export function subscriptionBodies(currencies: Currencies) {
  const draft = draftIn(currencies);
  const { currency } = draft.properties;
  const kept = {
    ...draft,
    properties: { ...draft.properties, currency: { ...currency, [alsoMark]: currencies.kept } },
  };
  return { draft, patch: patchOf('SubscriptionPatch', kept, { examples: [{ status: 'paused' }] }) };
}

/** The {@link subscriptionBodies} of a server. */
export type SubscriptionBodies = ReturnType<typeof subscriptionBodies>;

/** The body that changes details: at least one of them. */
export const DetailsBody = patchOf('DetailsPatch', DetailFields, {
  examples: [{ tags: ['family'] }],
  serverManaged: ['noticeBy'],
  elsewhere: { entity: 'patch', words: wordsFor(SubscriptionDraft), path: 'PATCH /api/v1/subscriptions/{id}' },
});

const { customDate: _, lastPaymentDate, notificationEnabled, status, ...always } = answeredOf(SubscriptionDraft);

/** A subscription without its details. */
export const SubscriptionFields = Type.Object({
  id: Uuid({ examples: [exampleSubscription.id] }),
  ...always,
  customDate: Type.Optional(
    Type.String({
      pattern: String.raw`^[1-9]\d*$`,
      description: 'The interval in days; only while the period is custom.',
    }),
  ),
  lastPaymentDate,
  nextPaymentDate: CalendarDay({ examples: [exampleSubscription.nextPaymentDate] }),
  notificationEnabled,
  status,
  createdAt: Instant({ description: 'ISO 8601, UTC.' }),
  updatedAt: Instant({ description: 'ISO 8601, UTC.' }),
});

/** A subscription as clients see it, with its details if they were asked for. */
export const Subscription = named(
  'Subscription',
  Type.Object(
    { ...SubscriptionFields.properties, details: Type.Optional(DetailsView) },
    { additionalProperties: false },
  ),
);

/** The ISO 4217 code of a currency. */
export type Currency = string;
export type Status = Static<typeof Status>;

/** What a client sends to create a subscription; each field has passed its own check. */
export type SubscriptionDraft = Static<typeof SubscriptionDraft>;
/** What a client sends to change a subscription: some of the draft's fields; each has passed its own check. */
export type SubscriptionPatch = Partial<SubscriptionDraft>;
/** A subscription as clients and the audit trail see it. `customDate` is there only while the period is `custom`. */
export type SubscriptionView = Static<typeof SubscriptionFields>;
/** The name of a field that a client may write. */
export type WritableField = keyof SubscriptionDraft;

/** The fields a client may write, in the order in which their faults are reported. */
export const writableFieldsInOrder = Object.keys(SubscriptionDraft.properties) as readonly WritableField[];
/** The fields a client may write, sorted as errors list them. */
export const writableFields: readonly string[] = writableFieldsInOrder.toSorted();

/** What errors say about the id of a subscription. */
export const subscriptionId = idOf(
  'invalid_subscription_id',
  'id from the list of subscriptions (GET /api/v1/subscriptions)',
);

/** The path of the list. */
export const subscriptionsPath = '/api/v1/subscriptions';

/** The path of one subscription. */
export const SubscriptionPath = Type.Object({
  id: Uuid({
    description: 'The id of the subscription.',
    examples: [exampleSubscription.id],
    'x-of': subscriptionId,
  }),
});

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
  fromNowOn: Type.Optional(
    Flag({
      description: 'Whether amount also becomes the amount of the subscription. Default: false.',
      examples: [false],
    }),
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

export type RenewalBody = Static<typeof RenewalBody>;

/** The query parameter of what is read of many subscriptions. */
export const without = Type.Optional(
  UuidsText({ description: 'Ids separated by commas: the answer is as if these subscriptions were deleted.' }),
);
