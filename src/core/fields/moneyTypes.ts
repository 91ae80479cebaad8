import { Type } from '@sinclair/typebox';
import { amountMax, hundredthsOf } from '../billing/money.ts';
import { define, keepsRule } from './define.ts';
import { Amount, isMembers } from './fieldTypes.ts';

const plainAmount = /^\d+(\.\d{1,2})?$/;

/** An amount of money in a query: a number in the OpenAPI document, and plain decimal digits in the request. */
export const QueryAmount = define<string>(
  'QueryAmount',
  { type: 'number', format: 'double', minimum: 0, maximum: amountMax },
  {
    check: (value) => typeof value === 'string' && plainAmount.test(value) && hundredthsOf(Number(value)) !== undefined,
    rule: () => `a number from 0 to ${amountMax} with at most two decimals`,
    fix: () => 'Send plain digits, such as 12.50.',
  },
);

const amount = Amount();
const currencyCode = '^[A-Z]{3}$';
const currencyPattern = new RegExp(currencyCode);

/** An amount of a currency. Whether the server has the currency is a rule of the route. */
export const Money = define<{ readonly amount: number; readonly currency: string }>(
  'Money',
  {
    type: 'object',
    properties: {
      amount,
      currency: Type.String({ pattern: currencyCode, description: 'ISO 4217 code.', examples: ['EUR'] }),
    },
    required: ['amount', 'currency'],
    additionalProperties: false,
  },
  {
    check: (value) =>
      isMembers(value) &&
      Object.keys(value).length === 2 &&
      keepsRule(amount, value['amount']) &&
      typeof value['currency'] === 'string' &&
      currencyPattern.test(value['currency']),
    rule: () =>
      `an object with amount, a number from 0 to ${amountMax} with at most two decimals, and currency, an ISO 4217 code`,
    stored: (money: { readonly amount: number; readonly currency: string }) => ({
      amount: money.amount,
      currency: money.currency,
    }),
  },
);
