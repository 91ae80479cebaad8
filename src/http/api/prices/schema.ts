import { Type } from '@sinclair/typebox';
import { Instant } from '../../validation/instants.ts';
import { pageParameters } from '../../validation/queries.ts';

/** The query of the list of price changes. */
export const PriceChangesQuery = Type.Object(
  {
    ...pageParameters,
    since: Type.Optional(
      Instant({ description: 'Only changes at or after this date-time. Default: 365 days before now.' }),
    ),
  },
  { additionalProperties: false },
);
