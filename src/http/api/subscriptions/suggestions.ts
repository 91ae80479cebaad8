import { periodTable } from '../../../domain/billing/periodTable.ts';
import { detailFields } from '../../../domain/subscriptions/detailFields.ts';
import { subscriptionFields } from '../../../domain/subscriptions/fields.ts';
import { addSynonyms, plainForm, quotedName, synonymsIn } from '../../suggestions/fields.ts';
import { wordsFor } from '../../validation/bodies.ts';

const wordsOfPeriods = synonymsIn(periodTable);

addSynonyms({
  ...synonymsIn(subscriptionFields),
  ...wordsOfPeriods,
  expiringBefore: ['before', 'until', 'duebefore', 'renewsbefore'],
  subscriptionId: ['id', 'subscription'],
  dueOn: ['duedate', 'due', 'nextpaymentdate', 'paymentdate'],
  paidOn: ['paid', 'paiddate', 'date', 'paidat', 'lastpaymentdate'],
  reschedule: ['shift', 'move', 'rescheduled'],
  cancelled: ['ended', 'stopped', 'terminated'],
  EUR: ['€', 'euro', 'euros'],
  GBP: ['£', 'pound', 'pounds', 'sterling'],
  JPY: ['yen'],
  CNY: ['rmb', 'yuan', 'renminbi'],
});

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

/** The interval between payments for words such as `weekly`; undefined for other words. */
function intervalOf(word: string): Interval | undefined {
  const plain = plainForm(word);
  // A word for a billing period means that period, whatever its length in days.
  if (Object.entries(wordsOfPeriods).some(([period, words]) => period === plain || words.includes(plain)))
    return undefined;
  return Object.hasOwn(intervalOfWord, plain) ? intervalOfWord[plain] : undefined;
}

/** The fix for a word that is no billing period, but an interval of days or months. */
export function fixForPeriod(word: string): string | undefined {
  const interval = intervalOf(word);
  if (interval === undefined) return undefined;
  const { days, months } = interval;
  const fix = `Send "custom", and with it "customDate": "${days}".`;
  return months === undefined
    ? fix
    : `${fix} For exactly ${months} months, also set everyMonths to ${months} in its details.`;
}

/** The fix for a currency that is not near a known one. Never suggests another one: the client would record a wrong price. */
export function fixForCurrency(word: string, nearest: string | undefined): string | undefined {
  if (nearest !== undefined) return undefined;
  if (!/^[A-Za-z]{3}$/.test(word)) return 'Ask the user which of the allowed values is meant, and send that.';
  const reason = `Duebook does not support ${word.toUpperCase()}`;
  return `${reason}: ask the user what it costs in one of the allowed values, and send that amount and currency.`;
}

// The details that `q` searches.
const searchedWords = wordsFor({ notes: detailFields.notes, tags: detailFields.tags });

/** What to do with an unknown parameter of the list that names a detail which `q` searches; undefined for any other. */
export function remedyForDetail(name: string): string | undefined {
  if (!searchedWords.includes(plainForm(name))) return undefined;
  return `Rename ${quotedName(name)} to "q", and add include=details, with which q searches notes and tags`;
}
