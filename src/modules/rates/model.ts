import { Type, type Static, type TObject } from '@sinclair/typebox';
import { fixForLackingCurrency, type Currencies } from '../../core/billing/currencies.ts';
import { draftOf } from '../../core/fields/bodies.ts';
import { define, nullable } from '../../core/fields/define.ts';
import { CalendarDay, Choice, isMembers, recordedCurrency, type Members } from '../../core/fields/fieldTypes.ts';
import { alsoMark, named } from '../../core/fields/schemaMarks.ts';
import { quotedName } from '../../core/fields/suggestions.ts';
import { currencyOf } from '../subscriptions/model.ts';
import { isRate, rateMax } from './rules/rate.ts';

/** Where rates come from: set by hand, or the daily reference rates of the European Central Bank. */
export const rateSources = ['manual', 'ecb'] as const;

const rateRule = 'above 0, at most 1,000,000,000, with at most ten significant digits and 18 decimals';
const rate = { type: 'number', format: 'double', exclusiveMinimum: 0, maximum: rateMax };

/** Rates by currency; the schema needs `properties`. */
const RateTable = define<Readonly<Record<string, number>>>(
  'RateTable',
  { type: 'object', additionalProperties: false },
  {
    check: (value, { properties }) => isMembers(value) && faultyRate(value, properties) === undefined,
    rule: () => `an object of currencies and rates: numbers ${rateRule}`,
    fix(value, { properties }) {
      const faulty = isMembers(value) ? faultyRate(value, properties) : undefined;
      if (faulty === undefined) return 'Send an object such as {"USD": 1.1642}.';
      if (Object.hasOwn(properties, faulty)) return `Send a rate ${rateRule} as ${faulty}: a number without quotes.`;
      const codes = Object.keys(properties);
      const lacking = fixForLackingCurrency(faulty, codes);
      return lacking ?? `Remove ${quotedName(faulty)}: the currencies are ${codes.join(', ')}.`;
    },
  },
);

function faultyRate(rates: Members, properties: TObject['properties']): string | undefined {
  return Object.keys(rates).find((code) => !Object.hasOwn(properties, code) || !isRate(rates[code]));
}

const source = named(
  'RateSource',
  Choice(rateSources, {
    description: 'manual: set by hand; ecb: the daily reference rates of the European Central Bank.',
    examples: ['manual'],
    alsoCalled: ['provider', 'from'],
  }),
);

/** What a client sends to set the rates on a server with these currencies. */
export function ratesDraftOf(currencies: Currencies) {
  const { allowed, kept } = currencies;
  const codes = [...allowed, ...kept];
  return draftOf(
    'RatesDraft',
    {
      base: { ...currencyOf(currencies), [alsoMark]: kept, alsoCalled: ['currency', 'basecurrency'] },
      source: Type.Optional(source),
      rates: Type.Optional(
        RateTable({
          properties: Object.fromEntries(codes.map((code) => [code, rate])),
          description: 'How many units of each currency one unit of the base buys.',
          examples: [{ USD: 1.1642, GBP: 0.8659 }],
          alsoCalled: ['values', 'exchangerates'],
        }),
      ),
    },
    { examples: [{ base: 'EUR', rates: { USD: 1.1642, GBP: 0.8659 } }], serverManaged: ['asOf'] },
  );
}

/** What a client sends to set the rates. */
export type RatesDraft = Static<ReturnType<typeof ratesDraftOf>>;

/** The rates as clients see them. */
export const Rates = named(
  'Rates',
  Type.Object(
    {
      base: recordedCurrency,
      source,
      asOf: nullable(CalendarDay({ description: 'The day of the rates; null until the first ones were fetched.' })),
      rates: Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: { type: 'number', format: 'double', exclusiveMinimum: 0 },
        description: 'How many units of each currency one unit of the base buys, with at most ten digits.',
      }),
    },
    { additionalProperties: false },
  ),
);

export type RatesView = Static<typeof Rates>;
