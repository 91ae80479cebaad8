import { isCalendarDay } from '../../domain/billing/days.ts';
import { define } from './fieldTypes.ts';

const instantForm =
  /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const example = '2026-06-15T08:00:00Z';

/** An instant: a date-time of RFC 3339 with `Z` or an offset from UTC. */
export const Instant = define<string>(
  'Instant',
  { type: 'string', format: 'date-time' },
  {
    check: isInstant,
    rule: () => `a date-time with Z or an offset from UTC, such as ${example}`,
    fix: (value) =>
      typeof value === 'string' && isCalendarDay(value) ? `Send ${value}T00:00:00Z.` : fixForInstant(value),
  },
);

/** An instant in a query: a date-time like an {@link Instant}, or a day, which means its beginning. */
export const DayOrInstant = define<string>(
  'DayOrInstant',
  // Both forms begin with a day; a format would allow only one of them.
  { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}([Tt].+)?$' },
  {
    check: (value) => isInstant(value) || (typeof value === 'string' && isCalendarDay(value)),
    rule: () => `a calendar day, or a date-time with Z or an offset from UTC, such as ${example}`,
    fix: fixForInstant,
  },
);

function fixForInstant(value: unknown): string {
  if (typeof value !== 'string') return `Send a date-time such as ${example}.`;
  // In a query, a plus sign that is not percent-encoded is a space.
  const withPlus = value.replace(/ (?=\d{2}:\d{2}$)/, '+');
  if (withPlus !== value && isInstant(withPlus)) return `Send the plus sign as %2B: ${withPlus.replace('+', '%2B')}.`;
  return isInstant(`${value}Z`) ? `Add Z for UTC, or the offset: ${value}Z.` : `Send a date-time such as ${example}.`;
}

function isInstant(value: unknown): boolean {
  const [, day] = typeof value === 'string' ? (instantForm.exec(value) ?? []) : [];
  return day !== undefined && isCalendarDay(day);
}
