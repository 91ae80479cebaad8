import { periods, type Period } from '../../src/core/billing/periodTable.ts';
import { contractCurrencies as currencies } from '../../src/core/billing/currencies.ts';
import type { Currency, Status } from '../../src/modules/subscriptions/model.ts';
import { statuses } from '../../src/modules/subscriptions/rules/limits.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../support/calendar.ts';
import { below, pick, type Random } from './random.ts';

/** A name and its forms for comparison, written by hand, because a model of the service must not fold text itself. */
export interface NameForms {
  readonly text: string;
  readonly folded: string;
  readonly normalised: string;
}

/** The fields that a client chooses. */
export interface Fields {
  readonly name: NameForms;
  readonly category: string;
  readonly amountHundredths: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly customDays: number | null;
  readonly lastPaymentDate: string;
  readonly notificationEnabled: boolean;
  readonly status: Status;
}

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

// As sent, as searched and sorted, and as compared for duplicates.
const forms: readonly (readonly [text: string, folded: string, normalised: string])[] = [
  ['Netflix', 'netflix', 'netflix'],
  [' NETFLIX ', 'netflix', 'netflix'],
  ['Net  flix', 'net  flix', 'net flix'],
  ['ＮＥＴＦＬＩＸ', 'ｎｅｔｆｌｉｘ', 'netflix'],
  ['Straße', 'strasse', 'strasse'],
  ['STRASSE', 'strasse', 'strasse'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφοσ', 'σίσυφοσ'],
  ['Σίσυφος', 'σίσυφοσ', 'σίσυφοσ'],
  ['Caf\u00e9', 'caf\u00e9', 'caf\u00e9'],
  ['Cafe\u0301', 'caf\u00e9', 'caf\u00e9'],
  ['Ⅷ Club', 'ⅷ club', 'viii club'],
  ['🎉 Party', '🎉 party', '🎉 party'],
  ['日本経済新聞', '日本経済新聞', '日本経済新聞'],
  ['100%_off', '100%_off', '100%_off'],
  ['O\'Reilly "x" \\', 'o\'reilly "x" \\', 'o\'reilly "x" \\'],
];
/** Categories that many subscriptions share. */
export const categories = ['Streaming', 'Music', 'Work', 'work', 'Häuser', '🎉'];
const commonCurrencies = ['CNY', 'USD', 'EUR', 'JPY'] as const;
const edgeDays = ['2024-01-31', '2024-02-29', '2025-01-30', '1999-12-31', '2096-02-29', '1900-02-28', '9990-10-31'];

function anyName(random: Random): NameForms {
  if (random() < 0.4) {
    const number = below(random, 30);
    return { text: `Service ${number}`, folded: `service ${number}`, normalised: `service ${number}` };
  }
  const [text, folded, normalised] = pick(random, forms);
  return { text, folded, normalised };
}

/** A payment date; most are in the year before today. */
function anyPaidDay(random: Random, today: string): string {
  if (random() < 0.25) return pick(random, edgeDays);
  return formatDay(dayOfNumber(dayNumberOf(parseDay(today)) - below(random, 370)));
}

function anyInterval(random: Random): number {
  return random() < 0.3 ? 7 : 1 + below(random, 800);
}

/** The fields of any valid subscription. */
export function anyFields(random: Random, today: string): Fields {
  const period = pick(random, periods);
  return {
    name: anyName(random),
    category: pick(random, categories),
    amountHundredths: below(random, pick(random, [6, 3000, 3000, 100_000_000])),
    currency: pick(random, random() < 0.8 ? commonCurrencies : currencies),
    period,
    customDays: period === 'custom' ? anyInterval(random) : null,
    lastPaymentDate: anyPaidDay(random, today),
    notificationEnabled: random() < 0.7,
    status: random() < 0.6 ? 'active' : pick(random, statuses),
  };
}

/** Any valid change of some fields. If the period of the record is unknown, a custom period has its interval. */
export function anyChange(random: Random, today: string, record?: Pick<Fields, 'period'>): Partial<Fields> {
  const { customDays: _days, period: _period, ...drawn } = anyFields(random, today);
  const names = Object.keys(drawn) as (keyof typeof drawn)[];
  const kept = new Set<string>([pick(random, names), ...names.filter(() => random() < 0.15)]);
  const plain = Object.fromEntries(Object.entries(drawn).filter(([name]) => kept.has(name))) as Partial<Fields>;
  return { ...plain, ...anyMove(random, record?.period === 'custom') };
}

/** Another period or interval, or none. */
function anyMove(random: Random, isCustom: boolean): Partial<Fields> {
  const customDays = anyInterval(random);
  if (random() < 0.6) return isCustom && random() < 0.3 ? { customDays } : {};
  const period = pick(random, periods);
  if (period !== 'custom') return random() < 0.3 ? { period, customDays: null } : { period };
  return isCustom && random() < 0.5 ? { period } : { period, customDays };
}

/** The body with these fields. */
export function bodyOf(fields: Partial<Fields>): Json {
  const { name, amountHundredths, customDays, ...rest } = fields;
  return {
    ...rest,
    ...(name !== undefined && { name: name.text }),
    ...(amountHundredths !== undefined && { amount: amountHundredths / 100 }),
    ...(customDays !== undefined && { customDate: customDays === null ? null : String(customDays) }),
  };
}

/** These fields in an answer: names are trimmed, and only a custom period has an interval. */
export function shownFields(fields: Partial<Fields>): Json {
  const { customDate, ...shown } = bodyOf(fields);
  return {
    ...shown,
    ...(fields.name !== undefined && { name: fields.name.text.trim() }),
    ...(customDate !== null && customDate !== undefined && { customDate }),
  };
}

/** The body of a creation without some fields that have defaults. */
export function draftBodyOf(random: Random, fields: Fields): Json {
  const { notificationEnabled, status, customDate, ...rest } = bodyOf(fields);
  return {
    ...rest,
    ...((notificationEnabled === false || random() < 0.5) && { notificationEnabled }),
    ...((status !== 'active' || random() < 0.5) && { status }),
    ...((customDate !== null || random() < 0.2) && { customDate }),
  };
}
