import type { RecordReasonCode } from '../../../modules/imports/rules/values/problems.ts';
import { isolated } from '../../format/text.ts';
import { problemText } from '../../messages/problems.ts';
import { type MessageKey, type PlainMessageKey, type Reader, translateKnown } from '../../messages/translate.ts';
import { fieldTexts } from './fieldTexts.ts';
import type { RowFault } from './report.ts';

// A value that breaks the rule of its field has the text of that rule, as in the form.
type TextCode = Exclude<RecordReasonCode, 'brokenRule'>;

const texts = {
  missing: 'imports.fault.missing',
  tooLong: 'imports.fault.tooLong',
  unknownField: 'imports.fault.unknownField',
  notAnAmount: 'imports.fault.notAnAmount',
  amountAmbiguous: 'imports.fault.amountAmbiguous',
  amountNegative: 'imports.fault.amountNegative',
  amountTooLarge: 'imports.fault.amountTooLarge',
  tooManyDecimals: 'imports.fault.tooManyDecimals',
  wordBesideAmount: 'imports.fault.wordBesideAmount',
  currencyMissing: 'imports.fault.noSymbol',
  currencyTwice: 'imports.fault.currencyTwice',
  currencyUnused: 'imports.fault.unused',
  notACurrencyCode: 'imports.fault.notACurrencyCode',
  symbolAmbiguous: 'imports.fault.symbol',
  symbolUnused: 'imports.fault.symbolUnused',
  currencyNumber: 'imports.fault.currencyNumber',
  notACurrency: 'imports.fault.currency',
  notAnInterval: 'imports.fault.notAnInterval',
  intervalImpossible: 'imports.fault.intervalImpossible',
  cycleNotExported: 'imports.fault.cycleNotExported',
  everyMonthsRange: 'imports.fault.everyMonthsRange',
  customWithoutDays: 'imports.fault.customWithoutDays',
  notADate: 'imports.fault.notADate',
  notARealDay: 'imports.fault.notARealDay',
  dayTooOld: 'imports.fault.dayTooOld',
  noTimeOfDay: 'imports.fault.noTimeOfDay',
  dayOrMonthFirst: 'imports.fault.dayOrMonthFirst',
  dayNumber: 'imports.fault.dayNumber',
  monthWithoutDay: 'imports.fault.monthWithoutDay',
  twoDigitYear: 'imports.fault.twoDigitYear',
  notAStatus: 'imports.fault.notAStatus',
  notAFlag: 'imports.fault.notAFlag',
  notAWholeNumber: 'imports.fault.notAWholeNumber',
  notMonths: 'imports.fault.notMonths',
  notANoticePeriod: 'imports.fault.notANoticePeriod',
  recordNotAnObject: 'imports.fault.recordNotAnObject',
  detailsNotAnObject: 'imports.fault.detailsNotAnObject',
  paymentInvalid: 'imports.fault.paymentInvalid',
  paymentCurrency: 'imports.fault.paymentCurrency',
  paymentRule: 'imports.fault.paymentRule',
  paymentTooLate: 'imports.fault.paymentTooLate',
  paymentTwice: 'imports.fault.paymentTwice',
  severalTwins: 'imports.fault.severalTwins',
  noTwin: 'imports.fault.noTwin',
  columnsTied: 'imports.fault.columnsTied',
  columnsDiffer: 'imports.fault.columnsDiffer',
  intervalInParts: 'imports.fault.intervalInParts',
  quantityBeside: 'imports.fault.quantityBeside',
  notPaid: 'imports.fault.notPaid',
  dayOfWhat: 'imports.fault.dayOfWhat',
  rowMisquoted: 'imports.fault.rowMisquoted',
  rowCells: 'imports.fault.rowCells',
  rowOfWallos: 'imports.fault.rowOfWallos',
  customDateMissing: 'imports.fault.customWithoutDays',
  customDateUnwanted: 'imports.fault.intervalUnwanted',
  everyMonthsUnwanted: 'imports.fault.intervalUnwanted',
  dateTooLate: 'imports.fault.dateTooLate',
  currencyTakenOff: 'imports.fault.currencyTakenOff',
} as const satisfies Record<TextCode, MessageKey>;

const textsByCode: Readonly<Record<string, MessageKey | undefined>> = texts;

/**
 * What is wrong with a row, and how to correct it, in the language of the reader. In the words of the service for a reason
 * that only a newer one knows.
 */
export function faultWords(reader: Reader, fault: RowFault): string {
  const { reason, field = '' } = fault;
  const key = reason && textsByCode[reason.code];
  const label = labelOf(reader, field);
  const known = key && translateKnown(reader, key, { ...shownValues(reason.values), field: label ?? field });
  return known ?? withLabel(reader, problemText(reader, fault), label);
}

// What somebody wrote in the file, perhaps in another direction of writing.
const writtenValues: ReadonlySet<string> = new Set(['value', 'word', 'symbol', 'column']);
// Others may be a year or a code.
const numbers: ReadonlySet<string> = new Set(['whole', 'fraction', 'max', 'min', 'count', 'cells', 'columns']);

function shownValues(values: Readonly<Record<string, string>>): Readonly<Record<string, string | number>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownValue(name, value)]));
}

function shownValue(name: string, value: string): string | number {
  if (numbers.has(name)) return Number(value);
  return writtenValues.has(name) ? isolated(value) : value;
}

/** A text about a field, with its label, unless it begins with a label already: the catalogue may know the field by another one. */
function withLabel(reader: Reader, text: string, label: string | undefined): string {
  const others = [label, ...otherLabels.map((key) => translateKnown(reader, key))];
  const hasLabel = others.some((one) => text.startsWith(`${one}: `));
  return label === undefined || hasLabel ? text : `${label}: ${text}`;
}

const otherLabels = ['activity.field.price', 'activity.field.interval'] as const satisfies readonly PlainMessageKey[];

function labelOf(reader: Reader, field: string): string | undefined {
  const key = Object.entries(fieldTexts).find(([name]) => name === field)?.[1];
  return key && translateKnown(reader, key);
}
