import { periods } from '../../core/billing/periodTable.ts';
import {
  writableOf,
  type DraftOf,
  type FieldTable,
  type ValueOf,
  type ViewOf,
  type WritableName,
} from '../../core/fields/fieldTable.ts';
import { contractCurrencies, fixForLackingCurrency } from '../../core/billing/currencies.ts';

/** The states of a subscription. Only `active` ones count toward spend; every move between the three is allowed. */
export const statuses = ['active', 'paused', 'cancelled'] as const;

/**
 * The fields of a subscription. The types, the schemas of bodies and answers, the lists of fields, the suggestions, the
 * stored form and the answers are derived from this table; only the column and its migration are separate.
 */
export const subscriptionFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77' },
  name: {
    kind: 'label',
    isRequired: true,
    isTrimmed: true,
    lengthMax: 120,
    description: 'What it is called. Trimmed.',
    example: 'Netflix',
    alsoCalled: ['title', 'label', 'service', 'merchant'],
  },
  category: {
    kind: 'label',
    isRequired: true,
    isTrimmed: true,
    lengthMax: 80,
    description: 'A free label to group by. Trimmed.',
    example: 'Streaming',
    alsoCalled: ['group', 'tag', 'kind'],
  },
  amount: {
    kind: 'amount',
    isRequired: true,
    description: 'What one billing period costs; at most two decimals.',
    example: 15.99,
    alsoCalled: ['price', 'cost', 'fee', 'sum', 'value'],
  },
  currency: {
    kind: 'choice',
    isRequired: true,
    // Those of a server may be more: bodies and the OpenAPI document are made with its own list.
    words: contractCurrencies,
    known: fixForLackingCurrency,
    typeName: 'Currency',
    description: 'ISO 4217 code. Amounts are never converted.',
    example: 'USD',
    alsoCalled: ['currencycode', 'currencyid'],
  },
  period: {
    kind: 'choice',
    isRequired: true,
    words: periods,
    otherwise:
      'For another interval, send "custom", and its days in customDate: "7" for weekly, "91" for quarterly. For exactly three months, also set everyMonths to 3 in the details.',
    typeName: 'Period',
    description: 'How often it is billed. A custom period has its interval in customDate.',
    example: 'monthly',
    alsoCalled: ['frequency', 'interval', 'cycle', 'billingperiod', 'billingcycle', 'recurrence'],
  },
  customDate: {
    kind: 'interval',
    isNullable: true,
    isOmittedWhenNull: true,
    description: 'The interval in days as a string: required while the period is custom, refused otherwise.',
    example: '30',
    alsoCalled: ['customdays', 'intervaldays', 'days', 'custominterval', 'customperiod'],
    checkedAfter: 'lastPaymentDate',
  },
  lastPaymentDate: {
    kind: 'day',
    isRequired: true,
    description: 'The day of the last payment.',
    example: '2026-06-15',
    alsoCalled: ['date', 'startdate', 'paidon', 'lastpaid', 'lastpayment', 'paymentdate'],
  },
  nextPaymentDate: { kind: 'day', isServerManaged: true, example: '2026-07-15' },
  notificationEnabled: {
    kind: 'flag',
    default: true,
    description: 'Whether you want reminders of renewals. Duebook stores it for programs that notify. Default: true.',
    example: true,
    alsoCalled: ['notify', 'notification', 'notifications', 'reminder'],
  },
  status: {
    kind: 'choice',
    default: 'active',
    words: statuses,
    typeName: 'Status',
    description: 'Only active subscriptions count toward spend. Every move between the three is allowed.',
    example: 'active',
    alsoCalled: ['state'],
  },
  createdAt: { kind: 'instant', isServerManaged: true, example: '2026-06-16T08:00:00.000Z' },
  updatedAt: { kind: 'instant', isServerManaged: true, example: '2026-06-16T08:00:00.000Z' },
} as const satisfies FieldTable;

type Fields = typeof subscriptionFields;

/** The ISO 4217 code of a currency. */
export type Currency = ValueOf<Fields['currency']>;
/** One of the {@link statuses}. */
export type Status = ValueOf<Fields['status']>;

/** What a client sends to create a subscription; each field has passed its own check. */
export type SubscriptionDraft = DraftOf<Fields>;
/** What a client sends to change a subscription: some of the draft's fields; each has passed its own check. */
export type SubscriptionPatch = Partial<SubscriptionDraft>;
/** A subscription as clients and the audit trail see it. `customDate` is there only while the period is `custom`. */
export type SubscriptionView = ViewOf<Fields>;
/** The name of a field that a client may write. */
export type WritableField = WritableName<Fields>;

/** The fields a client may write, in the order in which their faults are reported. */
export const writableFieldsInOrder: readonly WritableField[] = writableOf(subscriptionFields);
/** The fields a client may write, sorted as errors list them. */
export const writableFields: readonly string[] = writableFieldsInOrder.toSorted();
