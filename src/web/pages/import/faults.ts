import { isolated } from '../../format/text.ts';
import { problemText } from '../../messages/problems.ts';
import { type PlainMessageKey, type Reader, translateKnown } from '../../messages/translate.ts';
import { fieldTexts } from './fieldTexts.ts';
import type { RowFault } from './report.ts';

/**
 * What is wrong with a row, and how to correct it, in the language of the reader. In the words of the service for a reason
 * that only a newer one knows.
 */
export function faultWords(reader: Reader, fault: RowFault): string {
  const { reason, field = '' } = fault;
  const label = labelOf(reader, field);
  const shown = Object.entries(reason?.values ?? {}).map(([name, value]) => [name, shownValue(name, value)]);
  const values = { ...Object.fromEntries(shown), field: label ?? field };
  const known = reason && translateKnown(reader, `imports.fault.${reason.code}`, values);
  return known ?? withLabel(reader, problemText(reader, fault), label);
}

// What somebody wrote in the file, perhaps in another direction of writing.
const writtenValues: ReadonlySet<string> = new Set(['value', 'word', 'symbol', 'column']);
// Others may be a year or a code.
const numbers: ReadonlySet<string> = new Set(['whole', 'fraction', 'max', 'min', 'count', 'cells', 'columns']);

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
