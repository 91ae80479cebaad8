import { foldCase } from '../../../core/text/text.ts';
import { remark } from './values/remarks.ts';
import { setIfPresent, type RecordInProgress } from './recordInProgress.ts';
import { readDay } from './values/dates.ts';
import { readInterval } from './values/periods.ts';
import { problem, type Read } from './values/problems.ts';
import { isBlank, plainText } from './values/reading.ts';
import { readFlag } from './values/words.ts';

const days = ['trialEndsOn', 'endsOn', 'cancelBefore', 'termEndsOn', 'keepThrough'] as const;
const wordsForNoMethod: ReadonlySet<string> = new Set(['none', 'no payment method', 'keine', 'n/a']);
const jsonLengthMax = 10_000;
const hasSchemeOrNoHost = /^[a-z][a-z\d+.-]*:|^[^.]*$|\s/i;

/** Reads the details of a record; only those that the file states. */
export function importedDetails(record: RecordInProgress): void {
  const { cells, details, context } = record;
  if (typeof cells.notes === 'string' && cells.notes.trim() !== '') details['notes'] = cells.notes;
  readAddress(record);
  const method = plainText(cells.paymentMethod);
  if (!isBlank(method) && !wordsForNoMethod.has(method.toLowerCase())) details['paymentMethod'] = method;
  const tags = tagsOf(cells.tags);
  if (tags.length > 0) details['tags'] = tags;
  for (const field of days) setIfPresent(details, field, record.take(field, readDay(cells[field], context)));
  setIfPresent(details, 'termMonths', record.take('termMonths', readMonths(cells.termMonths)));
  setIfPresent(details, 'noticePeriod', record.take('noticePeriod', readNoticePeriod(cells.noticePeriod)));
  const steps = plainText(cells.priceSteps);
  if (Array.isArray(cells.priceSteps) || !isBlank(steps))
    details['priceSteps'] = membersOfJson(cells.priceSteps) ?? cells.priceSteps;
  for (const field of ['autoRenew', 'amountVaries'] as const)
    setIfPresent(details, field, record.take(field, readFlag(cells[field])));
  for (const field of ['anchorDay', 'everyMonths'] as const) {
    setIfPresent(details, field, record.take(field, readCount(cells[field])));
  }
}

function readAddress({ cells, details, notes }: RecordInProgress): void {
  const url = plainText(cells.url);
  if (isBlank(url)) return;
  const isComplete = hasSchemeOrNoHost.test(url);
  details['url'] = isComplete ? url : `https://${url}`;
  if (!isComplete) notes.push(remark('addressCompleted'));
}

function tagsOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? value : membersOfJson(value);
  if (Array.isArray(list)) return list;
  const text = plainText(value);
  // One label that is too long for its check.
  if (text.length > jsonLengthMax) return [text.slice(0, jsonLengthMax)];
  const known = new Map<string, string>();
  for (const tag of text.split(/[,;|]/)) {
    const trimmed = tag.trim();
    if (trimmed !== '' && !known.has(foldCase(trimmed))) known.set(foldCase(trimmed), trimmed);
  }
  return Array.from(known.values());
}

/** The value of a cell that holds JSON; undefined for any other. */
function membersOfJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > jsonLengthMax || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function readCount(value: unknown): Read<number | undefined> {
  if (isBlank(value)) return { value: undefined };
  const text = plainText(value);
  return /^\d{1,6}$/.test(text) ? { value: Number(text) } : problem('notAWholeNumber', { value });
}

/** A number of months, or a length of time of whole months. */
function readMonths(value: unknown): Read<number | undefined> {
  if (/^\d+$/.test(plainText(value))) return readCount(value);
  const read = readInterval(value);
  if ('value' in read && read.value === undefined) return { value: undefined };
  if ('value' in read && typeof read.value === 'object' && read.value.unit === 'months')
    return { value: read.value.count };
  return problem('notMonths', { value });
}

function readNoticePeriod(value: unknown): Read<unknown> {
  if (typeof value === 'object' && value !== null) return { value };
  const members = membersOfJson(value);
  if (members !== undefined) return { value: members };
  const read = readInterval(value);
  if ('problem' in read) return problem('notANoticePeriod', { value });
  if (read.value === undefined || read.value === 'once') return { value: undefined };
  const { unit, count } = read.value;
  const isWeeks = unit === 'days' && count % 7 === 0 && /w/i.test(plainText(value));
  return { value: isWeeks ? { count: count / 7, unit: 'weeks' } : { count, unit } };
}
