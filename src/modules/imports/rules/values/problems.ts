import type { CurrencyFault } from '../../../../core/billing/currencies.ts';
import type { RelationFault } from '../../../subscriptions/rules/subscription.ts';
import { filled, shownValue } from './reading.ts';

// What is wrong with a record of a file, and how to correct it. `{name}` stands for a value.
const ofRecords = {
  missing: ['{field} is missing.', 'Write it in the file.'],
  tooLong: ['{field} has more than {max} characters.', 'Shorten {field}, and import the file again.'],
  brokenRule: ['{field} must be {rule}.', 'Correct {field}.'],
  unknownField: ['There is no field {field}.', 'Remove {field}.'],
  notAnAmount: ['{value} is not an amount.', 'Write a number with at most two decimals, such as 9.99.'],
  amountAmbiguous: [
    'The amount {value} is {whole} or {fraction}.',
    'Write {whole}.00, or the amount with two decimals.',
  ],
  amountNegative: ['The amount {value} is negative.', 'Write an amount of zero or more, or remove the row.'],
  amountTooLarge: ['The amount {value} is larger than {max}.', 'Write at most {max}.'],
  tooManyDecimals: ['The amount {value} has more than two decimals.', 'Write it with at most two decimals.'],
  wordBesideAmount: [
    'The amount {value} has {word} beside it, which does not mean {currency}.',
    'Write the amount of one period as a number, such as 9.99, and its currency.',
  ],
  currencyMissing: [
    'currency is missing.',
    'Name the currency of amounts without one, such as currencyFor={symbol}:EUR.',
  ],
  currencyTwice: [
    'The currency is stated twice, as {currency} and as {other}.',
    'Write one currency in the column, and the same or none beside the amount.',
  ],
  currencyUnused: [
    'The currency {currency} is not in use on this server.',
    'Start the server with --currencies {codes}, or write another currency.',
  ],
  notACurrencyCode: ['{currency} is not the code of a currency.', 'Write one of {allowed}.'],
  symbolAmbiguous: [
    '{value} is the symbol of several currencies: {candidates} and others.',
    'Say which one the file means, such as currencyFor={symbol}:{meant}.',
  ],
  symbolUnused: [
    '{value} is the symbol of several currencies: {candidates} and others.',
    'None of these is in use on this server. Start it with --currencies and the code, such as {first}, and say which one the file means.',
  ],
  currencyNumber: [
    'The file gives the currency by its number {symbol} in the other tracker.',
    'Say which currency it is: currencyFor={symbol}:CODE, with its code for CODE.',
  ],
  notACurrency: [
    '{value} is not a currency.',
    'Write a code of three letters, such as EUR, or say what it means: currencyFor={symbol}:CODE, with its code for CODE.',
  ],
  notAnInterval: [
    '{value} is not an interval.',
    'Write monthly, quarterly, yearly, weekly, or an interval such as "every 2 months".',
  ],
  intervalImpossible: [
    'The interval {value} is not a possible one.',
    'Write an interval of 1 to {max} days, such as "every 3 months".',
  ],
  cycleNotExported: [
    'This export has no billing cycle: Wallos exports it since version 2.41.',
    'Update Wallos and export again, or add "Payment Cycle" to each record, such as Monthly.',
  ],
  everyMonthsRange: [
    'everyMonths must be a whole number from {min} to {max}.',
    'Write the days in customDate instead.',
  ],
  customWithoutDays: [
    'The period is custom, but the file has no number of days for it.',
    'Write the days, such as 30.',
  ],
  notADate: ['{value} is not a date.', 'Write the date as YYYY-MM-DD, such as 2026-12-31.'],
  notARealDay: ['{value} is not a real day.', 'Write the date as YYYY-MM-DD, such as 2026-12-31.'],
  dayTooOld: ['The day {value} is before {year}.', 'Write the day, or leave it empty.'],
  noTimeOfDay: ['{value} has no real time of day.', 'Write the date as YYYY-MM-DD, such as 2026-12-31.'],
  dayOrMonthFirst: [
    'The date {value} has the day or the month first, and no date of the file shows which.',
    'Write the date as YYYY-MM-DD, such as 2026-12-31.',
  ],
  dayNumber: [
    '{value} is the number of a day in a spreadsheet, not a date.',
    'Format the column as a date in the spreadsheet, and export the file again.',
  ],
  monthWithoutDay: ['{value} is a month without a day.', 'Write the date as YYYY-MM-DD, such as 2026-12-31.'],
  twoDigitYear: ['The date {value} has a year of two digits.', 'Write the date as YYYY-MM-DD, such as 2026-12-31.'],
  notAStatus: ['{value} is not a status.', 'Write active, paused or cancelled.'],
  notAFlag: ['{value} is neither yes nor no.', 'Write yes or no.'],
  notAWholeNumber: ['{value} is not a whole number.', 'Write a whole number in plain digits.'],
  notMonths: ['{value} is not a number of months.', 'Write a number of months, such as 12, or leave it empty.'],
  notANoticePeriod: [
    '{value} is not a period of notice.',
    'Write a number and a unit, such as "3 months", or leave it empty.',
  ],
  recordNotAnObject: [
    'The record is not an object.',
    'Remove it from the list, or write curly brackets around its fields.',
  ],
  detailsNotAnObject: ['details is not an object.', 'Remove details.'],
  paymentInvalid: [
    'Payment {payment} is not valid.',
    'Write dueOn and paidOn as YYYY-MM-DD, amount as a number, currency, and source as manual or automatic.',
  ],
  paymentCurrency: ['Payment {payment}: {currency} is not the code of a currency.', 'Write a code of three letters.'],
  paymentTooLate: ['Payment {payment}: paidOn is after tomorrow.', 'Write the day on which it was paid.'],
  paymentTwice: ['Payment {payment}: another one has the same dueOn and paidOn.', 'Remove one of them.'],
  severalTwins: [
    '{count} subscriptions may be meant, and the file does not say which one.',
    'Give these subscriptions different names first, or leave the record out.',
  ],
  noTwin: ['No subscription has this name: there is nothing to update.', 'Create it, or leave the record out.'],
  columnsTied: [
    'Several columns may be {field}: {headers}. The file does not say which one counts.',
    'Say which one, such as mapping={key}:{field}.',
  ],
  columnsDiffer: [
    '{field} is {value} in one column, and {word} in {column}.',
    'Correct the file, or ignore a column, such as mapping={key}:.',
  ],
  intervalInParts: [
    'The interval is {value} with {word} in {column}, which can mean several intervals.',
    'Write it in one column, such as "every 3 months", or ignore the other one, such as mapping={key}:.',
  ],
  quantityBeside: [
    'The row has {value} in {column}, and the file does not say whether the amount is that of one or of all.',
    'Write the amount of all, and ignore the column, such as mapping={key}:.',
  ],
  notPaid: [
    'The row has {value} in {column}: it is not something to pay.',
    'Remove the row, or ignore the column, such as mapping={key}:.',
  ],
  dayOfWhat: [
    'The columns {headers} have a day, and the file does not say which one it is.',
    'Say which one, such as mapping={key}:nextPaymentDate.',
  ],
  rowMisquoted: [
    'The row has a quotation mark without a second one.',
    'Write "" for a quotation mark in a quoted text.',
  ],
  rowCells: [
    'The row has {cells} cells, and the header {columns}.',
    'Write texts that contain the delimiter in double quotes.',
  ],
  rowOfWallos: [
    'The row has not as many cells as the header, or quotation marks that are not in pairs.',
    'Export the records from Wallos as JSON, and import that file.',
  ],
} as const;

// What is wrong with a file as a whole.
const ofFiles = {
  fileEmpty: ['The file is empty.', 'Import a file with records.'],
  fileInForm: [
    'The body is a form (multipart/form-data) with a file in it.',
    'Send the file itself as the body, such as with curl --data-binary @file.',
  ],
  notAText: ['The file is not a text.', 'Export the records as CSV or JSON, and import that file.'],
  otherKindOfFile: ['The file is {kind}.', 'Export the records as CSV or JSON, and import that file.'],
  undecodable: [
    'Line {line} of the file has bytes that are not {encoding}.',
    'Save the file as UTF-8, or state the encoding that it has, such as encoding=windows-1250.',
  ],
  brokenJson: ['The file begins like JSON, but is not JSON.', 'Export the file again, and import it unchanged.'],
  nestedTooDeeply: ['The file is nested too deeply.', 'Export the file again, and import it unchanged.'],
  nameTwice: ['{place} has {name} twice.', 'Remove one of the two, and import the file again.'],
  tooManyFields: ['{place} has more than {max} fields.', 'Remove those that no record needs.'],
  unknownJson: [
    'The JSON is no export that Duebook knows.',
    'Import an export of Duebook, Wallos, SubTrackr or subscription-manager, or a CSV file.',
  ],
  notATable: [
    'The file is neither JSON nor a table with a row of column names.',
    'Import an export of Duebook, Wallos, SubTrackr or subscription-manager, or a CSV file.',
  ],
  noRows: ['The file has no rows.', 'Import a file with a row of column names and records.'],
  tooManyColumns: ['The file has more than {max} columns.', 'Remove those that no record needs.'],
  tooManyLines: ['The file has more than {max} lines.', 'Remove the empty lines, or split the file.'],
  tooManyCells: [
    'The file has more than {max} cells, or {quotes} quotation marks.',
    'Remove columns, or split the file.',
  ],
  tooManyRecords: [
    'The file has {count} records; at most {max} can be imported at once.',
    'Split it into files of at most {max} records, each with the row of column names if it has one.',
  ],
  unknownRow: ['The file has no record {row}: it has {count}.', 'Name records by their place in the file, from 1.'],
  unknownColumn: ['The file has no column {name}.', 'Name one of its columns: {columns}.'],
  otherFormat: ['The file is not {wanted}: it looks like {found}.', 'Send format={format}, or format=auto.'],
  otherVersion: [
    'The export has the version {value}, and this server reads version {version}.',
    'Import it into a newer Duebook, or export it again from this version.',
  ],
  noList: ['The export has no list of subscriptions.', 'Export the records again, and import that file.'],
  tooSlow: ['Reading the file takes too long.', 'Split the file into smaller ones.'],
} as const;

// A write of a subscription has the same faults, with these texts.
const ofRelations = [
  'customDateMissing',
  'customDateUnwanted',
  'everyMonthsUnwanted',
  'dateTooLate',
  'currencyTakenOff',
] as const satisfies readonly (RelationFault | CurrencyFault)['reason'][];

const sentences = { ...ofRecords, ...ofFiles };

/** Why a file as a whole cannot be imported. */
export type FileReasonCode = keyof typeof ofFiles;
/** Why a record of a file cannot be imported. */
export type RecordReasonCode = keyof typeof ofRecords | (RelationFault | CurrencyFault)['reason'];

/** All codes of reasons why a record cannot be imported. */
export const recordReasonCodes: readonly RecordReasonCode[] = [
  ...(Object.keys(ofRecords) as (keyof typeof ofRecords)[]),
  ...ofRelations,
];

/** Why something cannot be imported: a code for programs that have texts of their own, and the values of its text. */
interface Reason {
  readonly code: RecordReasonCode | FileReasonCode;
  readonly values: Readonly<Record<string, string>>;
}

/** Why a value cannot be read, and what to do about it. */
export interface Problem {
  readonly message: string;
  readonly suggestedFix: string;
  readonly reason: Reason;
  /** What the file calls a currency that the request can name; `*` for amounts without one. */
  readonly value?: string;
  /** The codes that it may mean. */
  readonly allowedValues?: readonly string[];
}

/** Either the value that was read, or the problem. */
export type Read<Value> = { readonly value: Value } | { readonly problem: Problem };

type Sentences = typeof sentences;
type PlaceholdersIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersIn<Rest> : never;
type ValuesOf<Code extends keyof Sentences> = { readonly [Name in PlaceholdersIn<Sentences[Code][number]>]: unknown };
type RestOf<Code extends keyof Sentences> = [keyof ValuesOf<Code>] extends [never]
  ? []
  : [values: ValuesOf<Code>, suggestedFix?: string];

/**
 * The result for a value that cannot be read.
 *
 * @param rest the values of the two sentences, by name; then the advice, if it is not the usual one of this code
 */
export function problem<Code extends keyof Sentences>(
  code: Code,
  ...rest: RestOf<Code>
): { readonly problem: Problem } {
  const [given = {}, suggestedFix] = rest as Readonly<
    [values?: Readonly<Record<string, unknown>>, suggestedFix?: string]
  >;
  const [message, usualFix] = sentences[code];
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, shownAs(name, value)]));
  return {
    problem: {
      message: filled(message, values, writtenValues),
      suggestedFix: suggestedFix ?? filled(usualFix, values, writtenValues),
      reason: { code, values },
    },
  };
}

// These come from the file, so they are quoted and shortened.
const writtenValues: ReadonlySet<string> = new Set(['value', 'word', 'name', 'column']);

function shownAs(name: string, value: unknown): string {
  return writtenValues.has(name) ? shownValue(value) : String(value);
}
