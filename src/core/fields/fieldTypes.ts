import { Kind, Type, type TSchema, type TUnsafe } from '@sinclair/typebox';
import { isCalendarDay } from '../billing/days.ts';
import { amountMax, hundredthsOf } from '../billing/money.ts';
import { codePointLength, isCleanText } from '../text/text.ts';
import { nearestFieldOf } from './suggestions.ts';
import { define, nullable, shown, type FieldType } from './define.ts';
import { idFactsOf, isAlsoTaken, knownFixOf, named, otherwiseOf } from './schemaMarks.ts';

/** A label of 1 to `maxLength` code points after trimming, without control characters. */
export const Label = define<string>(
  'Label',
  { type: 'string', minLength: 1 },
  {
    check: (value, { maxLength }) => isLabel(value, maxLength),
    rule: ({ maxLength }) =>
      `a string of 1 to ${maxLength} characters, not blank, well-formed and without control characters`,
    stored: trimmed,
  },
);

/** An amount of money: 0 to 999999.99 with at most two decimals. */
export const Amount = define<number>(
  'Amount',
  // No multipleOf: 0.01 is not a binary fraction, so many validators would refuse 19.99.
  // Without the format, generated clients may use 32-bit floats, which cannot represent 999999.99.
  { type: 'number', format: 'double', minimum: 0, maximum: amountMax },
  {
    check: (value) => typeof value === 'number' && hundredthsOf(value) !== undefined,
    rule: () => `a number from 0 to ${amountMax} with at most two decimals`,
  },
);

/** The currency of an answer about the past, which no record may be able to get any more. */
export const recordedCurrency = named(
  'RecordedCurrency',
  Type.Unsafe<string>({
    type: 'string',
    pattern: '^[A-Z]{3}$',
    description: 'ISO 4217 code: a Currency, or one that new records cannot have.',
    examples: ['USD'],
  }),
);

/** A real day of the calendar. */
export const CalendarDay = define<string>(
  'CalendarDay',
  { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  {
    check: (value) => typeof value === 'string' && isCalendarDay(value),
    rule: () => 'a real calendar day as YYYY-MM-DD',
  },
);

const daysForm = '^([1-9]\\d*)?$';
const daysPattern = new RegExp(daysForm);

/** The interval of a custom period: a positive whole number of days as text; "" for none. */
export const CustomDate = define<string>(
  'CustomDate',
  { type: 'string', pattern: daysForm },
  {
    check: (value) => typeof value === 'string' && daysPattern.test(value),
    rule: () => 'a positive whole number of days as a string, such as "30"',
  },
);

/** An enum. */
export const Choice = <const Word extends string>(words: readonly Word[], options: Record<string, unknown> = {}) =>
  choice({ enum: [...words], ...options }) as TUnsafe<Word>;

const oneOfWords: FieldType = {
  check: (value, schema) =>
    typeof value === 'string' && (wordsOf(schema).includes(value) || isAlsoTaken(value, schema)),
  rule: (schema) => `one of ${wordsOf(schema).map(shown).join(', ')}`,
  fix(value, schema) {
    const words = wordsOf(schema);
    const meant = typeof value === 'string' ? nearestFieldOf(value, words) : undefined;
    return knownFixOf(value, words, schema) ?? (meant === undefined ? otherwiseOf(schema) : `Send ${shown(meant)}.`);
  },
};

const choice = define<string>('Choice', { type: 'string' }, oneOfWords);

/** True or false in a query: a boolean in the OpenAPI document, and one of two words in the request. */
export const QueryFlag = define<'true' | 'false'>('QueryFlag', { type: 'boolean' }, oneOfWords);

/** True or false. */
export const Flag = define<boolean>(
  'Flag',
  { type: 'boolean' },
  {
    check: (value) => typeof value === 'boolean',
    rule: () => 'true or false',
    fix: () => 'Send true or false, without quotes.',
  },
);

/** A whole number from `minimum` to `maximum`, in a query. */
export const PlainInteger = define<number>(
  'PlainInteger',
  { type: 'integer' },
  {
    check: isWholeNumber,
    rule: ({ minimum, maximum }) => `a whole number from ${minimum} to ${maximum} in plain decimal digits`,
    fix: (_, { minimum, maximum }) => `Send a whole number from ${minimum} to ${maximum}.`,
  },
);

/** A whole number from `minimum` to `maximum`, in a body. */
export const WholeNumber = define<number>(
  'WholeNumber',
  { type: 'integer' },
  {
    check: isWholeNumber,
    rule: ({ minimum, maximum }) => `a whole number from ${minimum} to ${maximum}`,
    fix: (_, { minimum, maximum }) => `Send a number without quotes, from ${minimum} to ${maximum}.`,
  },
);

const instantForm =
  /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** An instant: a date-time of RFC 3339 with `Z` or an offset from UTC. */
export const Instant = define<string>(
  'Instant',
  { type: 'string', format: 'date-time' },
  { check: isInstant, rule: () => 'a date-time with Z or an offset from UTC, such as 2026-06-15T08:00:00Z' },
);

/** An instant in a query: a date-time like an {@link Instant}, or a day, which means its beginning. */
export const DayOrInstant = define<string>(
  'DayOrInstant',
  // Both forms begin with a day; a format would allow only one of them.
  { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}([Tt].+)?$' },
  {
    check: (value) => isInstant(value) || (typeof value === 'string' && isCalendarDay(value)),
    rule: () => 'a calendar day, or a date-time with Z or an offset from UTC, such as 2026-06-15T08:00:00Z',
    // In a query, a plus sign that is not percent-encoded is a space.
    fix: () => 'Send a day or a date-time such as 2026-06-15T08:00:00Z, with the plus sign of an offset as %2B.',
  },
);

function isInstant(value: unknown): boolean {
  const [, day] = typeof value === 'string' ? (instantForm.exec(value) ?? []) : [];
  return day !== undefined && isCalendarDay(day);
}

const uuidForm = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const uuidPattern = new RegExp(uuidForm);

/** A UUID in the text form of RFC 9562, in either case. */
export const Uuid = define<string>(
  'Uuid',
  { type: 'string', format: 'uuid', pattern: uuidForm },
  {
    check: (value) => typeof value === 'string' && uuidPattern.test(value),
    rule: () => 'a UUID such as 0198c5a4-7c1e-7d3a-9b55-3f6f1f0a2b4c',
    fix: (_, schema) => idFactsOf(schema).fix.suggestedFix,
    stored: (id: string) => id.toLowerCase(),
  },
);

const timeForm = '^([01]\\d|2[0-3]):[0-5]\\d$';
const timePattern = new RegExp(timeForm);

/** A time of day, `HH:MM`. */
export const TimeOfDay = define<string>(
  'TimeOfDay',
  { type: 'string', pattern: timeForm },
  {
    check: (value) => typeof value === 'string' && timePattern.test(value),
    rule: () => 'a time of day from 00:00 to 23:59',
  },
);

/** A list of 1 to `maxItems` different whole numbers. The schema needs `items` with their range. */
export const WholeNumberList = define<readonly number[]>(
  'WholeNumberList',
  { type: 'array', minItems: 1, uniqueItems: true },
  {
    check: (value, { maxItems, items }) =>
      isListOf(value, maxItems, (item) => isWholeNumber(item, items)) && value.length > 0,
    rule: ({ maxItems, items: { minimum, maximum } }) =>
      `a list of 1 to ${maxItems} different whole numbers from ${minimum} to ${maximum}`,
  },
);

/** A list of at most `maxItems` different UUIDs. */
export const UuidList = define<readonly string[]>(
  'UuidList',
  { type: 'array', uniqueItems: true, items: { type: 'string', format: 'uuid' } },
  {
    check: (value, { maxItems }) =>
      isListOf(value, maxItems, (item) => typeof item === 'string' && uuidPattern.test(item)),
    rule: ({ maxItems }) => `a list of at most ${maxItems} different UUIDs`,
    stored: (ids: readonly string[]) => ids.map((id) => id.toLowerCase()),
  },
);

const idsMost = 100;

/** UUIDs in a query, separated by commas. */
export const UuidsText = define<string>(
  'UuidsText',
  { type: 'string' },
  {
    check: (value) =>
      typeof value === 'string' && isListOf(value.split(','), idsMost, (item) => uuidPattern.test(String(item))),
    rule: () => `1 to ${idsMost} different UUIDs, separated by commas`,
  },
);

/** The user to whom a record belongs. */
export const HolderField = named(
  'Holder',
  nullable(Uuid({ description: 'The user whose own it is; null for the household.' })),
);

/** Any text of a query. */
export const SearchText = define<string>(
  'SearchText',
  { type: 'string' },
  {
    check: (value) => typeof value === 'string',
    rule: () => 'a text, percent-encoded as UTF-8',
  },
);

/**
 * A length of time: an object with a whole number and a unit. The schema needs `properties`, from
 * {@link durationProperties}.
 */
export const Duration = define<{ readonly count: number; readonly unit: string }>(
  'Duration',
  { type: 'object', required: ['count', 'unit'], additionalProperties: false },
  {
    check: (value, { properties: { count, unit } }) =>
      isMembers(value) &&
      Object.keys(value).length === 2 &&
      isWholeNumber(value['count'], count) &&
      oneOfWords.check(value['unit'], unit),
    rule: ({ properties: { count, unit } }) =>
      `an object with count, a whole number from ${count.minimum} to ${count.maximum}, and unit, ${oneOfWords.rule(unit)}`,
    stored: ({ count, unit }: { readonly count: number; readonly unit: string }) => ({ count, unit }),
  },
);

/** The schemas of the members of a {@link Duration}: at most so many of one of the units. */
export function durationProperties(countMax: number, unit: TSchema) {
  return { count: Type.Integer({ minimum: 1, maximum: countMax }), unit };
}

/** Whether a value is a label of at most `lengthMax` code points. */
export function isLabel(value: unknown, lengthMax: number): value is string {
  if (typeof value !== 'string' || !isCleanText(value)) return false;
  const text = trimmed(value);
  return text !== '' && codePointLength(text) <= lengthMax;
}

/** The values of an enum, or of a flag in a query; none for other types. */
export function wordsOf(schema: TSchema): readonly string[] {
  if (schema[Kind] === 'QueryFlag') return ['true', 'false'];
  return Array.isArray(schema['enum']) ? schema['enum'] : [];
}

/** A text without white space around it. */
export function trimmed(text: string): string {
  return text.trim();
}

function isListOf(value: unknown, itemsMax: number, isItem: (item: unknown) => boolean): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length > itemsMax || !value.every(isItem)) return false;
  return new Set(value.map((item) => String(item).toLowerCase())).size === value.length;
}

function isWholeNumber(value: unknown, { minimum, maximum }: TSchema): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum;
}

/** The members of a JSON object, by name. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, not a list or null. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
