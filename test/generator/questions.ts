import { periods } from '../../src/core/billing/periodTable.ts';
import { statuses } from '../../src/modules/subscriptions/rules/limits.ts';
import { sorts } from '../../src/modules/subscriptions/routes/queries.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../support/calendar.ts';
import { categories, type NameForms } from './fields.ts';
import { below, pick, type Random } from './random.ts';

/** Page, order and filters of a list. */
export interface ListQuestion {
  readonly limit?: number;
  readonly offset?: number;
  readonly sort?: string;
  readonly status?: string;
  readonly category?: string;
  readonly period?: string;
  readonly q?: Pick<NameForms, 'text' | 'folded'>;
  readonly expiringBefore?: string;
}

/** Page and filter of the audit trail. */
export interface AuditQuestion {
  readonly limit?: number;
  readonly offset?: number;
  readonly subscriptionId?: string;
}

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
/** Any valid query of a list. */
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

/** Any valid query of the audit trail. */
export function anyAuditQuestion(random: Random, ids: readonly string[]): AuditQuestion {
  return {
    ...(random() < 0.7 && { limit: 1 + below(random, 20) }),
    ...(random() < 0.4 && { offset: below(random, 60) }),
    ...(random() < 0.4 && ids.length > 0 && { subscriptionId: pick(random, ids) }),
  };
}

/** The text of a query. */
export function queryOf(question: ListQuestion | AuditQuestion | Readonly<Record<string, string | number>>): string {
  const parameters = Object.entries(question).map(([name, value]: [string, unknown]) => {
    const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
    return `${name}=${encodeURIComponent(String(text))}`;
  });
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}
