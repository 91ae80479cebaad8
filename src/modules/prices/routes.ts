import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { instantBefore, storedInstantFromDay } from '../../core/billing/instants.ts';
import { DayOrInstant, recordedCurrency } from '../../core/fields/fieldTypes.ts';
import type { Page, Paged } from '../../core/database/page.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, reads, type AccessServices } from '../../core/http/access.ts';
import { exactly, instant, money, uuid } from '../../core/http/openapi/components.ts';
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

const PriceChange = named(
  'PriceChange',
  exactly({ subscriptionId: uuid, name: Type.String(), previousAmount: money, ...price }),
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
        const changes = store.prices.changesSince(caller.ownerId, from, idsIn(left));
        return new PageAnswer(call, shownChanges(changes, page), page);
      },
      {
        ...reads('read', PriceChangesQuery),
        detail: {
          operationId: 'listPriceChanges',
          tags: ['Analytics'],
          summary: 'List price changes',
          description:
            'What has become dearer or cheaper since a day or date-time, newest first: changes of the amount in the same currency and period.\n\nA change that was reverted is not listed, and neither are those of deleted subscriptions.',
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

function shownChanges(changes: readonly PriceMove[], { limit, offset }: Page): Paged<string> {
  const shown = changes.slice(offset, offset + limit).map((change) => {
    const { since, ...present } = viewPrice(change);
    const { subscriptionId, name: ofSubscription, previousAmount } = change;
    return JSON.stringify({ subscriptionId, name: ofSubscription, since, previousAmount, ...present });
  });
  return { items: shown, hasMore: changes.length > offset + limit };
}
