import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Currencies } from '../../../core/billing/currencies.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { nullable } from '../../../core/fields/define.ts';
import { Choice, PlainInteger, recordedCurrency } from '../../../core/fields/fieldTypes.ts';
import { QueryAmount } from '../../../core/fields/moneyTypes.ts';
import { alsoMark, asParameter, named } from '../../../core/fields/schemaMarks.ts';
import { access, reads, type AccessServices } from '../../../core/http/access.ts';
import { day, exactly, instant, isEstimate, money, uuid } from '../../../core/http/openapi/components.ts';
import { answers, forReading, inToolset } from '../../../core/http/openapi/detail.ts';
import { answerWith } from '../../../core/http/openapi/words.ts';
import { ReportAnswer } from '../../../core/http/responses/answers.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { currencyOf, exampleSubscription, Subscription, without } from '../../subscriptions/model.ts';
import { idsIn } from '../../subscriptions/store/without.ts';
import { budget, setAside } from '../reads.ts';

const { name, amount, currency } = Subscription.properties;
const { id, currency: usd } = exampleSubscription;
const month = Type.String({ pattern: '^\\d{4}-\\d{2}$' });
const exampleAsOf = '2026-06-16T08:00:00.000Z';

const Budget = named(
  'Budget',
  nullable(
    Type.Object(
      {
        amount,
        currency: recordedCurrency,
        months: Type.Array(exactly({ month, total: money, over: Type.Boolean() }), { minItems: 1, maxItems: 12 }),
        missing: Type.Array(recordedCurrency, { description: 'The currencies whose payments are in no total.' }),
      },
      { additionalProperties: false, description: 'Null without a budget.' },
    ),
  ),
);

const SetAside = named(
  'SetAside',
  exactly({
    asOf: instant,
    byCurrency: Type.Array(
      exactly({
        currency,
        monthly: { ...money, description: 'What to put aside on the first of each of the months.' },
        isEstimate,
        currencies: Type.Optional(
          Type.Array(recordedCurrency, { description: 'Only with currency: those of which this is the plan.' }),
        ),
        start: { ...money, description: 'What is in the pot today.' },
        soon: exactly(
          { payments: Type.Integer({ minimum: 0 }), total: money, isEstimate },
          { description: 'What is due before the first of the next month. The pot does not pay it.' },
        ),
        months: Type.Array(
          exactly({
            month,
            due: money,
            pot: { ...money, description: 'What is left at the end of the month.' },
            isEstimate,
          }),
          { maxItems: 36 },
        ),
        largest: Type.Optional(
          exactly(
            { date: day, subscriptionId: uuid, name, amount: money, isEstimate },
            { description: 'Only with include=largest: the largest payment of these months.' },
          ),
        ),
      }),
    ),
  }),
);

const setAsideQueryOf = (currencies: Currencies) =>
  Type.Object(
    {
      months: PlainInteger({
        minimum: 1,
        maximum: 36,
        default: 12,
        description: 'The number of whole months, from the next one on.',
      }),
      start: Type.Optional(QueryAmount({ description: 'What is in the pot of each currency today. Default: 0.' })),
      currency: Type.Optional(
        asParameter(
          { ...currencyOf(currencies), [alsoMark]: currencies.kept },
          'One plan in this currency for all that have an exchange rate. Default: a plan for each.',
        ),
      ),
      include: Type.Optional(
        asParameter(
          named('SetAsideInclude', Choice(['largest'])),
          'With largest, each currency has the largest payment of these months.',
        ),
      ),
      without,
    },
    { additionalProperties: false },
  );

/** The reports with which a household plans its months: its budget, and what to set aside. */
export const planningRoutes = (services: RouteOptions & AccessServices & { readonly currencies: Currencies }) => {
  const { store, clock, timeZone, currencies } = services;
  const now = () => {
    const asOf = instantOf(clock);
    return { asOf, today: dayOfInstant(asOf, timeZone) };
  };
  return new Elysia({
    prefix: '/api/v1/analytics',
    tags: ['Analytics'],
    detail: inToolset('reports'),
    normalize: false,
  })
    .use(access(services))
    .get(
      '/budget',
      ({ call, caller, query: { without: left } }) => {
        const options = { today: now().today, without: idsIn(left) };
        return new ReportAnswer(call, { budget: budget(store, caller.ownerId, options) });
      },
      {
        ...reads('read', Type.Object({ without }, { additionalProperties: false })),
        detail: {
          operationId: 'getBudget',
          summary: 'Compare the coming months with the budget',
          description:
            'The payments of the rest of this month and of the eleven months after it, beside the monthly budget of the preferences.\n\nIn the currency of the budget, at the exchange rates of the owner: currencies with payments, but without a rate, are in missing. Overdue payments are left out.',
          ...forReading({
            useWhen: 'The user asks whether a coming month exceeds the budget.',
            doNotUseWhen: 'You want to change the budget: updatePreferences.',
          }),
          ...answers(
            answerWith('BudgetAnswer', { budget: Budget }, 'The months, or null without a budget.', {
              budget: {
                amount: 400,
                currency: usd,
                months: [{ month: '2026-06', total: 15.99, over: false }],
                missing: [],
              },
            }),
          ),
        },
      },
    )
    .get(
      '/set-aside',
      ({ call, caller, query: { months, start = '0', currency: into, include, without: left } }) => {
        const at = now();
        const options = {
          months,
          start: Number(start),
          withLargest: include === 'largest',
          currency: into,
          without: idsIn(left),
        };
        return new ReportAnswer(call, { setAside: setAside(store, caller.ownerId, at, options) }, at.asOf);
      },
      {
        ...reads('read', setAsideQueryOf(currencies)),
        detail: {
          operationId: 'getSetAside',
          summary: 'Plan what to set aside each month',
          description:
            'The least level sum that, put aside on the first of each coming month, covers all payments that are not monthly; and the pot at the end of each.\n\nOf active subscriptions, by currency, or in one. What is due before the first of the next month is in soon. Overdue payments are left out.',
          ...forReading({
            useWhen: 'The user asks what to save each month for yearly and other rare payments.',
            doNotUseWhen: 'You need averages: use getSpendSummary.',
          }),
          ...answers(
            answerWith('SetAsideAnswer', { setAside: SetAside }, 'What to set aside, by currency.', {
              setAside: {
                asOf: exampleAsOf,
                byCurrency: [
                  {
                    currency: usd,
                    monthly: 60,
                    start: 0,
                    soon: { payments: 0, total: 0 },
                    months: [
                      { month: '2026-07', due: 0, pot: 60 },
                      { month: '2026-08', due: 120, pot: 0 },
                    ],
                    largest: { date: '2026-08-20', subscriptionId: id, name: 'Car insurance', amount: 120 },
                  },
                ],
              },
            }),
          ),
        },
      },
    );
};
