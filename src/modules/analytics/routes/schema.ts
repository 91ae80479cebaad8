import { Type } from '@sinclair/typebox';
import { deadlineKinds, usualDeadlineDays } from '../rules/deadlines.ts';
import {
  AmountRange,
  day,
  exactly,
  instant,
  isEstimate,
  money,
  paginationUpTo,
  totalsByCurrency,
  uuid,
} from '../../../core/http/openapi/components.ts';
import { CalendarDay, Choice, PlainInteger } from '../../../core/fields/fieldTypes.ts';
import { priceStepItems } from '../../../core/fields/priceSteps.ts';
import { asParameter, named } from '../../../core/fields/schemaMarks.ts';
import { addSynonyms } from '../../../core/fields/suggestions.ts';
import { missedDaysMax } from '../rules/paymentsToCome.ts';
import { Subscription, without } from '../../subscriptions/model.ts';
import { pageParametersUpTo } from '../../../core/fields/queries.ts';

addSynonyms({ horizonDays: ['days', 'horizon'], days: ['horizondays', 'horizon', 'daysahead', 'within'] });

/** The query of the spend summary. */
export const SummaryQuery = Type.Object(
  {
    horizonDays: PlainInteger({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'The number of days ahead in which renewals are listed.',
    }),
    include: Type.Optional(
      asParameter(
        named('SummaryInclude', Choice(['yearly'])),
        'With yearly, each category has its yearly totals, too.',
      ),
    ),
    without,
  },
  { additionalProperties: false },
);

/** The query of the payments to come. */
export const PaymentsQuery = Type.Object(
  {
    from: Type.Optional(CalendarDay({ description: 'The first day; today by default.' })),
    to: Type.Optional(
      CalendarDay({ description: 'The last day, at most 1100 days after from; 30 days after it by default.' }),
    ),
    include: Type.Optional(
      asParameter(
        named('PaymentsInclude', Choice(['deadlines', 'all'])),
        'With deadlines, the answer also has those of the next 45 days: see listDeadlines. With all, also each previousAmount.',
      ),
    ),
    without,
    ...pageParametersUpTo(1000, 100),
  },
  { additionalProperties: false },
);

/** The query of the duplicates. */
export const DuplicatesQuery = Type.Object(
  {
    include: Type.Optional(
      asParameter(
        named('DuplicatesInclude', Choice(['records'])),
        'With records, each group also has its subscriptions whole, with their details.',
      ),
    ),
    without,
  },
  { additionalProperties: false },
);

/** The query of possible savings. */
export const OptimizationsQuery = Type.Object({ without }, { additionalProperties: false });

/** The query of the forecast. */
export const ForecastQuery = Type.Object(
  {
    months: PlainInteger({
      minimum: 1,
      maximum: 36,
      default: 12,
      description: 'The number of months, the rest of this month included.',
    }),
    without,
  },
  { additionalProperties: false },
);

/** The query of the deadlines. */
export const DeadlinesQuery = Type.Object(
  {
    days: PlainInteger({ minimum: 1, maximum: 400, default: usualDeadlineDays, description: 'The days ahead.' }),
    without,
  },
  { additionalProperties: false },
);

const { name, category, amount, currency, period, status } = Subscription.properties;
const totals = totalsByCurrency('A total for each currency code.');
const nameAndCurrency = { id: uuid, name: Type.String(), currency };

const payment = {
  date: day,
  subscriptionId: uuid,
  name,
  category,
  amount,
  currency,
  period,
  customDate: Type.Optional(Type.String({ description: 'The interval in days, of a custom period.' })),
  everyMonths: Type.Optional(
    Type.Integer({ description: 'The interval in months, where it takes the place of days.' }),
  ),
  previousAmount: Type.Optional({
    ...money,
    description: 'Only with include=all, of the next payment: the amount of the last one, if it was another.',
  }),
  nextPrice: Type.Optional(
    exactly(priceStepItems.properties, { description: 'The planned price that follows, if there is one.' }),
  ),
  isEstimate,
  range: Type.Optional(AmountRange),
};

/** A deadline. */
export const Deadline = named(
  'Deadline',
  exactly({
    kind: named('DeadlineKind', Choice(deadlineKinds)),
    date: Type.String({ format: 'date', description: 'The last day; of a price the first one.' }),
    daysLeft: Type.Integer({ minimum: 0, description: '0 is today.' }),
    subscriptionId: uuid,
    name,
    amount,
    currency,
    period,
    yearlyCost: Type.Number({ format: 'double', description: 'What a year costs after it, by planned prices.' }),
    termEndsOn: Type.Optional(
      Type.String({
        format: 'date',
        description: 'The end of the term to give notice for, unless the day is a cancelBefore.',
      }),
    ),
    difference: Type.Optional(
      Type.Number({ format: 'double', description: 'Of a price: how much more it costs in a year from that day on.' }),
    ),
  }),
);

/** The members of the answer about payments to come. */
export const upcomingPayments = {
  payments: Type.Array(named('UpcomingPayment', exactly(payment)), { maxItems: 1000 }),
  overdue: Type.Array(
    named(
      'OverduePayment',
      exactly({
        ...payment,
        daysOverdue: Type.Integer({ minimum: 1 }),
        missedPayments: Type.Integer({ minimum: 1, description: 'The payments due before today.' }),
        missedOn: Type.Array(day, { minItems: 1, maxItems: missedDaysMax, description: 'Their days, the first 100.' }),
        missedAmounts: Type.Optional(
          Type.Array(money, { maxItems: missedDaysMax, description: 'Only where they differ: what those days cost.' }),
        ),
        missedTotal: Type.Optional({ ...money, description: 'With missedAmounts: what all missed payments cost.' }),
      }),
    ),
    { maxItems: 1000, description: 'The oldest; not in the totals.' },
  ),
  overdueTotal: Type.Integer({ minimum: 0, description: 'How many are overdue; more than listed when over 1000.' }),
  totalsByCurrency: totals,
  from: day,
  to: day,
  pagination: paginationUpTo(1000),
  deadlines: Type.Optional(Type.Array(Deadline, { description: 'Only with include.' })),
};

/** The payments of the months ahead. */
export const Forecast = named(
  'Forecast',
  exactly({
    asOf: instant,
    overdue: exactly({ payments: Type.Integer({ minimum: 0 }), totalsByCurrency: totals, isEstimate }),
    months: Type.Array(
      exactly({
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
        payments: Type.Integer({ minimum: 0 }),
        totalsByCurrency: totals,
        byCategory: Type.Array(exactly({ category: Type.String(), totalsByCurrency: totals })),
        isEstimate,
        range: Type.Optional(
          Type.Unsafe({
            type: 'object',
            additionalProperties: AmountRange,
            description: 'With isEstimate, for each currency of an estimate: what its total may be.',
          }),
        ),
      }),
      { minItems: 1, maxItems: 36 },
    ),
  }),
);

/** The spend summary. */
export const SpendSummary = named(
  'SpendSummary',
  exactly({
    asOf: instant,
    horizonDays: Type.Integer({ minimum: 1, maximum: 365 }),
    counts: exactly({
      total: Type.Integer({ minimum: 0 }),
      active: Type.Integer({ minimum: 0 }),
      paused: Type.Integer({ minimum: 0 }),
      cancelled: Type.Integer({ minimum: 0 }),
    }),
    byCurrency: Type.Array(
      exactly({ currency, activeSubscriptions: Type.Integer({ minimum: 1 }), monthlyTotal: money, yearlyTotal: money }),
    ),
    byCategory: Type.Array(
      exactly({
        category: Type.String(),
        activeSubscriptions: Type.Integer({ minimum: 1 }),
        monthlyTotalsByCurrency: totalsByCurrency('A monthly total for each currency code.'),
        yearlyTotalsByCurrency: Type.Optional(totalsByCurrency('Only with include=yearly.')),
      }),
    ),
    upcomingRenewals: Type.Array(
      exactly({
        ...nameAndCurrency,
        category: Type.String(),
        amount: money,
        period,
        nextPaymentDate: day,
        daysUntilRenewal: Type.Integer({ minimum: 0, description: '0 is today.' }),
      }),
    ),
  }),
);

/** Subscriptions with the same name. */
export const DuplicateGroup = named(
  'DuplicateGroup',
  exactly({
    normalizedName: Type.String(),
    subscriptions: Type.Array(exactly({ ...nameAndCurrency, category: Type.String(), amount: money, period, status }), {
      minItems: 2,
    }),
    records: Type.Optional(
      Type.Array(Subscription, { minItems: 2, description: 'The same, whole. Only with include=records.' }),
    ),
  }),
);

/** Possible savings. */
export const Optimizations = named(
  'Optimizations',
  exactly({
    monthlyToAnnual: Type.Array(exactly({ ...nameAndCurrency, monthlyAmount: money, yearlyAtCurrentRate: money })),
    aboveAverageInCurrency: Type.Array(
      exactly({ ...nameAndCurrency, monthlyEquivalent: money, currencyMonthlyAverage: money }),
    ),
  }),
);
