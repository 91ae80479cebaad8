import { intervalOf } from '../../format/intervals.ts';
import { amountText } from '../../format/money.ts';
import {
  currencies,
  type DetailName,
  detailNames,
  detailText,
  type Details,
  statuses,
} from '../../subscriptions/fields.ts';
import { type FormValues, newValues } from '../subscriptions/form/values.ts';
import { billingOf, type ReportRow } from './report.ts';

/** For whom a form is filled in. */
interface Reader {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly locale: string;
}

/** The values of a form for a row of a file, as far as they could be read. Controls for the others are empty. */
export function draftValues({ draft = {}, details = {}, error }: ReportRow, { today, locale }: Reader): FormValues {
  const currency = currencies.find((one) => one === draft['currency']) ?? currencies[0] ?? 'EUR';
  const billing = billingOf({ ...draft, everyMonths: details['everyMonths'] });
  const interval = billing && intervalOf(billing);
  const { amount, notificationEnabled } = draft;
  const anchorDay = details['anchorDay'];
  const empty = newValues(currency, today);
  return {
    ...empty,
    ...Object.fromEntries(detailNames.map((name) => [name, textOf(name, details)])),
    name: wordsIn(draft['name']),
    amount: typeof amount === 'number' ? amountText(amount, locale, currency) : '',
    count: interval ? String(interval.count) : '',
    unit: interval?.unit ?? empty.unit,
    lastPaymentDate: wordsIn(draft['lastPaymentDate']),
    ...(error?.field === 'nextPaymentDate' && { nextPaymentDate: '' }),
    anchorDay: typeof anchorDay === 'number' ? anchorDay : null,
    category: wordsIn(draft['category']),
    status: statuses.find((one) => one === draft['status']) ?? empty.status,
    notificationEnabled: typeof notificationEnabled === 'boolean' ? notificationEnabled : empty.notificationEnabled,
  };
}

function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textOf(name: DetailName, details: Readonly<Record<string, unknown>>): string {
  const value = details[name] ?? null;
  if (value === null) return '';
  try {
    return detailText(name, { [name]: value } as Details);
  } catch {
    // What could be read of it is of another type.
    return wordsIn(value);
  }
}
