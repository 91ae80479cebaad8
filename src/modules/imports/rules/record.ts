import { remark } from './values/remarks.ts';
import { importedDetails } from './recordDetails.ts';
import { RecordInProgress, rowOf, setIfPresent, type RecordContext, type SourceRecord } from './recordInProgress.ts';
import { readMoney } from './recordMoney.ts';
import { readBillingAndDates } from './recordSchedule.ts';
import type { ImportRow } from './importTypes.ts';
import { decimalMarkOf } from './values/amounts.ts';
import { isBlank, plainText } from './values/reading.ts';
import { readFlag, readStatus } from './values/words.ts';

/** Reads the values of the records of a file. What one amount leaves open, the others may decide. */
export function readRecords(sources: readonly SourceRecord[], context: RecordContext): readonly ImportRow[] {
  const ofFile = { ...context, decimalMark: decimalMarkOf(sources.map(({ cells }) => cells.amount)) };
  return sources.map((source) => readRecord(source, ofFile));
}

function readRecord(source: SourceRecord, context: RecordContext): ImportRow {
  const record = new RecordInProgress(source, context);
  readNames(record);
  readMoney(record);
  record.status = record.take('status', readStatus(record.cells.status));
  importedDetails(record);
  readBillingAndDates(record);
  setIfPresent(
    record.draft,
    'notificationEnabled',
    record.take('notificationEnabled', readFlag(record.cells.notificationEnabled)),
  );
  readFinalStatus(record);
  return rowOf(source.row, record);
}

function readNames(record: RecordInProgress): void {
  const { name, category } = record.cells;
  if (plainText(name) !== '') record.draft['name'] = plainText(name);
  record.require('name', 'Write what it is called in the column of the name.');
  if (isBlank(category)) record.assumeCategory();
  else record.draft['category'] = plainText(category);
}

/** The status, once the end is known: what ends in the future is still active. */
function readFinalStatus(record: RecordInProgress): void {
  const { status, details, context } = record;
  if (status === undefined) return;
  const endsOn = details['endsOn'];
  if (status === 'cancelled' && typeof endsOn === 'string' && endsOn > context.today) {
    record.draft['status'] = 'active';
    record.notes.push(remark('activeUntilEnd', { endsOn }));
    return;
  }
  if (status === 'inactive') {
    const hasEnded = typeof endsOn === 'string' && endsOn <= context.today;
    record.draft['status'] = hasEnded ? 'cancelled' : 'paused';
    if (!hasEnded) record.notes.push(remark('inactiveAsPaused'));
    return;
  }
  record.draft['status'] = status === 'trial' ? 'active' : status;
}
