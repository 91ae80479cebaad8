import { periods } from '../../src/domain/billing/periodTable.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../support/calendar.ts';
import { below, pick, type Random } from '../durability/random.ts';
import type { AuditQuestion, ListQuestion } from './soakAnswers.ts';
import type { NameForms, SoakFields, SoakRecord } from './soakModel.ts';

// As sent, as searched and sorted by, and as compared for duplicates.
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
  ['Cafe\u0301', 'cafe\u0301', 'caf\u00e9'],
  ['Ⅷ Club', 'ⅷ club', 'viii club'],
  ['🎉 Party', '🎉 party', '🎉 party'],
  ['日本経済新聞', '日本経済新聞', '日本経済新聞'],
  ['100%_off', '100%_off', '100%_off'],
  ['O\'Reilly "x" \\', 'o\'reilly "x" \\', 'o\'reilly "x" \\'],
];
const searches: readonly (readonly [text: string, folded: string])[] = [
  ['', ''],
  ['FLIX', 'flix'],
  ['straSSE', 'strasse'],
  ['ß', 'ss'],
  ['Σ', 'σ'],
  ['%', '%'],
  ['_', '_'],
  ['\u00c9', '\u00e9'],
  ['🎉', '🎉'],
  ['vice 1', 'vice 1'],
  ['nowhere', 'nowhere'],
];
const categories = ['Streaming', 'Music', 'Work', 'work', 'Häuser', '🎉'];
const currencies = ['CNY', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'] as const;
const statuses = ['active', 'paused', 'cancelled'] as const;
const sorts = ['createdAt', 'nextPaymentDate', 'amount', 'name'].flatMap((column) => [column, `-${column}`]);
const edgeDays = ['2024-01-31', '2024-02-29', '2025-01-30', '1999-12-31', '2096-02-29', '1900-02-28', '9990-10-31'];

function anyName(random: Random): NameForms {
  if (random() < 0.4) {
    const number = below(random, 30);
    return { text: `Service ${number}`, folded: `service ${number}`, normalised: `service ${number}` };
  }
  const [text, folded, normalised] = pick(random, forms);
  return { text, folded, normalised };
}

function anyHundredths(random: Random): number {
  return below(random, pick(random, [6, 3000, 3000, 100_000_000]));
}

/** A day that some client may have paid on: most are of the last year. */
function anyPaidDay(random: Random, today: string): string {
  if (random() < 0.25) return pick(random, edgeDays);
  return formatDay(dayOfNumber(dayNumberOf(parseDay(today)) - below(random, 370)));
}

/** Any subscription that may be created. */
export function anyFields(random: Random, today: string): SoakFields {
  const period = pick(random, periods);
  return {
    name: anyName(random),
    category: pick(random, categories),
    amountHundredths: anyHundredths(random),
    currency: pick(random, random() < 0.8 ? currencies.slice(0, 3) : currencies),
    period,
    customDays: period === 'custom' ? 1 + below(random, 800) : null,
    lastPaymentDate: anyPaidDay(random, today),
    notificationEnabled: random() < 0.7,
    status: random() < 0.6 ? 'active' : pick(random, statuses),
  };
}

/** Any change that a record may undergo: some of the fields, in a way that fits together. */
export function anyChange(random: Random, record: SoakRecord, today: string): Partial<SoakFields> {
  const { customDays: _days, period: _period, ...drawn } = anyFields(random, today);
  const names = Object.keys(drawn) as (keyof typeof drawn)[];
  const kept = new Set<string>([pick(random, names), ...names.filter(() => random() < 0.15)]);
  const plain = Object.fromEntries(Object.entries(drawn).filter(([name]) => kept.has(name))) as Partial<SoakFields>;
  return { ...plain, ...anyMove(random, record) };
}

/** Another period or interval, or neither. */
function anyMove(random: Random, record: SoakRecord): Partial<SoakFields> {
  const customDays = 1 + below(random, 800);
  if (random() < 0.6) return record.period === 'custom' && random() < 0.3 ? { customDays } : {};
  const period = pick(random, periods);
  if (period !== 'custom') return random() < 0.3 ? { period, customDays: null } : { period };
  return record.period === 'custom' && random() < 0.5 ? { period } : { period, customDays };
}

/** The body that asks for these fields. */
export function bodyOf(fields: Partial<SoakFields>): Readonly<Record<string, unknown>> {
  const { name, amountHundredths, customDays, ...rest } = fields;
  return {
    ...rest,
    ...(name !== undefined && { name: name.text }),
    ...(amountHundredths !== undefined && { amount: amountHundredths / 100 }),
    ...(customDays !== undefined && { customDate: customDays === null ? null : String(customDays) }),
  };
}

/** The body of a creation, in which some fields are left to their usual value. */
export function draftBodyOf(random: Random, fields: SoakFields): Readonly<Record<string, unknown>> {
  const { notificationEnabled, status, customDate, ...rest } = bodyOf(fields);
  return {
    ...rest,
    ...((notificationEnabled === false || random() < 0.5) && { notificationEnabled }),
    ...((status !== 'active' || random() < 0.5) && { status }),
    ...((customDate !== null || random() < 0.2) && { customDate }),
  };
}

/** Any question for a list. */
export function anyListQuestion(random: Random, today: string): ListQuestion {
  const [text, folded] = pick(random, searches);
  const whole: Required<ListQuestion> = {
    limit: 1 + below(random, random() < 0.7 ? 12 : 100),
    offset: below(random, random() < 0.7 ? 10 : 100),
    sort: pick(random, sorts),
    status: pick(random, statuses),
    category: pick(random, categories),
    period: pick(random, periods),
    q: { text, folded },
    expiringBefore: formatDay(dayOfNumber(dayNumberOf(parseDay(today)) + below(random, 500) - 250)),
  };
  const isPaging = new Set(['limit', 'offset', 'sort']);
  const kept = Object.entries(whole).filter(([name]) => random() < (isPaging.has(name) ? 0.6 : 0.2));
  return Object.fromEntries(kept) as ListQuestion;
}

/** Any question for the trail. */
export function anyAuditQuestion(random: Random, ids: readonly string[]): AuditQuestion {
  return {
    ...(random() < 0.7 && { limit: 1 + below(random, 20) }),
    ...(random() < 0.4 && { offset: below(random, 60) }),
    ...(random() < 0.4 && ids.length > 0 && { subscriptionId: pick(random, ids) }),
  };
}

/** The query that asks a question. */
export function queryOf(question: ListQuestion | AuditQuestion): string {
  const words = Object.entries(question).map(([name, value]: [string, unknown]) => {
    const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
    return `${name}=${encodeURIComponent(String(text))}`;
  });
  return words.length === 0 ? '' : `?${words.join('&')}`;
}
