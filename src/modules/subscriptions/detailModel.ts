import { everyMonthsRange } from '../../core/billing/periodTable.ts';
import {
  writableOf,
  type DraftOf,
  type FieldTable,
  type ViewOf,
  type WritableName,
} from '../../core/fields/fieldTable.ts';

/** The units of a notice period. */
const noticeUnits = ['days', 'weeks', 'months'] as const;

/**
 * The details of a subscription: what a household keeps beside its fields. Types, schemas, suggestions, reverts and answers
 * come from this table, as they do from that of the fields.
 */
export const detailFields = {
  notes: {
    kind: 'text',
    isNullable: true,
    lengthMax: 2000,
    description: 'Free text, with line breaks.',
    example: 'Shared with the neighbours.',
    alsoCalled: ['note', 'comment', 'comments', 'memo', 'remark', 'remarks', 'description'],
  },
  url: {
    kind: 'url',
    isNullable: true,
    lengthMax: 2000,
    description: 'A web page, such as that of the account.',
    example: 'https://www.netflix.com/account',
    alsoCalled: ['website', 'link', 'homepage', 'web', 'site', 'webaddress', 'uri'],
  },
  paymentMethod: {
    kind: 'label',
    isNullable: true,
    isTrimmed: true,
    lengthMax: 80,
    description: 'What pays for it. Trimmed.',
    example: 'Visa 1234',
    alsoCalled: ['paymentmethodname', 'payment', 'method', 'paidwith', 'paidby', 'card', 'account'],
  },
  tags: {
    kind: 'labels',
    isNullable: true,
    isTrimmed: true,
    itemsMax: 20,
    lengthMax: 40,
    description: 'Free labels. Trimmed.',
    example: ['family', 'video'],
    alsoCalled: ['tag', 'label', 'labels', 'keywords'],
  },
  trialEndsOn: {
    kind: 'day',
    isNullable: true,
    description: 'The last day of a trial. It changes no sum.',
    example: '2026-07-14',
    alsoCalled: ['trialend', 'trialends', 'trialuntil', 'trialenddate', 'freeuntil'],
  },
  endsOn: {
    kind: 'day',
    isNullable: true,
    description: 'The last day: nothing is due after it, and the status becomes cancelled.',
    example: '2027-06-15',
    alsoCalled: ['enddate', 'end', 'ends', 'endson', 'cancelledon', 'cancellationdate', 'expires', 'expireson'],
  },
  cancelBefore: {
    kind: 'day',
    isNullable: true,
    description: 'The last day to give notice. Once it is past, noticeBy follows from the term.',
    example: '2027-05-15',
    alsoCalled: ['cancelby', 'noticedate', 'canceldeadline'],
  },
  termEndsOn: {
    kind: 'day',
    isNullable: true,
    description: 'The last day of the present term.',
    example: '2027-06-15',
    alsoCalled: [
      'termend',
      'termends',
      'termenddate',
      'contractend',
      'contractends',
      'contractendson',
      'contractenddate',
    ],
  },
  termMonths: {
    kind: 'count',
    isNullable: true,
    min: 1,
    max: 120,
    description: 'The months by which it renews; null: not at all.',
    example: 12,
    alsoCalled: ['term', 'termlength', 'terminmonths', 'contractmonths', 'renewalmonths', 'minimumterm'],
  },
  noticePeriod: {
    kind: 'duration',
    isNullable: true,
    max: 365,
    units: noticeUnits,
    typeName: 'NoticeUnit',
    description: 'How long before its end to give notice.',
    example: { count: 1, unit: 'months' },
    alsoCalled: ['notice', 'periodofnotice', 'cancellationperiod', 'cancellationnotice'],
  },
  keepThrough: {
    kind: 'day',
    isNullable: true,
    description: 'The end of the last term to keep. noticeBy is for a term that ends later.',
    example: '2026-06-15',
    alsoCalled: ['keep', 'keepuntil', 'keeptill', 'kept', 'keptthrough', 'keptuntil'],
  },
  anchorDay: {
    kind: 'count',
    isNullable: true,
    min: 1,
    max: 31,
    description: 'The day of the month of payments in periods of months; null: as in lastPaymentDate.',
    example: 31,
    alsoCalled: ['dayofmonth', 'billingday', 'paymentday', 'dueday', 'anchor'],
  },
  autoRenew: {
    kind: 'flag',
    isNullable: true,
    description: 'Whether due payments are recorded automatically; null: as the owner prefers.',
    example: true,
    alsoCalled: ['autorenewal', 'autopay', 'renewautomatically', 'automatic'],
  },
  everyMonths: {
    kind: 'count',
    isNullable: true,
    ...everyMonthsRange,
    description:
      'Makes a custom period exactly so many calendar months: 3 for quarterly. A new period or customDate clears it.',
    example: 3,
    alsoCalled: ['months', 'everynmonths', 'intervalmonths', 'monthinterval', 'monthcount', 'numberofmonths'],
  },
  // It follows from the current day too, so it may change without a write: entity tags know it by its name.
  noticeBy: {
    kind: 'day',
    isServerManaged: true,
    isNullable: true,
    description: 'The last day on which notice is in time: cancelBefore until it is past, then by the term.',
    example: '2027-05-15',
  },
} as const satisfies FieldTable;

type Fields = typeof detailFields;

/** The details of a subscription as answers have them, always whole: null, or no tags, where there is no value. */
export type DetailsView = ViewOf<Fields>;

/** The details as they are stored: without what follows from them and the current day. */
export type Details = Pick<DetailsView, WritableName<Fields>>;

/** What a client sends to change details; each has passed its own check. */
export type DetailsPatch = DraftOf<Fields>;

/** The name of a detail that a client may write. */
export type DetailField = keyof Details;

/** The names of the details, in the order of answers and checks. */
export const detailNames: readonly DetailField[] = writableOf(detailFields);
