import { dayAfter } from '../../../core/billing/days.ts';
import { everyMonthsRange, type UncheckedBillingPeriod } from '../../../core/billing/periodTable.ts';
import { remark } from './values/remarks.ts';
import { setIfPresent, type RecordInProgress } from './recordInProgress.ts';
import { dayBefore, scheduleFrom, type StatedDates } from './schedule.ts';
import { readDay } from './values/dates.ts';
import { readInterval, statedPeriodOf, type StatedPeriod } from './values/periods.ts';
import { problem, type Read } from './values/problems.ts';
import { isBlank, plainText, wordsOf } from './values/reading.ts';

const dateFields = ['nextPaymentDate', 'lastPaymentDate', 'startDate'] as const;

/** Reads how often a record is paid, and from its dates the last payment. */
export function readBillingAndDates(record: RecordInProgress): void {
  const stated = record.take('period', readPeriod(record));
  const dayIn = (field: (typeof dateFields)[number]) =>
    record.take(field, readDay(record.cells[field], record.context));
  const dates = {
    next: dayIn('nextPaymentDate'),
    last: dayIn('lastPaymentDate'),
    start: dayIn('startDate'),
    anchorDay: anchorDayOf(record.details['anchorDay']),
  };
  if (stated === undefined) {
    if (record.skip !== undefined) return;
    record.require('period', 'Write how often it is paid: monthly, quarterly, yearly, or such as "every 2 months".');
    setIfPresent(record.draft, 'lastPaymentDate', dates.last);
    if (dates.last === undefined) record.nextPaymentDate = dates.next;
    requireDate(record);
    return;
  }
  const { period, customDate, everyMonths, note } = stated;
  record.draft['period'] = period;
  setIfPresent(record.draft, 'customDate', customDate);
  setIfPresent(record.details, 'everyMonths', everyMonths);
  if (note !== undefined) record.notes.push(note);
  const customDays = customDate === undefined ? null : Number(customDate);
  readGuessedEnd(record, dates.next);
  setDates(record, dates, { period, customDays, everyMonths: everyMonths ?? null });
}

function setDates(record: RecordInProgress, dates: StatedDates, billing: UncheckedBillingPeriod): void {
  const { draft, details, context } = record;
  const { endsOn } = details;
  const through = typeof endsOn === 'string' && endsOn < context.today ? endsOn : context.today;
  const schedule = scheduleFrom(dates, billing, through);
  delete details['anchorDay'];
  if (schedule !== undefined) {
    draft['lastPaymentDate'] = schedule.lastPaymentDate;
    record.hasDueDate = dates.next !== undefined;
    if (schedule.anchorDay !== null) details['anchorDay'] = schedule.anchorDay;
    if (schedule.note !== undefined) record.notes.push(schedule.note);
  }
  requireDate(record);
  if (record.status === 'trial') readTrial(record, dates.next ?? dates.start);
}

/** An end from a column that only may mean one. What is renewed then does not end. */
function readGuessedEnd({ details, status, notes, context: { endColumn } }: RecordInProgress, next?: string): void {
  const { endsOn, autoRenew } = details;
  if (endColumn === undefined || typeof endsOn !== 'string') return;
  const isOver = status === 'cancelled' || status === 'inactive';
  const isPaidThen = next !== undefined && (next === endsOn || next === dayAfter(endsOn, 1));
  const isRenewed = endColumn.isExpiry && !isOver && (autoRenew === true || (autoRenew !== false && isPaidThen));
  if (isRenewed) delete details['endsOn'];
  notes.push(remark(isRenewed ? 'renewsAtExpiry' : 'endGuessed', { endsOn, value: endColumn.header }));
}

/** Refuses a record without any date from which its payments follow; the fault of a date that cannot be read is enough. */
function requireDate(record: RecordInProgress): void {
  const hasFault = record.faults.some(({ field }) => dateFields.some((one) => one === field));
  const { nextPaymentDate, lastPaymentDate, startDate } = record.cells;
  const hasUnread =
    record.draft['period'] === undefined && ![nextPaymentDate, lastPaymentDate, startDate].every(isBlank);
  if (hasFault || hasUnread) return;
  const fix = 'Write the next payment, the last payment or the start, as YYYY-MM-DD.';
  record.require('lastPaymentDate', fix, dateFields);
}

/** A trial ends on the day before the first payment, unless the file says when. */
function readTrial({ details, notes, context }: RecordInProgress, firstPayment: string | undefined): void {
  if (details['trialEndsOn'] !== undefined || firstPayment === undefined) return;
  const trialEndsOn = dayBefore(firstPayment);
  details['trialEndsOn'] = trialEndsOn;
  notes.push(remark('trialGuessed', { trialEndsOn }));
  if (firstPayment <= context.today) notes.push(remark('trialOver'));
}

/** The period that the words of a file or the fields of Duebook state; undefined when it is paid once or says nothing. */
function readPeriod(record: RecordInProgress): Read<StatedPeriod | undefined> {
  const { cells, details } = record;
  if (wordsOf(cells.period) === 'custom') return readCustom(cells.customDate, details['everyMonths']);
  const read = readInterval(cells.period);
  if ('problem' in read) return read;
  if (read.value === 'once') {
    record.skip = remark('paidOnce');
    return { value: undefined };
  }
  if (read.value !== undefined) return { value: statedPeriodOf(read.value) };
  if (isBlank(cells.customDate) && typeof details['everyMonths'] !== 'number') return { value: undefined };
  return readCustom(cells.customDate, details['everyMonths']);
}

/** A custom period: the days of one, or its months. */
function readCustom(customDate: unknown, everyMonths: unknown): Read<StatedPeriod> {
  const days = plainText(customDate);
  const { min, max } = everyMonthsRange;
  if (typeof everyMonths === 'number' && (everyMonths < min || everyMonths > max)) {
    return problem('everyMonthsRange', { min, max });
  }
  if (/^[1-9]\d{0,6}$/.test(days)) {
    const months = typeof everyMonths === 'number' ? { everyMonths } : {};
    return { value: { period: 'custom', customDate: days, ...months } };
  }
  if (days === '' && typeof everyMonths === 'number') {
    return { value: statedPeriodOf({ unit: 'months', count: everyMonths }) };
  }
  return problem('customWithoutDays');
}

function anchorDayOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 31 ? value : undefined;
}
