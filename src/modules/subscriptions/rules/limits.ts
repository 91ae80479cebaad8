import { everyMonthsRange } from '../../../core/billing/periodTable.ts';

// Words and bounds of fields that also the page needs: it bundles no TypeBox, which the models are made of.

/** The states of a subscription. Only `active` ones count toward spend; every move between the three is allowed. */
export const statuses = ['active', 'paused', 'cancelled'] as const;

/** The units of a notice period. */
export const noticeUnits = ['days', 'weeks', 'months'] as const;

/** The bounds of the fields and details of a subscription: of texts in characters, of lists in items. */
export const limits = {
  name: { maxLength: 120 },
  category: { maxLength: 80 },
  notes: { maxLength: 2000 },
  url: { maxLength: 2000 },
  paymentMethod: { maxLength: 80 },
  tags: { maxItems: 20, maxLength: 40 },
  termMonths: { minimum: 1, maximum: 120 },
  noticePeriod: { maximum: 365 },
  anchorDay: { minimum: 1, maximum: 31 },
  priceSteps: { maxItems: 12 },
  everyMonths: { minimum: everyMonthsRange.min, maximum: everyMonthsRange.max },
} as const;
