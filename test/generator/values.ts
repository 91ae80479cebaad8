import type { TSchema } from '@sinclair/typebox';
import { periodTable } from '../../src/core/billing/periodTable.ts';
import { DetailFields } from '../../src/modules/subscriptions/detailModel.ts';
import { SubscriptionDraft } from '../../src/modules/subscriptions/model.ts';
import { absentId } from '../support/expectations.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../support/calendar.ts';
import { withSettings } from './channels.ts';
import type { ApiOperation, Schema } from './api.ts';
import type { Json } from './fields.ts';
import { below, pick, type Random } from './random.ts';

/** What values refer to. */
export interface About {
  /** The day around which dates are generated. */
  readonly today: string;
  /** Known ids. */
  readonly ids: readonly string[];
  /** The share of the members that may be left out and are not. */
  readonly shareOfOptional?: number;
}

// Texts that are valid somewhere; the ends of lengths follow from the schemas.
const texts = [
  '09:00',
  'Netflix',
  ' NETFLIX ',
  'Straße',
  'ΣΊΣΥΦΟΣ',
  '日本経済新聞',
  '👩‍👩‍👧 family',
  'İstanbul',
  '%_"\\\'',
  '\u200fאבג',
  "'; DROP TABLE subscriptions; --",
  '{{7*7}}${7*7}<script>',
  '\u00a0x\u3000',
  '\ufeffbom',
  'e\u0301'.repeat(20),
  'Shared.\nAsk Ö.',
  'https://example.com/a?b=c#d',
  'http://[::1]:8080/',
  '7',
  '30',
  '800',
];
// Only long texts have several lines.
const linesLengthMin = 1000;
const edgeDays = ['2024-01-31', '2024-02-29', '1999-12-31', '9990-10-31'];
/** Lists of entity tags that `If-Match` may have. */
export const entityTags = ['*', '"x"', 'W/"x"', '"a", "b"'];
/** Lists of entity tags that are malformed. */
export const wrongEntityTags = ['bare', ''];
const sharePresent = 0.2;
// The members that are seldom set, because few other writes of the record succeed then.
const rarelySet: ReadonlyMap<string, number> = new Map([
  ['endsOn', 0.1],
  ['everyMonths', 0.3],
]);

/** A day around today, at most so many days away. */
function anyDay(random: Random, today: string, daysMax: number): string {
  return formatDay(dayOfNumber(dayNumberOf(parseDay(today)) + below(random, 2 * daysMax + 1) - daysMax));
}

/** Any value that a schema allows. */
export function anyValue(random: Random, schema: Schema, about: About): unknown {
  if (schema.enum !== undefined) return pick(random, schema.enum);
  if (schema.const !== undefined) return schema.const;
  if (schema.oneOf !== undefined) return anyValue(random, pick(random, schema.oneOf), about);
  const types = typesOf(schema);
  if (types.includes('null') && random() < 0.2) return null;
  const { minimum = 0, maximum = 1000, items = {}, maxItems = 4 } = schema;
  switch (types[0] ?? 'string') {
    case 'object':
      return anyObject(random, schema, about);
    case 'array': {
      const count = Math.max(1, below(random, Math.min(maxItems, 4) + 1));
      const drawn = Array.from({ length: count }, () => anyValue(random, items, about));
      return items.oneOf === undefined ? withoutEquals(drawn) : drawn;
    }
    case 'boolean':
      return random() < 0.5;
    case 'integer':
      return minimum + below(random, Math.min(maximum - minimum + 1, pick(random, [10, 100])));
    case 'number':
      return below(random, pick(random, [6, 3000, 100 * maximum])) / 100;
    default:
      return anyTextFor(random, schema, about);
  }
}

function withoutEquals(labels: readonly unknown[]): unknown[] {
  return Array.from(new Map(labels.map((label) => [String(label).trim().toLowerCase(), label])).values());
}

function anyTextFor(random: Random, schema: Schema, { today, ids }: About): string {
  const { format, pattern = '' } = schema;
  if (format === 'uuid') return ids.length === 0 || random() < 0.1 ? absentId : pick(random, ids);
  // Hashing would take most of the time.
  if (format === 'password') return 'short';
  if (format === 'date') return random() < 0.2 ? pick(random, edgeDays) : anyDay(random, today, 400);
  const time = `${today}T0${below(random, 10)}:00:00${pick(random, ['Z', '.5Z', '+01:00', '-11:30'])}`;
  const isTime = format === 'date-time' || (pattern !== '' && new RegExp(pattern).test(time));
  return isTime ? pick(random, [time, '9999-12-31T23:59:59Z']) : pick(random, textsFor(schema));
}

const knownTexts = new WeakMap<Schema, readonly string[]>();

/** The known texts that a schema allows, and the longest one. */
function textsFor(schema: Schema): readonly string[] {
  const { pattern = '', minLength = 0, maxLength = 120, examples = [] } = schema;
  const fits = (text: string) => {
    const { length } = Array.from(text);
    const hasLines = text.includes('\n');
    const fitsLength = length >= minLength && length <= maxLength && !(hasLines && maxLength < linesLengthMin);
    return fitsLength && new RegExp(pattern).test(text);
  };
  const known = knownTexts.get(schema);
  if (known !== undefined) return known;
  const all = [...examples.map(String), ...texts, 'x'.repeat(maxLength), '🎉'.repeat(maxLength)];
  const fitting = all.filter(fits);
  knownTexts.set(schema, fitting);
  return fitting;
}

function anyObject(random: Random, { properties = {}, required = [], minProperties = 0 }: Schema, about: About): Json {
  const names = Object.keys(properties);
  const kept = new Set([...required, ...names.filter(() => random() < (about.shareOfOptional ?? sharePresent))]);
  while (kept.size < minProperties) kept.add(pick(random, names));
  const members = names.filter((name) => kept.has(name)).map((name) => [name, anyMember(random, name)]);
  return withSettings(random, withInterval(random, Object.fromEntries(members) as Json));

  function anyMember(chance: Random, name: string): unknown {
    if (name === 'ifMatch') return pick(chance, entityTags);
    const isSet = chance() < (rarelySet.get(name) ?? 1);
    return isSet ? anyValue(chance, properties[name] ?? {}, about) : null;
  }
}

/** The only rule between members that no schema states: a custom period has an interval, and no other has one. */
function withInterval(random: Random, object: Json): Json {
  const { period, customDate, ...rest } = object;
  if (period === undefined) return customDate === undefined || Object.keys(rest).length === 0 ? object : rest;
  return { ...rest, period, ...(period === 'custom' && { customDate: String(1 + below(random, 800)) }) };
}

/** Any valid query of an operation, as texts by their names. Most lists are short, because many requests find more than long answers. */
export function anyQuery(random: Random, { query }: Pick<ApiOperation, 'query'>, about: About): Record<string, string> {
  const drawn = Object.entries(query).filter(([name]) => random() < (name === 'limit' ? 0.9 : sharePresent));
  return Object.fromEntries(
    drawn.map(([name, schema]) => [
      name,
      String(name === 'limit' ? 1 + below(random, 8) : anyValue(random, schema, about)),
    ]),
  );
}

const named: Readonly<Record<string, TSchema | { readonly alsoCalled: readonly string[] }>> = {
  ...SubscriptionDraft.properties,
  ...DetailFields.properties,
  ...periodTable,
  dueOn: { alsoCalled: ['dueDate'] },
  USD: { alsoCalled: ['dollars', '$'] },
  EUR: { alsoCalled: ['Euro', '€'] },
  JPY: { alsoCalled: ['yen', '¥'] },
  active: { alsoCalled: ['actve'] },
  paused: { alsoCalled: ['pause', 'on hold'] },
  cancelled: { alsoCalled: ['canceled', 'ended'] },
};

/** Words that mean a field or value and are not its name: another case, with underscores, a typing error, a synonym. */
export function wrongNames(name: string): readonly string[] {
  const snake = name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  const swapped = name.replace(/^(.)(.)(.)/, '$1$3$2');
  const others = [name.replace(/^./, (first) => first.toUpperCase()), snake, swapped];
  return [...others, ...(named[name]?.alsoCalled ?? [])].filter((other) => other !== name);
}

/** The values near a valid one, or of another type, that the schema of a field refuses. */
export function wrongValues(schema: Schema, value: unknown): readonly unknown[] {
  const text = String(value);
  const { maximum = Number.MAX_SAFE_INTEGER, minimum = 0, format, pattern, minLength = 0, items = {} } = schema;
  if (schema.oneOf !== undefined) return wrongKinds(schema.oneOf);
  const types = typesOf(schema);
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const ofType = (): readonly unknown[] => {
    switch (choices === undefined ? (types[0] ?? 'string') : 'enum') {
      case 'enum':
        return ['', 7, ...wrongNames(text), text.toUpperCase(), text.toLowerCase()];
      case 'array':
        return [
          5,
          {},
          typesOf(items).includes('integer') ? ['x'] : [7],
          ...wrongKinds(items.oneOf ?? []).map((item) => [...(value as unknown[]), item]),
        ];
      case 'boolean':
        return [value === true ? 'yes' : 'no', text, value === true ? 1 : 0];
      case 'integer':
        return [text, minimum - 1, maximum + 1, Number(value) + 0.5];
      case 'number':
        return [text, Number(value) + 0.001, `$${text}`, 'free', minimum - 1, maximum + 1];
      case 'object':
        return [[], 'x', 7];
      default:
        if (format === 'date') return wrongDays(text);
        if (pattern?.includes('[1-9]') === true) return [Number(value), ` ${text} `, `${text} days`, 0];
        return minLength > 0 ? [...(types.includes('null') ? [] : ['', '   ']), 7, ['x']] : [7, ['x']];
    }
  };
  const wrong = types.includes('null') ? ofType() : [...ofType(), null];
  return wrong.filter((one) => one !== value && !(choices ?? []).includes(one));
}

/** The values that are none of some objects, which a constant member tells apart; none where there are no such objects. */
function wrongKinds([first]: readonly Schema[]): readonly unknown[] {
  if (first === undefined) return [];
  const constants = Object.entries(first.properties ?? {}).filter(([, one]) => one.const !== undefined);
  return [1, null, [], {}, Object.fromEntries(constants.map(([name]) => [name, 'x']))];
}

/** A text that is a character too long for a schema; none where it has no length. */
export function tooLong({ maxLength }: Schema): readonly string[] {
  return maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
}

function wrongDays(day: string): readonly unknown[] {
  return [
    day.replace('-0', '-'),
    `${day}T10:00:00Z`,
    day.split('-').toReversed().join('.'),
    day.replace(/-02-2[89]$/, '-02-30'),
    'yesterday',
    '',
    Number(day.replaceAll('-', '')),
  ];
}

function typesOf({ type = 'string' }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : type;
}
