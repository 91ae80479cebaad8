import { periods, periodTable } from '../../domain/billing/periodTable.ts';
import { subscriptionFields } from '../../domain/subscriptions/fields.ts';
import { nearest } from '../../domain/text/nearest.ts';

// Names that other services use, in lower case, without spaces, dashes and underscores.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  ...alsoCalledIn(subscriptionFields),
  ...alsoCalledIn(periodTable),
  q: ['name', 'search', 'query', 'text', 'keyword'],
  limit: ['perpage', 'pagesize', 'size', 'count', 'max'],
  offset: ['skip', 'start'],
  sort: ['sortby', 'order', 'orderby', 'ordering'],
  expiringBefore: ['before', 'until', 'duebefore', 'renewsbefore'],
  horizonDays: ['days', 'horizon'],
  subscriptionId: ['id', 'subscription'],
  from: ['since', 'after', 'startdate', 'fromdate'],
  to: ['until', 'before', 'enddate', 'todate', 'through'],
  dueOn: ['duedate', 'due', 'nextpaymentdate', 'paymentdate'],
  paidOn: ['paid', 'paiddate', 'date', 'paidat', 'lastpaymentdate'],
  reschedule: ['shift', 'move', 'rescheduled'],
  dryRun: ['dry', 'isdryrun', 'dryrunmode', 'simulate', 'preview', 'validate', 'test', 'rehearse', 'whatif'],
  ifMatch: ['match', 'etag', 'ifetag', 'version'],
  idempotencyKey: ['idempotency', 'idempotent', 'idempotencytoken', 'xidempotencykey', 'requestkey'],
  cancelled: ['ended', 'stopped', 'terminated'],
  EUR: ['€', 'euro', 'euros'],
  GBP: ['£', 'pound', 'pounds', 'sterling'],
  JPY: ['yen'],
  CNY: ['rmb', 'yuan', 'renminbi'],
  create: ['add', 'insert', 'new', 'post'],
  update: ['patch', 'change', 'modify', 'edit', 'put'],
  renew: ['pay', 'paid', 'markpaid', 'markaspaid'],
  delete: ['remove', 'destroy'],
};

/** How often something is paid that no billing period says: every few days, or about so many days for some months. */
interface Interval {
  readonly days: number;
  /** The calendar months, where the days are only the nearest whole number. */
  readonly months?: number;
}

const week = { days: 7 };
const twoWeeks = { days: 14 };
const quarter = { days: 91, months: 3 };
const halfYear = { days: 182, months: 6 };

const intervalOfWord: Readonly<Record<string, Interval>> = {
  daily: { days: 1 },
  everyday: { days: 1 },
  weekly: week,
  week,
  everyweek: week,
  biweekly: twoWeeks,
  fortnightly: twoWeeks,
  everytwoweeks: twoWeeks,
  quarterly: quarter,
  quarter,
  everyquarter: quarter,
  everythreemonths: quarter,
  halfyearly: halfYear,
  semiannual: halfYear,
  semiannually: halfYear,
  everysixmonths: halfYear,
};

/**
 * The known word that a typed one means: by case, by synonym or by a typing error; undefined without one.
 *
 * @param alsoCalled further synonyms of some words, in lower case, without spaces, dashes and underscores
 * @param others words in that form that are known elsewhere, and so no typing errors
 */
export function nearestFieldOf(
  typed: string,
  words: readonly string[],
  alsoCalled: Readonly<Record<string, readonly string[]>> = {},
  others: readonly string[] = [],
): string | undefined {
  const plain = plainForm(typed);
  const exact = words.find((word) => word.toLowerCase() === plain);
  const isCalled = (word: string) => [...(alsoCalled[word] ?? []), ...(synonyms[word] ?? [])].includes(plain);
  const meant = exact ?? words.find(isCalled);
  return meant ?? (others.includes(plain) ? undefined : nearest(typed, words));
}

/** The interval between payments for words such as `weekly`; undefined for other words. */
export function intervalOf(word: string): Interval | undefined {
  const plain = plainForm(word);
  // A word for a billing period means that period, whatever its length in days.
  if (periods.some((period) => period === plain || synonyms[period]?.includes(plain))) return undefined;
  return Object.hasOwn(intervalOfWord, plain) ? intervalOfWord[plain] : undefined;
}

/** The synonyms in each row of a table. */
function alsoCalledIn(
  table: Readonly<Record<string, { readonly alsoCalled?: readonly string[]; readonly kind?: unknown }>>,
) {
  return Object.fromEntries(Object.entries(table).map(([name, { alsoCalled = [] }]) => [name, alsoCalled]));
}

/** A name in lower case, without spaces, dashes and underscores. */
export function plainForm(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '');
}

const shownMax = 80;

/** A name that a client sent, quoted and shortened for a message. */
export function quotedName(name: string): string {
  return JSON.stringify(name.length > shownMax ? `${name.slice(0, shownMax)}…` : name);
}
