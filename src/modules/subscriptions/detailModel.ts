import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { answeredOf, nullable } from '../../core/fields/define.ts';
import {
  CalendarDay,
  Choice,
  Duration,
  durationProperties,
  Flag,
  Label,
  WholeNumber,
} from '../../core/fields/fieldTypes.ts';
import { PriceStepList, priceStepItems } from '../../core/fields/priceSteps.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { labelItems, LabelList, MultilineText, WebAddress } from '../../core/fields/textTypes.ts';
import { limits, noticeUnits } from './rules/limits.ts';

/** A detail that may have no value, and that a change may leave out. */
const detail = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema));

const listOfSteps = { ...limits.priceSteps, items: priceStepItems };
const listOfTags = { maxItems: limits.tags.maxItems, items: labelItems(limits.tags.maxLength) };

/** A notice period. */
type NoticePeriod = { readonly count: number; readonly unit: (typeof noticeUnits)[number] };

/** The details of a subscription that a client writes, in the order of their checks: what a household keeps beside its fields. */
export const DetailFields = Type.Object({
  notes: detail(
    MultilineText({
      ...limits.notes,
      description: 'Free text, with line breaks.',
      examples: ['Shared with the neighbours.'],
      alsoCalled: ['note', 'comment', 'comments', 'memo', 'remark', 'remarks', 'description'],
    }),
  ),
  url: detail(
    WebAddress({
      ...limits.url,
      description: 'A web page, such as that of the account.',
      examples: ['https://www.netflix.com/account'],
      alsoCalled: ['website', 'link', 'homepage', 'web', 'site', 'webaddress', 'uri'],
    }),
  ),
  paymentMethod: detail(
    Label({
      ...limits.paymentMethod,
      description: 'What pays for it. Trimmed.',
      examples: ['Visa 1234'],
      alsoCalled: ['paymentmethodname', 'payment', 'method', 'paidwith', 'paidby', 'card', 'account'],
    }),
  ),
  tags: detail(
    LabelList({
      ...listOfTags,
      description: 'Free labels. Trimmed.',
      examples: [['family', 'video']],
      alsoCalled: ['tag', 'label', 'labels', 'keywords'],
    }),
  ),
  trialEndsOn: detail(
    CalendarDay({
      description: 'The last day of a trial. It changes no sum.',
      examples: ['2026-07-14'],
      alsoCalled: ['trialend', 'trialends', 'trialuntil', 'trialenddate', 'freeuntil'],
    }),
  ),
  endsOn: detail(
    CalendarDay({
      description: 'The last day: nothing is due after it, and the status becomes cancelled.',
      examples: ['2027-06-15'],
      alsoCalled: ['enddate', 'end', 'ends', 'endson', 'cancelledon', 'cancellationdate', 'expires', 'expireson'],
    }),
  ),
  cancelBefore: detail(
    CalendarDay({
      description: 'The last day to give notice. Once it is past, noticeBy follows from the term.',
      examples: ['2027-05-15'],
      alsoCalled: ['cancelby', 'noticedate', 'canceldeadline'],
    }),
  ),
  termEndsOn: detail(
    CalendarDay({
      description: 'The last day of the present term.',
      examples: ['2027-06-15'],
      alsoCalled: [
        'termend',
        'termends',
        'termenddate',
        'contractend',
        'contractends',
        'contractendson',
        'contractenddate',
      ],
    }),
  ),
  termMonths: detail(
    WholeNumber({
      ...limits.termMonths,
      description: 'The months by which it renews; null: not at all.',
      examples: [12],
      alsoCalled: ['term', 'termlength', 'terminmonths', 'contractmonths', 'renewalmonths', 'minimumterm'],
    }),
  ),
  noticePeriod: detail(
    Type.Unsafe<NoticePeriod>(
      Duration({
        properties: durationProperties(limits.noticePeriod.maximum, named('NoticeUnit', Choice(noticeUnits))),
        description:
          'How long before termEndsOn to give notice. Without that day, noticeBy stays null: ask the user for it.',
        examples: [{ count: 1, unit: 'months' }],
        alsoCalled: ['notice', 'periodofnotice', 'cancellationperiod', 'cancellationnotice'],
      }),
    ),
  ),
  keepThrough: detail(
    CalendarDay({
      description: 'The end of the last term to keep. noticeBy is for a term that ends later.',
      examples: ['2026-06-15'],
      alsoCalled: ['keep', 'keepuntil', 'keeptill', 'kept', 'keptthrough', 'keptuntil'],
    }),
  ),
  anchorDay: detail(
    WholeNumber({
      ...limits.anchorDay,
      description: 'The day of the month of payments in periods of months; null: as in lastPaymentDate.',
      examples: [31],
      alsoCalled: ['dayofmonth', 'billingday', 'paymentday', 'dueday', 'anchor'],
    }),
  ),
  autoRenew: detail(
    Flag({
      description: 'Whether due payments are recorded automatically; null: as the owner prefers.',
      examples: [true],
      alsoCalled: ['autorenewal', 'autopay', 'renewautomatically', 'automatic'],
    }),
  ),
  everyMonths: detail(
    WholeNumber({
      ...limits.everyMonths,
      description:
        'Makes a custom period exactly so many calendar months: 3 for quarterly. A new period or customDate clears it.',
      examples: [3],
      alsoCalled: ['months', 'everynmonths', 'intervalmonths', 'monthinterval', 'monthcount', 'numberofmonths'],
    }),
  ),
  priceSteps: detail(
    PriceStepList({
      ...listOfSteps,
      description:
        'Planned prices: what payments cost that are due on from or later. On that day it becomes the amount.',
      examples: [[{ from: '2027-06-01', amount: 17.99 }]],
      alsoCalled: ['pricestep', 'pricechange', 'pricechanges', 'plannedprices', 'futureprices', 'newprice'],
    }),
  ),
  amountVaries: detail(
    Flag({
      description: 'Whether each payment has another amount: coming ones are then estimated; null: no.',
      examples: [false],
      alsoCalled: ['variable', 'variableamount', 'varies', 'isvariable', 'estimated'],
    }),
  ),
});

/** What a client sends to change details; each has passed its own check. */
export type DetailsPatch = Static<typeof DetailFields>;

/** The name of a detail that a client may write. */
export type DetailField = keyof DetailsPatch;

/** The names of the details, in the order of answers and checks. */
export const detailNames = Object.keys(DetailFields.properties) as readonly DetailField[];

/** The details as they are stored, without what follows from them and the current day: null, or an empty list, where there is no value. */
export const Details = Type.Object(
  { ...answeredOf(DetailFields), tags: LabelList(listOfTags), priceSteps: PriceStepList(listOfSteps) },
  { additionalProperties: false },
);

/** The details of a subscription as answers have them, always whole. */
export const DetailsView = named(
  'Details',
  Type.Object(
    {
      ...Details.properties,
      // It follows from the current day too, so it may change without a write: entity tags know it by its name.
      noticeBy: nullable(
        CalendarDay({
          description: 'The last day on which notice is in time: cancelBefore until it is past, then by the term.',
          examples: ['2027-05-15'],
        }),
      ),
      earlierPrices: Type.Optional(
        Type.Array(
          Type.Object(
            { until: CalendarDay(), amount: priceStepItems.properties.amount },
            { additionalProperties: false },
          ),
          {
            description: 'What payments cost that were due before until, on which day a planned price came.',
          },
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

/** The details of a subscription in an audit entry. */
export const RecordedDetails = named(
  'RecordedDetails',
  Type.Partial(Details, {
    additionalProperties: false,
    description: 'Entries of older versions lack the details that they did not know.',
  }),
);

export type Details = Static<typeof Details>;
export type DetailsView = Static<typeof DetailsView>;
