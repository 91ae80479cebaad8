import { filled } from './reading.ts';

/** The category of a record whose file names none. */
export const categoryForNone = 'Other';

// What a report says of a file or a record beyond faults. `{name}` stands for a value.
const sentences = {
  encodingGuessed:
    'The file is not UTF-8: it was read as {encoding}. If letters are wrong, state the encoding that it has.',
  paidOnce: 'It is paid once.',
  categoryMissing: 'The file names no category: it is {category}.',
  activeUntilEnd: 'It is cancelled, and stays active until {endsOn}.',
  inactiveAsPaused: 'The file says that it is inactive: that counts as paused.',
  trialOver: 'The trial is over.',
  trialGuessed: 'The trial is taken to end on {trialEndsOn}, the day before the first payment.',
  endGuessed: 'It ends on {endsOn}, because the column {value} says so.',
  renewsAtExpiry: 'It does not end on {endsOn}, although the column {value} has this day, because it is renewed then.',
  addressCompleted: 'The address has no https:// in the file; it was added.',
  monthsAsDays: 'The interval of {months} months is counted as {days} days.',
  lastPaymentReplaced: 'The last payment on {last} does not fit the next one on {next}; {taken} is taken for it.',
  firstPaymentToCome: 'The first payment is on {start}; {taken} is taken for the last one.',
  payerLeftOut: 'The payer {value} is left out.',
  accountLeftOut: 'The account {value} is left out.',
  usageLeftOut: 'The usage {value} is left out.',
  unknownField: 'There is no field {field}: it is left out.',
  earlierRecord: 'Record {row} of the file has the same name, amount, currency, period, day and payer.',
  nothingNew: 'Everything is as in the file already.',
  sameName: 'A subscription has this name: {value}, {amount} {currency}, {status}.',
  existingStatus: 'The subscription with the same name, currency and period is {status}.',
  statusChanged: 'The subscription was {status}.',
  paymentsLeftOut: 'Payments are imported with new subscriptions only.',
} as const;

/** What a remark says; its values have names of their own. */
export type RemarkCode = keyof typeof sentences;

/** All codes of remarks. */
export const remarkCodes = Object.keys(sentences) as readonly RemarkCode[];

/** What a report says of a file or a record beyond faults: a code for programs, and the values of its text. */
export interface Remark {
  readonly code: RemarkCode;
  /** Texts as they can be shown; days are `YYYY-MM-DD`. */
  readonly values: Readonly<Record<string, string>>;
}

/** A remark with its values. */
export function remark(code: RemarkCode, values: Readonly<Record<string, string | number>> = {}): Remark {
  return { code, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) };
}

// Their values are what somebody wrote, and stand in quotes.
const writtenValues: ReadonlySet<string> = new Set(['value', 'field', 'category']);

/** A remark as an English sentence. */
export function sentenceOf({ code, values }: Remark): string {
  return filled(sentences[code], values, writtenValues);
}
