import { Type } from '@sinclair/typebox';
import { usualDeadlineDays } from '../rules/deadlines.ts';
import { addSynonyms } from '../../../core/fields/suggestions.ts';
import { CalendarDay, Choice, PlainInteger } from '../../../core/fields/fieldTypes.ts';
import { pageParametersUpTo } from '../../../core/fields/queries.ts';
import { asParameter, named } from '../../../core/fields/schemaMarks.ts';

addSynonyms({ horizonDays: ['days', 'horizon'], days: ['horizondays', 'horizon', 'daysahead', 'within'] });

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

/** The query of the payments to come. */
export const PaymentsQuery = Type.Object(
  {
    from: Type.Optional(CalendarDay({ description: 'The first day; today by default.' })),
    to: Type.Optional(
      CalendarDay({ description: 'The last day, at most 1100 days after from; 30 days after it by default.' }),
    ),
    include: Type.Optional(
      asParameter(
        named('PaymentsInclude', Choice(['deadlines'])),
        'With deadlines, the answer also has those of the next 45 days: see listDeadlines.',
      ),
    ),
    ...pageParametersUpTo(1000, 100),
  },
  { additionalProperties: false },
);

/** The query of the deadlines. */
export const DeadlinesQuery = Type.Object(
  {
    days: PlainInteger({
      minimum: 1,
      maximum: 400,
      default: usualDeadlineDays,
      description: 'The days ahead.',
    }),
  },
  { additionalProperties: false },
);

/** The query of the forecast. */
export const ForecastQuery = Type.Object(
  {
    months: PlainInteger({
      minimum: 1,
      maximum: 36,
      default: 12,
      description: 'The number of months, the rest of this month included.',
    }),
  },
  { additionalProperties: false },
);
