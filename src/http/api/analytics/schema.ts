import { Type } from '@sinclair/typebox';
import { PlainInteger } from '../../validation/fieldTypes.ts';

/** The query of the spend summary. */
export const SummaryQuery = Type.Object(
  {
    horizonDays: PlainInteger({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'The number of days ahead in which renewals are listed.',
    }),
  },
  { additionalProperties: false },
);
