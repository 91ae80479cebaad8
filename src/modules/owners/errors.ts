import { fixForLackingCurrency, type Currencies } from '../../core/billing/currencies.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import type { RevertWords } from '../audit/errors.ts';
import type { ErrorExamples } from '../../core/http/openapi/errorResponses.ts';
import { Preferences } from './model.ts';

/** The subject of what is said of preferences. */
export const subject = 'The preferences have';

/** What preferences say of the reverts of their updates. */
export const preferenceRevertWords: RevertWords = {
  record: Preferences,
  subject,
  restore: () => ({
    suggestedFix: 'Read the preferences, and PATCH the fields to restore.',
  }),
};

/** Refuses a budget in a currency that no subscription can have. */
export function refuseUnknownCurrency(currency: string, { allowed, kept }: Currencies): void {
  if (allowed.includes(currency) || kept.includes(currency)) return;
  throw new ApiError('invalid_field', {
    field: 'monthlyBudget',
    message: `The server does not have the currency "${currency}".`,
    suggestedFix: fixForLackingCurrency(currency, allowed) ?? `Send one of ${allowed.join(', ')}.`,
  });
}

/** The errors of a faulty field in the document. */
export const preferenceErrorExamples: ErrorExamples = {
  invalid_field: {
    message: 'autoRenew must be true or false.',
    field: 'autoRenew',
    suggestedFix: 'Send true or false, without quotes.',
  },
  unknown_field: {
    message: 'There is no field "autorenewal".',
    field: 'autorenewal',
    suggestedFix: 'Rename "autorenewal" to "autoRenew".',
    writableFields: ['autoRenew', 'householdName', 'monthlyBudget'],
  },
};
