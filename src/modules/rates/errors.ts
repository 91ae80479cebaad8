import { ApiError } from '../../core/http/errors/apiError.ts';
import type { ErrorExamples } from '../../core/http/openapi/errorResponses.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import type { RevertWords } from '../audit/errors.ts';
import type { ClientResult } from '../commands.ts';
import { Rates, type RatesDraft } from './model.ts';

const subject = 'The rates have';

/** What rates say of the reverts of their updates. */
export const ratesRevertWords: RevertWords = {
  record: Rates,
  subject,
  restore: () => ({ suggestedFix: 'Read the rates, and PUT those to restore.' }),
};

const notSet = { suggestedFix: 'Set them first: PUT /api/v1/rates.' };
const noRates = { suggestedFix: 'Set rates first: PUT /api/v1/rates.' };

/** The errors of rates in the document. */
export const ratesErrorExamples: ErrorExamples = { rates_not_found: notSet, no_rates: noRates };

/** The error for an owner who has set no rates. */
export function ratesNotFound(): ApiError {
  return new ApiError('rates_not_found', notSet);
}

/** The error for totals in a currency without a rate; without one, for an owner who has set no rates. */
export function ratesMissing(currency?: string): ApiError {
  if (currency === undefined) return new ApiError('no_rates', noRates);
  return new ApiError('no_rates', {
    field: 'currency',
    message: `There is no rate of ${currency}.`,
    suggestedFix: `Send a currency that GET /api/v1/rates lists, or set a rate of ${currency}.`,
  });
}

/** The error that says why a write of rates stored nothing. */
export function ratesErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, subject);
  if (shared !== undefined) return shared;
  if (result.outcome !== 'baseUnknown') return ratesNotFound();
  return faultIn('base', {
    message: `The European Central Bank publishes no rate of ${result.base}.`,
    suggestedFix: 'Send EUR as base, or another currency that it lists; or set rates by hand.',
  });
}

/**
 * Refuses fields of a draft that do not fit each other.
 *
 * @param isFetching whether the server fetches the rates of the European Central Bank
 * @throws {ApiError} 400
 */
export function refuseUnfit({ base, source = 'manual', rates }: RatesDraft, isFetching: boolean): void {
  if (source === 'ecb' && !isFetching)
    throw faultIn('source', {
      message: 'This server does not fetch rates.',
      suggestedFix: 'Ask the operator to start it with --exchange-rates ecb, or set rates by hand.',
    });
  if (source === 'ecb' && rates !== undefined)
    throw faultIn('rates', {
      message: 'rates are not sent with the source ecb.',
      suggestedFix: 'Remove rates, or send the source manual.',
    });
  if (source === 'manual' && rates === undefined)
    throw faultIn('rates', {
      message: 'rates is missing.',
      suggestedFix: 'Add rates: how many units of each currency one unit of the base buys, such as {"USD": 1.1642}.',
    });
  if (rates?.[base] !== undefined)
    throw faultIn('rates', {
      message: `${base} is the base, and has no rate of its own.`,
      suggestedFix: `Remove ${base} from rates.`,
    });
}

function faultIn(field: string, words: { readonly message: string; readonly suggestedFix: string }): ApiError {
  return new ApiError('invalid_field', { field, ...words });
}
