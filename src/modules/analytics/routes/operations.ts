import { Type } from '@sinclair/typebox';
import { exactly, requestId } from '../../../core/http/openapi/components.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { type EntityWords, reading, type Tag, taggedAnswer } from '../../../core/http/openapi/words.ts';
import { exampleSubscription } from '../../subscriptions/model.ts';
import { deadline, duplicateGroup, forecast, optimizations, spendSummary, upcomingPayments } from './answers.ts';

const { id, name, category, amount, currency, period, status, nextPaymentDate } = exampleSubscription;

/** The tag of analytics. */
export const analyticsTag: Tag = {
  name: 'Analytics',
  description: 'Costs, upcoming renewals, duplicates and possible savings.',
};

const operations: EntityWords['operations'] = {
  getSpendSummary: {
    summary: 'Summarise spending',
    description:
      'Counts by status, exact totals of active subscriptions per currency and category, and upcoming renewals. Overdue ones are not included: see listUpcomingPayments.\n\nA monthly figure is a twelfth of the yearly one; a custom period of N days costs 365 / N times its amount a year. When an overdue subscription has been paid, renew it.',
    agent: reading(
      'The user asks what the subscriptions cost a month or a year on average.',
      'You want one month, or what is due: getForecast, listUpcomingPayments.',
    ),
    success: taggedAnswer(named('SummaryAnswer', exactly({ summary: spendSummary, requestId })), 'The summary.', {
      summary: {
        asOf: '2026-06-16T08:00:00.000Z',
        horizonDays: 30,
        counts: { total: 1, active: 1, paused: 0, cancelled: 0 },
        byCurrency: [{ currency, activeSubscriptions: 1, monthlyTotal: 15.99, yearlyTotal: 191.88 }],
        byCategory: [{ category, activeSubscriptions: 1, monthlyTotalsByCurrency: { USD: 15.99 } }],
        upcomingRenewals: [{ id, name, category, amount, currency, period, nextPaymentDate, daysUntilRenewal: 29 }],
      },
    }),
    errors: [],
  },
  findDuplicateSubscriptions: {
    summary: 'Find subscriptions recorded twice',
    description:
      'Groups subscriptions, except cancelled ones, whose names differ only in case, width and white space.\n\nOnly names are compared.',
    agent: reading('The user asks what may be paid twice.', 'You want to remove one: ask the user which to keep.'),
    success: taggedAnswer(
      named('DuplicatesAnswer', exactly({ duplicates: Type.Array(duplicateGroup), requestId })),
      'The groups, the largest first.',
      {
        duplicates: [
          {
            normalizedName: 'netflix',
            subscriptions: [
              { id, name, category, amount, currency, period, status },
              {
                id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79',
                name: 'netflix',
                category,
                amount: 9.99,
                currency,
                period,
                status,
              },
            ],
          },
        ],
      },
    ),
    errors: [],
  },
  getOptimizationSuggestions: {
    summary: 'Find possible savings',
    description:
      'The active monthly subscriptions with their yearly cost, and those that cost more than twice the average of their currency. No discounts are assumed.',
    agent: reading('The user asks where to save.', 'You need a provider’s real annual price.'),
    success: taggedAnswer(
      named('OptimizationsAnswer', exactly({ optimizations, requestId })),
      'The candidates: the monthly ones by currency, each list with the most expensive first.',
      {
        optimizations: {
          monthlyToAnnual: [{ id, name, currency, monthlyAmount: amount, yearlyAtCurrentRate: 191.88 }],
          aboveAverageInCurrency: [{ id, name, currency, monthlyEquivalent: amount, currencyMonthlyAverage: 5.33 }],
        },
      },
    ),
    errors: [],
  },
  listUpcomingPayments: {
    summary: 'List the payments to come',
    description:
      'Each payment due from one day to another, with totals of all pages, and what is overdue.\n\nOf active subscriptions, today or later. Overdue ones are in no total, and on every page.',
    agent: reading(
      'The user asks what must be paid in a time, or what is overdue.',
      'Totals of months are enough: use getForecast.',
    ),
    success: taggedAnswer(
      named('UpcomingPaymentsAnswer', exactly({ ...upcomingPayments, requestId })),
      'The payments, the next first, and the overdue ones, the oldest first.',
      {
        payments: [{ date: nextPaymentDate, subscriptionId: id, name, category, amount, currency, period }],
        overdue: [],
        overdueTotal: 0,
        totalsByCurrency: { USD: 15.99 },
        from: '2026-06-16',
        to: '2026-07-16',
        pagination: { limit: 100, offset: 0, hasMore: false },
      },
    ),
    errors: ['invalid_pagination'],
  },
  getForecast: {
    summary: 'Forecast the payments of each month',
    description:
      'Counts and sums the payments of each month by their due dates, from today; overdue ones apart.\n\nOf active subscriptions: the rest of this month, and the whole months after it. Sums are exact.',
    agent: reading('The user asks what a coming month costs, or several.', 'You need averages: use getSpendSummary.'),
    success: taggedAnswer(named('ForecastAnswer', exactly({ forecast, requestId })), 'The forecast.', {
      forecast: {
        asOf: '2026-06-16T08:00:00.000Z',
        overdue: { payments: 0, totalsByCurrency: {} },
        months: [
          { month: '2026-06', payments: 0, totalsByCurrency: {}, byCategory: [] },
          {
            month: '2026-07',
            payments: 1,
            totalsByCurrency: { USD: 15.99 },
            byCategory: [{ category, totalsByCurrency: { USD: 15.99 } }],
          },
        ],
      },
    }),
    errors: [],
  },
  listDeadlines: {
    summary: 'List the deadlines',
    description:
      'The last days to give notice, of trials and of subscriptions, with the yearly cost.\n\nOf active subscriptions, from today. Notice follows from their details: see noticeBy.',
    agent: reading('The user asks what to cancel or decide soon.', 'You want payments: listUpcomingPayments.'),
    success: taggedAnswer(
      named('DeadlinesAnswer', exactly({ deadlines: Type.Array(deadline), requestId })),
      'The deadlines, the next first.',
      {
        deadlines: [
          {
            kind: 'notice',
            date: '2026-07-15',
            daysLeft: 29,
            subscriptionId: id,
            name,
            amount,
            currency,
            period,
            yearlyCost: 191.88,
            termEndsOn: '2026-08-15',
          },
        ],
      },
    ),
    errors: [],
  },
};

/** What the reports say in the OpenAPI document. */
export const analyticsWords: EntityWords = { tag: analyticsTag, toolset: 'reports', operations };
