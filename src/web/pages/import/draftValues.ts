import { intervalOf } from '../../format/intervals.ts';
import { amountText } from '../../format/money.ts';
import { type DetailName, detailNames, detailText } from '../../subscriptions/detailFields.ts';
import { type Currency, type Details, statuses } from '../../subscriptions/fields.ts';
import { type FormValues, newValues } from '../subscriptions/form/values.ts';
import { billingOf, type ReportRow } from './report.ts';

/** For whom a form is filled in. */
interface Reader {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly locale: string;
  readonly currencies: readonly Currency[];
}

/** The values of a form for a row of a file, as far as they could be read. Controls for the others are empty. */
export function draftValues({ draft = {}, details = {}, error }: ReportRow, reader: Reader): FormValues {
  const currency = reader.currencies.find((one) => one === draft['currency']);
  // Nobody shall save an amount in a currency that the file does not say.
  const empty = newValues(currency ?? '', reader.today);
  const { amount, notificationEnabled } = draft;
  return {
    ...empty,
    ...Object.fromEntries(detailNames.map((name) => [name, textOf(name, details)])),
    ...datesIn(draft, details),
    ...(error?.field === 'nextPaymentDate' && { nextPaymentDate: '' }),
    // Where the file does not say how often it is paid, the last payment does not follow.
    ...('nextPaymentDate' in draft && { nextPaymentDate: wordsIn(draft['nextPaymentDate']) }),
    name: wordsIn(draft['name']),
    amount: typeof amount === 'number' ? amountText(amount, reader.locale, currency) : '',
    category: wordsIn(draft['category']),
    status: statuses.find((one) => one === draft['status']) ?? empty.status,
    notificationEnabled: notificationEnabled !== false,
  };
}

type Values = Readonly<Record<string, unknown>>;

/** What the due dates follow from. */
function datesIn(draft: Values, details: Values): Pick<FormValues, 'count' | 'unit' | 'lastPaymentDate' | 'anchorDay'> {
  const { everyMonths, anchorDay } = details;
  const billing = billingOf({ ...draft, everyMonths });
  const { count = '', unit = 'month' } = (billing && intervalOf(billing)) ?? {};
  return {
    count: String(count),
    unit,
    lastPaymentDate: wordsIn(draft['lastPaymentDate']),
    anchorDay: typeof anchorDay === 'number' ? anchorDay : null,
  };
}

function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textOf(name: DetailName, details: Values): string {
  const value = details[name] ?? null;
  if (value === null) return '';
  try {
    return detailText(name, { [name]: value } as Details);
  } catch {
    // What could be read of it is of another type.
    return wordsIn(value);
  }
}
