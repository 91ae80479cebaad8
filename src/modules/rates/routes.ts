import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Currencies } from '../../core/billing/currencies.ts';
import { dayOfInstant } from '../../core/billing/days.ts';
import { recordedCurrency } from '../../core/fields/fieldTypes.ts';
import { alsoMark, asParameter, named } from '../../core/fields/schemaMarks.ts';
import { access, reads, writes, type AccessServices } from '../../core/http/access.ts';
import { AmountRange, exactly, isEstimate, money } from '../../core/http/openapi/components.ts';
import { answers, forReading, inToolset, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { answerWith } from '../../core/http/openapi/words.ts';
import { answersOf } from '../../core/http/openapi/writeWords.ts';
import { deletedAnswer, RecordAnswer, ReportAnswer, storedAnswer } from '../../core/http/responses/answers.ts';
import { instantOf } from '../../core/runtime/system.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { currencyOf, without } from '../subscriptions/model.ts';
import { idsIn } from '../subscriptions/store/without.ts';
import {
  ratesErrorExamples,
  ratesErrorOf,
  ratesMissing,
  ratesNotFound,
  ratesRevertWords,
  refuseUnfit,
} from './errors.ts';
import { Rates, ratesDraftOf, type RatesDraft } from './model.ts';
import { converted, monthsConverted } from './reads.ts';
import type { StoredRates } from './rules/rates.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';

const exampleRates = { base: 'EUR', source: 'manual', asOf: '2026-06-16', rates: { USD: 1.1642, GBP: 0.8659 } };

const records = answersOf('Rates', Rates, exampleRates, { one: 'exchange rates', missing: 'rates_not_found' });

const convertedQueryOf = (currencies: Currencies) =>
  Type.Object(
    {
      currency: Type.Optional(
        asParameter(
          { ...currencyOf(currencies), [alsoMark]: currencies.kept },
          'The currency of the totals; the base of the rates by default.',
        ),
      ),
      without,
    },
    { additionalProperties: false },
  );

const Converted = named(
  'Converted',
  exactly({
    currency: recordedCurrency,
    source: Rates.properties.source,
    asOf: Rates.properties.asOf,
    monthlyTotal: money,
    yearlyTotal: money,
    spentThisYear: money,
    byCategory: Type.Array(exactly({ category: Type.String(), monthlyTotal: money })),
    months: Type.Array(
      exactly({
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
        total: money,
        isEstimate,
        range: Type.Optional(AmountRange),
      }),
      {
        maxItems: monthsConverted,
      },
    ),
    missing: Type.Array(recordedCurrency, { description: 'Currencies without a rate, which no sum has.' }),
  }),
);

const exampleConverted = {
  currency: 'EUR',
  source: 'manual',
  asOf: '2026-06-16',
  monthlyTotal: 13.73,
  yearlyTotal: 164.82,
  spentThisYear: 82.41,
  byCategory: [{ category: 'Entertainment', monthlyTotal: 13.73 }],
  months: [{ month: '2026-07', total: 13.73 }],
  missing: ['JPY'],
};

/** What the operations on rates are made from. */
interface RatesServices extends RouteOptions, AccessServices {
  /** Whether the server fetches the rates of the European Central Bank; by default it does not. */
  readonly fetchesRates?: boolean;
}

/** What the document says of exchange rates. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Rates', description: 'Exchange rates, and totals in one currency.' }],
  revertibleFields: Object.keys(Rates.properties),
  errorExamples: ratesErrorExamples,
});

/** What is said of reverts that are refused. */
export const revertWords = { rates: ratesRevertWords };

/** The operations on exchange rates, and the totals in one currency. */
export const routes = (services: RatesServices) => {
  const { store, clock, timeZone, currencies, fetchesRates = false } = services;
  const now = () => {
    const instant = instantOf(clock);
    return { asOf: instant, today: dayOfInstant(instant, timeZone) };
  };
  return new Elysia({ prefix: '/api/v1', tags: ['Rates'], detail: inToolset('settings'), normalize: false })
    .use(access(services))
    .get('/rates', ({ call, caller }) => new RecordAnswer(call, store.rates.findView(caller.ownerId), ratesNotFound), {
      ...reads('read'),
      detail: {
        operationId: 'getRates',
        summary: 'Get the exchange rates',
        description: 'Reads the exchange rates that totals in one currency use.',
        ...forReading({
          useWhen: 'The user asks which rates are used, or how old they are.',
          doNotUseWhen: 'You want totals: getConvertedTotals.',
        }),
        ...records.read(),
      },
    })
    .put(
      '/rates',
      async ({ call, write, body }) => {
        const rates = storedRatesOf(body, now().today);
        return storedAnswer(call, await write({ kind: 'rates.set', rates }), ratesErrorOf);
      },
      {
        ...writes('write', 'json'),
        beforeHandle: ({ body }) => refuseUnfit(body, fetchesRates),
        body: ratesDraftOf(currencies),
        detail: {
          operationId: 'setRates',
          summary: 'Set the exchange rates',
          description:
            'Sets the exchange rates by hand, as of today: how many units of each currency one unit of the base buys. Or follows the daily reference rates of the European Central Bank. Replaces all rates that were set before. Amounts of subscriptions stay in their currencies.\n\nThe bank is followed only by a server that was started with `--exchange-rates ecb`.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed the base and each rate, or that the bank is followed.',
            doNotUseWhen: 'The user has not named the rates: do not guess them.',
          }),
          ...records.changed(),
        },
      },
    )
    .delete(
      '/rates',
      async ({ call, write }) => deletedAnswer(call, await write({ kind: 'rates.delete' }), ratesErrorOf),
      {
        ...writes('write', 'ignored'),
        detail: {
          operationId: 'deleteRates',
          summary: 'Delete the exchange rates',
          description: 'Deletes the exchange rates. There are no totals in one currency then.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed that currencies are not converted any more.',
            doNotUseWhen: 'Other rates are to be used: setRates.',
          }),
          ...records.deleted(),
        },
      },
    )
    .get(
      '/analytics/converted',
      ({ call, caller, query }) => {
        const report = converted(store, caller.ownerId, now(), {
          currency: query.currency,
          without: idsIn(query.without),
        });
        if (report.missing === undefined) return new ReportAnswer(call, report);
        throw ratesMissing(report.missing === 'rates' ? undefined : report.missing);
      },
      {
        ...reads('read', convertedQueryOf(currencies)),
        detail: {
          operationId: 'getConvertedTotals',
          summary: 'Sum all currencies in one',
          description:
            'The totals of active subscriptions a month and a year, what was spent this year, and the next twelve months, in one currency. All are converted at the same present rates, exactly, and rounded once.\n\nCurrencies without a rate are in no sum, and named in missing.',
          ...forReading({
            useWhen: 'The user asks for one total of all currencies.',
            doNotUseWhen: 'Totals of each currency are enough: getSpendSummary.',
          }),
          ...answers(
            answerWith('ConvertedAnswer', { converted: Converted }, 'The totals.', { converted: exampleConverted }),
            'no_rates',
          ),
        },
      },
    );
};

function storedRatesOf({ base, source = 'manual', rates = {} }: RatesDraft, today: string): StoredRates {
  return source === 'ecb' ? { base, source, asOf: null, rates: null } : { base, source, asOf: today, rates };
}
