import { Type } from '@sinclair/typebox';
import { DayOrInstant } from '../../validation/instants.ts';
import { pageParameters } from '../../validation/queries.ts';

/** The query of the list of price changes. */
export const PriceChangesQuery = Type.Object(
  {
    ...pageParameters,
    since: Type.Optional(
      DayOrInstant({ description: 'Only changes from this day or date-time on. Default: 365 days before now.' }),
    ),
  },
  { additionalProperties: false },
);
