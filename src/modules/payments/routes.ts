import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../core/billing/days.ts';
import { CalendarDay, Choice, Uuid } from '../../core/fields/fieldTypes.ts';
import { asParameter, named } from '../../core/fields/schemaMarks.ts';
import { access, reads, writes, type AccessServices } from '../../core/http/access.ts';
import { day, exactly, totalsByCurrency as totalsOf, uuid } from '../../core/http/openapi/components.ts';
import { inToolset, answers, forReading, noTool, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { answerWith } from '../../core/http/openapi/words.ts';
import { answersOf } from '../../core/http/openapi/writeWords.ts';
import { type DayRange, refuseReversed } from '../../core/http/pipeline/dayRange.ts';
import {
  deletedAnswer,
  storedAnswer,
  PageAnswer,
  RecordAnswer,
  ReportAnswer,
} from '../../core/http/responses/answers.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { instantOf } from '../../core/runtime/system.ts';
import { refusePaidTooLate } from '../subscriptions/routes/renewals.ts';
import { exampleSubscription, subscriptionId as idOfSubscription, without } from '../subscriptions/model.ts';
import { paymentErrorOf, paymentRevertWords } from './errors.ts';
import { idsIn } from '../subscriptions/store/without.ts';
import { PaymentPatch, paymentRecords, PaymentView } from './model.ts';
import { subscriptionsOfSpentMax, sumSpent } from './rules/spent.ts';
import { pageParameters } from '../../core/fields/queries.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';
import { revertiblePaymentFields } from './rules/revert.ts';

const { Path, notFound } = paymentRecords;

const PaymentQuery = Type.Object(
  {
    from: Type.Optional(CalendarDay({ description: 'The first day of payment.' })),
    to: Type.Optional(CalendarDay({ description: 'The last day of payment.' })),
    subscriptionId: Type.Optional(
      Uuid({ description: 'Only the payments of this subscription.', 'x-of': idOfSubscription }),
    ),
    without,
  },
  { additionalProperties: false },
);

const PaymentListQuery = Type.Object(
  { ...pageParameters, ...PaymentQuery.properties },
  { additionalProperties: false },
);

const SpentQuery = Type.Object(
  {
    ...PaymentQuery.properties,
    include: Type.Optional(
      asParameter(
        named('SpentInclude', Choice(['categories'])),
        'With categories, each month has its sums by category.',
      ),
    ),
  },
  { additionalProperties: false },
);

const totals = totalsOf();
const categoryTotals = Type.Array(exactly({ category: Type.String(), totalsByCurrency: totals }));

const Spent = named(
  'Spent',
  exactly({
    from: day,
    to: day,
    totalsByCurrency: totals,
    byCategory: categoryTotals,
    byMonth: Type.Array(
      exactly({
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
        totalsByCurrency: totals,
        byCategory: Type.Optional(categoryTotals),
      }),
    ),
    bySubscription: Type.Array(
      exactly({
        subscriptionId: uuid,
        name: Type.String(),
        payments: Type.Integer({ minimum: 1 }),
        totalsByCurrency: totals,
      }),
      { maxItems: subscriptionsOfSpentMax, description: 'The highest first.' },
    ),
  }),
);

const { id: subscriptionId, name, category, amount, currency } = exampleSubscription;
const totalsByCurrency = { [currency]: amount };
const [exampleId] = PaymentView.properties.id.examples;
const examplePayment = {
  id: exampleId,
  subscriptionId,
  dueOn: '2026-07-15',
  paidOn: '2026-07-15',
  amount,
  currency,
  source: 'manual',
};

const records = answersOf('Payment', PaymentView, examplePayment, paymentRecords);

/** What the document says of payments made. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Payments', description: 'Payments made, and what was spent.' }],
  revertibleFields: revertiblePaymentFields,
  errorExamples: paymentRecords.errorExample,
});

/** What is said of reverts that are refused. */
export const revertWords = { payment: paymentRevertWords };

/** The operations on payments made: list, sum, get, correct, remove. */
export const routes = (services: RouteOptions & AccessServices) => {
  const { store, clock, timeZone } = services;
  const today = () => dayOfInstant(instantOf(clock), timeZone);
  return new Elysia({ prefix: '/api/v1', tags: ['Payments'], detail: inToolset('payments'), normalize: false })
    .use(access(services))
    .get(
      '/payments',
      ({ call, caller, query: { limit, offset, subscriptionId: of, without: left, ...days } }) => {
        const page = { limit, offset };
        const filters = { ...days, ...ofSubscription(of), without: idsIn(left) };
        return new PageAnswer(call, store.payments.list(caller.ownerId, filters, page), page);
      },
      {
        scope: 'read',
        beforeHandle: refuseReversed,
        quota: true,
        query: PaymentListQuery,
        detail: {
          operationId: 'listPayments',
          summary: 'List the payments made',
          description: 'Lists the payments made, newest first.\n\nPayments of deleted subscriptions are not in it.',
          ...forReading({
            useWhen: 'The user asks what was paid, and when.',
            doNotUseWhen: 'You want totals, or what is due.',
          }),
          ...records.listed(),
        },
      },
    )
    .get(
      '/analytics/spent',
      ({ call, caller, query }) => {
        const { subscriptionId: of, without: left } = query;
        const filters = { ...spentDays(query, today()), ...ofSubscription(of), without: idsIn(left) };
        const days = { ...filters, withCategories: query.include === 'categories' };
        return new ReportAnswer(call, { spent: sumSpent(days, store.payments.spent(caller.ownerId, filters)) });
      },
      {
        scope: 'read',
        beforeHandle({ query }) {
          refuseReversed({ query: spentDays(query, today()) });
        },
        quota: true,
        query: SpentQuery,
        detail: {
          operationId: 'getSpent',
          summary: 'Sum the payments made',
          description:
            'Sums the payments made from one day to another, by default this year so far.\n\nBy the present category of the subscription, by name; by month; and by subscription, the 100 highest first. Months and currencies without a payment are left out.',
          ...forReading({
            useWhen: 'The user asks what was really spent.',
            doNotUseWhen: 'The user asks what subscriptions cost: getSpendSummary.',
          }),
          ...answers(
            answerWith('SpentAnswer', { spent: Spent }, 'The sums.', {
              spent: {
                from: '2026-01-01',
                to: '2026-07-20',
                totalsByCurrency,
                byCategory: [{ category, totalsByCurrency }],
                byMonth: [{ month: '2026-07', totalsByCurrency }],
                bySubscription: [{ subscriptionId, name, payments: 1, totalsByCurrency }],
              },
            }),
          ),
        },
      },
    )
    .get(
      '/payments/:id',
      ({ call, caller, params }) =>
        new RecordAnswer(call, store.payments.findView(caller.ownerId, params.id), notFound),
      {
        ...reads('read'),
        params: Path,
        detail: {
          operationId: 'getPayment',
          summary: 'Get a payment',
          description: 'Reads one payment.\n\nOne that was removed, or whose renewal is reverted, is not found.',
          // Agents have listPayments, and each tool takes space in every conversation.
          ...noTool,
          ...forReading({
            useWhen: 'You know the id and need the present state.',
            doNotUseWhen: 'You do not know the id: list the payments.',
          }),
          ...records.read(),
        },
      },
    )
    .patch(
      '/payments/:id',
      async ({ call, write, params, body }) => {
        const correction = { paymentId: params.id, patch: body, today: today() };
        const result = await write({ kind: 'payment.update', ...correction });
        return storedAnswer(call, result, paymentErrorOf);
      },
      {
        ...writes('write', 'json'),
        beforeHandle({ body }) {
          refusePaidTooLate(body, today());
        },
        params: Path,
        body: PaymentPatch,
        detail: {
          operationId: 'updatePayment',
          summary: 'Correct a payment',
          description:
            'Changes the day or the amount of a payment made. The dates and the price of the subscription stay.\n\nThe day has the range that it has in a renewal. It can be reverted.',
          // Seldom needed: what every client lists has no room for it.
          ...inToolset('corrections'),
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed what was really paid, or when.',
            doNotUseWhen: 'The price is wrong: update it.',
          }),
          ...records.changed(),
        },
      },
    )
    .delete(
      '/payments/:id',
      async ({ call, write, params }) =>
        deletedAnswer(call, await write({ kind: 'payment.delete', paymentId: params.id }), paymentErrorOf),
      {
        ...writes('write', 'ignored'),
        params: Path,
        detail: {
          operationId: 'deletePayment',
          summary: 'Remove a payment',
          description:
            'Removes a payment made from lists and sums. The dates of the subscription stay.\n\nIt can be reverted. To make the payment due again, revert its renewal instead.',
          ...inToolset('corrections'),
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed that it was never paid.',
            doNotUseWhen: 'It is due again: revert the renewal (revertAuditEntry).',
          }),
          ...records.deleted(),
        },
      },
    );
};

function ofSubscription(id: string | undefined): { readonly subscriptionId?: string } {
  return id === undefined ? {} : { subscriptionId: id.toLowerCase() };
}

/** The days of the report: by default from the beginning of the year of the last day, and until today. */
function spentDays({ from, to }: DayRange, today: string): Required<DayRange> {
  const last = to ?? today;
  return { from: from ?? `${last.slice(0, 4)}-01-01`, to: last };
}
