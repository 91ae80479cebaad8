import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { access, reads, type AccessServices } from '../../../core/http/access.ts';
import { inToolset, answers, forReading } from '../../../core/http/openapi/detail.ts';
import { answerWith } from '../../../core/http/openapi/words.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { exampleSubscription } from '../../subscriptions/model.ts';
import { idsIn } from '../../subscriptions/store/without.ts';
import { paymentRangeOf } from '../errors.ts';
import { deadlines, duplicates, forecast, optimizations, paymentsToCome, summary } from '../reads.ts';
import {
  Deadline,
  DeadlinesQuery,
  DuplicateGroup,
  DuplicatesQuery,
  Forecast,
  ForecastQuery,
  Optimizations,
  OptimizationsQuery,
  PaymentsQuery,
  SpendSummary,
  SummaryQuery,
  upcomingPayments,
} from './schema.ts';
import { ReportAnswer } from '../../../core/http/responses/answers.ts';
import type { ModuleWords } from '../../../core/http/openapi/words.ts';
import { planningRoutes } from './planning.ts';

const { id, name, category, amount, currency, period, status, nextPaymentDate } = exampleSubscription;
const asOf = '2026-06-16T08:00:00.000Z';
const shown = { id, name, category, amount, currency, period };
const totalsByCurrency = { USD: 15.99 };

/** The reports on all subscriptions of an owner. */
const analyticsRoutes = (services: RouteOptions & AccessServices) => {
  const { store, clock, timeZone, currencies } = services;
  const now = () => {
    const instant = instantOf(clock);
    return { asOf: instant, today: dayOfInstant(instant, timeZone) };
  };
  return new Elysia({
    prefix: '/api/v1/analytics',
    tags: ['Analytics'],
    detail: inToolset('reports'),
    normalize: false,
  })
    .use(access(services))
    .get(
      '/summary',
      ({ call, caller, query: { horizonDays, include, without } }) => {
        const at = now();
        const options = { horizonDays, withYearly: include === 'yearly', without: idsIn(without) };
        return new ReportAnswer(call, { summary: summary(store, caller.ownerId, at, options) }, at.asOf);
      },
      {
        ...reads('read', SummaryQuery),
        detail: {
          operationId: 'getSpendSummary',
          summary: 'Summarise spending',
          description:
            'Counts by status, exact totals of active subscriptions per currency and category, and upcoming renewals. Overdue ones are not included: see listUpcomingPayments.\n\nA monthly figure is a twelfth of the yearly one; a custom period of N days costs 365 / N times its amount a year. When an overdue subscription has been paid, renew it.',
          ...forReading({
            useWhen: 'The user asks what the subscriptions cost a month or a year on average.',
            doNotUseWhen: 'You want one month, or what is due: getForecast, listUpcomingPayments.',
          }),
          ...answers(
            answerWith('SummaryAnswer', { summary: SpendSummary }, 'The summary.', {
              summary: {
                asOf,
                horizonDays: 30,
                counts: { total: 1, active: 1, paused: 0, cancelled: 0 },
                byCurrency: [{ currency, activeSubscriptions: 1, monthlyTotal: 15.99, yearlyTotal: 191.88 }],
                byCategory: [{ category, activeSubscriptions: 1, monthlyTotalsByCurrency: totalsByCurrency }],
                upcomingRenewals: [{ ...shown, nextPaymentDate, daysUntilRenewal: 29 }],
              },
            }),
          ),
        },
      },
    )
    .get(
      '/duplicates',
      ({ call, caller, query: { include, without } }) => {
        const detailsOn = include === 'records' ? now().today : undefined;
        return new ReportAnswer(call, { duplicates: duplicates(store, caller.ownerId, idsIn(without), detailsOn) });
      },
      {
        ...reads('read', DuplicatesQuery),
        detail: {
          operationId: 'findDuplicateSubscriptions',
          summary: 'Find subscriptions recorded twice',
          description:
            'Groups subscriptions, except cancelled ones, whose names differ only in case, width and white space.\n\nOnly names are compared.',
          ...forReading({
            useWhen: 'The user asks what may be paid twice.',
            doNotUseWhen: 'You want to remove one: ask the user which to keep.',
          }),
          ...answers(
            answerWith(
              'DuplicatesAnswer',
              { duplicates: Type.Array(DuplicateGroup) },
              'The groups, the largest first.',
              {
                duplicates: [
                  {
                    normalizedName: 'netflix',
                    subscriptions: [
                      { ...shown, status },
                      { ...shown, id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79', name: 'netflix', amount: 9.99, status },
                    ],
                  },
                ],
              },
            ),
          ),
        },
      },
    )
    .get(
      '/optimizations',
      ({ call, caller, query: { without } }) => {
        const found = optimizations(store, caller.ownerId, currencies.allowed, idsIn(without));
        return new ReportAnswer(call, { optimizations: found });
      },
      {
        ...reads('read', OptimizationsQuery),
        detail: {
          operationId: 'getOptimizationSuggestions',
          summary: 'Find possible savings',
          description:
            'The active monthly subscriptions with their yearly cost, and those that cost more than twice the average of their currency. No discounts are assumed.',
          ...forReading({
            useWhen: 'The user asks where to save.',
            doNotUseWhen: 'You need a provider’s real annual price.',
          }),
          ...answers(
            answerWith(
              'OptimizationsAnswer',
              { optimizations: Optimizations },
              'The candidates: the monthly ones by currency, each list with the most expensive first.',
              {
                optimizations: {
                  monthlyToAnnual: [{ id, name, currency, monthlyAmount: amount, yearlyAtCurrentRate: 191.88 }],
                  aboveAverageInCurrency: [
                    { id, name, currency, monthlyEquivalent: amount, currencyMonthlyAverage: 5.33 },
                  ],
                },
              },
            ),
          ),
        },
      },
    )
    .get(
      '/payments',
      ({ call, caller, query: { limit, offset, include, without, ...days } }) => {
        const { today } = now();
        const range = { ...paymentRangeOf(days, today), today, page: { limit, offset } };
        const options = { include, timeZone, without: idsIn(without) };
        return new ReportAnswer(call, paymentsToCome(store, caller.ownerId, range, options));
      },
      {
        scope: 'read',
        beforeHandle({ query }) {
          paymentRangeOf(query, now().today);
        },
        quota: true,
        query: PaymentsQuery,
        detail: {
          operationId: 'listUpcomingPayments',
          summary: 'List the payments to come',
          description:
            'Each payment due from one day to another, with totals of all pages, and what is overdue.\n\nOf active subscriptions, today or later. Overdue ones are in no total, and on every page.',
          ...forReading({
            useWhen: 'The user asks what must be paid in a time, or what is overdue.',
            doNotUseWhen: 'Totals of months are enough: use getForecast.',
          }),
          ...answers(
            answerWith(
              'UpcomingPaymentsAnswer',
              upcomingPayments,
              'The payments, the next first, and the overdue ones, the oldest first.',
              {
                payments: [{ date: nextPaymentDate, subscriptionId: id, name, category, amount, currency, period }],
                overdue: [],
                overdueTotal: 0,
                totalsByCurrency,
                from: '2026-06-16',
                to: '2026-07-16',
                pagination: { limit: 100, offset: 0, hasMore: false },
              },
            ),
          ),
        },
      },
    )
    .get(
      '/forecast',
      ({ call, caller, query: { months, without } }) => {
        const at = now();
        const found = forecast(store, caller.ownerId, at, months, idsIn(without));
        return new ReportAnswer(call, { forecast: found }, at.asOf);
      },
      {
        ...reads('read', ForecastQuery),
        detail: {
          operationId: 'getForecast',
          summary: 'Forecast the payments of each month',
          description:
            'Counts and sums the payments of each month by their due dates, from today; overdue ones apart.\n\nOf active subscriptions: the rest of this month, and the whole months after it. Sums are exact.',
          ...forReading({
            useWhen: 'The user asks what a coming month costs, or several.',
            doNotUseWhen: 'You need averages: use getSpendSummary.',
          }),
          ...answers(
            answerWith('ForecastAnswer', { forecast: Forecast }, 'The forecast.', {
              forecast: {
                asOf,
                overdue: { payments: 0, totalsByCurrency: {} },
                months: [
                  { month: '2026-06', payments: 0, totalsByCurrency: {}, byCategory: [] },
                  { month: '2026-07', payments: 1, totalsByCurrency, byCategory: [{ category, totalsByCurrency }] },
                ],
              },
            }),
          ),
        },
      },
    )
    .get(
      '/deadlines',
      ({ call, caller, query: { days, without } }) => {
        const options = { today: now().today, days, without: idsIn(without) };
        return new ReportAnswer(call, { deadlines: deadlines(store, caller.ownerId, options) });
      },
      {
        ...reads('read', DeadlinesQuery),
        detail: {
          operationId: 'listDeadlines',
          summary: 'List the deadlines',
          description:
            'The last days to give notice, of trials and of subscriptions, and the days of higher prices, with the yearly cost.\n\nOf active subscriptions, from today. Notice follows from their details: see noticeBy.',
          ...forReading({
            useWhen: 'The user asks what to cancel or decide soon.',
            doNotUseWhen: 'You want payments: listUpcomingPayments.',
          }),
          ...answers(
            answerWith('DeadlinesAnswer', { deadlines: Type.Array(Deadline) }, 'The deadlines, the next first.', {
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
            }),
          ),
        },
      },
    );
};

/** The operations that report on what is recorded. */
export const routes = (services: RouteOptions & AccessServices) => [
  analyticsRoutes(services),
  planningRoutes(services),
];

/** What the document says of reports. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Analytics', description: 'Costs, upcoming renewals, duplicates and possible savings.' }],
});
