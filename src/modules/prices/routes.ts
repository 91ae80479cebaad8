import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { amountOf } from '../../core/billing/money.ts';
import { viewRange } from '../payments/rules/estimates.ts';
import type { UnusualPaymentOf } from '../payments/store/pastPayments.ts';
import type { Store } from '../store.ts';
import { compareText } from '../../core/text/text.ts';
import { instantBefore, storedInstantFromDay } from '../../core/billing/instants.ts';
import { DayOrInstant, recordedCurrency } from '../../core/fields/fieldTypes.ts';
import type { Page, Paged } from '../../core/database/page.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, reads, type AccessServices } from '../../core/http/access.ts';
import { day, exactly, instant, money, uuid } from '../../core/http/openapi/components.ts';
import { answerWith, pageOf } from '../../core/http/openapi/words.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { instantOf } from '../../core/runtime/system.ts';
import { exampleSubscription, Subscription, SubscriptionPath, without } from '../subscriptions/model.ts';
import { idsIn } from '../subscriptions/store/without.ts';
import { subscriptionNotFound } from '../subscriptions/errors.ts';
import { changePercent, type PriceEntry as PricePast } from './rules.ts';
import type { PriceChange as PriceMove } from './store.ts';
import { PageAnswer, ReportAnswer } from '../../core/http/responses/answers.ts';
import { pageParameters } from '../../core/fields/queries.ts';
import { answers, forReading, inToolset } from '../../core/http/openapi/detail.ts';

const daysShown = 365;

const PriceChangesQuery = Type.Object(
  {
    ...pageParameters,
    since: Type.Optional(
      DayOrInstant({ description: 'Only changes from this day or date-time on. Default: 365 days before now.' }),
    ),
    without,
  },
  { additionalProperties: false },
);

const price = {
  since: instant,
  amount: money,
  currency: recordedCurrency,
  period: Subscription.properties.period,
  customDate: Type.Optional(Subscription.properties.customDate),
  everyMonths: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 60, description: 'The interval in months; customDate does not count then.' }),
  ),
  changePercent: Type.Optional(
    Type.Number({ format: 'double', description: 'Two decimals; absent without an earlier amount above 0.' }),
  ),
};

const PriceEntry = named('PriceEntry', exactly(price));

const unusual = Type.Optional(
  exactly(
    {
      dueOn: day,
      low: money,
      high: money,
      isYearBefore: Type.Boolean({ description: 'Whether previousAmount is that of the same month a year before.' }),
    },
    {
      description:
        'Of a payment outside the range of the 12 before it, where the amount varies: since is its day, previousAmount what was expected.',
    },
  ),
);

const PriceChange = named(
  'PriceChange',
  exactly({ subscriptionId: uuid, name: Type.String(), previousAmount: money, ...price, unusual }),
);

const { id, name, amount, currency, period, createdAt } = exampleSubscription;
const raised = { since: '2026-09-01T08:00:00.000Z', amount: 17.99, currency, period, changePercent: 12.51 };

/** The operations on prices in the past: those of one subscription, and the changes of all. */
export const priceRoutes = (services: RouteOptions & AccessServices) => {
  const { store, clock, timeZone } = services;
  return new Elysia({ prefix: '/api/v1', normalize: false })
    .use(access(services))
    .get(
      '/subscriptions/:id/prices',
      ({ call, caller, params }) => {
        if (store.subscriptions.findView(caller.ownerId, params.id) === undefined) throw subscriptionNotFound();
        return new ReportAnswer(call, { prices: store.prices.history(caller.ownerId, params.id).map(viewPrice) });
      },
      {
        ...reads('read'),
        params: SubscriptionPath,
        detail: {
          operationId: 'listPrices',
          tags: ['Subscriptions'],
          summary: 'List the prices of a subscription',
          description:
            'What it has cost since when, newest first. A price that was reverted is not listed.\n\nThere is an entry for the creation and for each change of amount, currency or billing period. changePercent compares with the next older entry of the same currency and period.',
          ...inToolset('subscriptions'),
          ...forReading({
            useWhen: 'The user asks how one price has changed.',
            doNotUseWhen: 'You need the present price: read the subscription.',
          }),
          ...answers(
            answerWith('PricesAnswer', { prices: Type.Array(PriceEntry) }, 'The prices.', {
              prices: [raised, { since: createdAt, amount, currency, period }],
            }),
            'subscription_not_found',
          ),
        },
      },
    )
    .get(
      '/analytics/price-changes',
      ({ call, caller, query: { since, without: left, ...page } }) => {
        const from =
          since === undefined ? instantBefore(instantOf(clock), daysShown) : storedInstantFromDay(since, timeZone);
        return new PageAnswer(
          call,
          shownPage(changesSince(store, caller.ownerId, { from, timeZone, left: idsIn(left) }), page),
          page,
        );
      },
      {
        ...reads('read', PriceChangesQuery),
        detail: {
          operationId: 'listPriceChanges',
          tags: ['Analytics'],
          summary: 'List price changes',
          description:
            'What has become dearer or cheaper since a day or date-time, newest first: changes of the amount in the same currency and period, and unusual payments of amounts that vary.\n\nA change that was reverted is not listed, and neither are those of deleted subscriptions.',
          ...inToolset('reports'),
          ...forReading({
            useWhen: 'The user asks what became more expensive.',
            doNotUseWhen: 'You want the prices of one: listPrices.',
          }),
          ...answers(
            pageOf('PriceChangesPage', PriceChange, 'One page of changes.', [
              { subscriptionId: id, name, previousAmount: amount, ...raised },
            ]),
          ),
        },
      },
    );
};

function viewPrice({ since, price: present, previousAmount }: PricePast) {
  // JSON leaves out what is undefined.
  const percent = previousAmount === undefined ? undefined : changePercent(previousAmount, present.amount);
  return { since, ...present, changePercent: percent };
}

/** The changes of prices and the unusual payments since an instant, ISO 8601 UTC, newest first. */
function changesSince(
  { prices, pastPayments }: Store,
  ownerId: number,
  { from, timeZone, left }: { from: string; timeZone: string; left: readonly string[] },
) {
  const moves = prices.changesSince(ownerId, from, left).map(viewMove);
  const unusualOnes = pastPayments
    .unusual(ownerId, left)
    .map((one) => viewUnusual(one, timeZone))
    .filter((one) => one.since >= from);
  return [...moves, ...unusualOnes].sort((one, other) => compareText(other.since, one.since));
}

function viewMove(move: PriceMove) {
  const { since, ...present } = viewPrice(move);
  const { subscriptionId, name: ofSubscription, previousAmount } = move;
  return { subscriptionId, name: ofSubscription, since, previousAmount, ...present };
}

function viewUnusual({ payment, subscription, range, ...expected }: UnusualPaymentOf, timeZone: string) {
  const {
    id: subscriptionId,
    name: ofSubscription,
    currency: of,
    period: every,
    customDays,
    everyMonths,
  } = subscription;
  const [previousAmount, paid] = [amountOf(expected.expectedHundredths), amountOf(payment.amountHundredths)];
  return {
    subscriptionId,
    name: ofSubscription,
    since: storedInstantFromDay(payment.paidOn, timeZone),
    previousAmount,
    amount: paid,
    currency: of,
    period: every,
    ...(customDays !== null && { customDate: String(customDays) }),
    ...(everyMonths !== null && { everyMonths }),
    changePercent: changePercent(previousAmount, paid),
    unusual: { dueOn: payment.dueOn, ...viewRange(range), isYearBefore: expected.isYearBefore },
  };
}

function shownPage(changes: readonly object[], { limit, offset }: Page): Paged<string> {
  const shown = changes.slice(offset, offset + limit).map((change) => JSON.stringify(change));
  return { items: shown, hasMore: changes.length > offset + limit };
}
