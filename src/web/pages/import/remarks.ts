import { isCalendarDay } from '../../../core/billing/days.ts';
import type { Remark, RemarkCode } from '../../../modules/imports/rules/values/remarks.ts';
import { statuses } from '../../../modules/subscriptions/rules/limits.ts';
import type { MessageKey } from '../../messages/translate.ts';
import type { Words } from '../../subscriptions/fields.ts';

// The row already says which other one it is like, and the page which encoding the file has.
type ShownCode = Exclude<RemarkCode, 'earlierRecord' | 'encodingGuessed' | 'sameName'>;

const texts = {
  paidOnce: 'imports.remark.paidOnce',
  categoryMissing: 'imports.remark.categoryMissing',
  activeUntilEnd: 'imports.remark.activeUntilEnd',
  inactiveAsPaused: 'imports.remark.inactiveAsPaused',
  trialOver: 'imports.remark.trialOver',
  trialGuessed: 'imports.remark.trialGuessed',
  endGuessed: 'imports.remark.endGuessed',
  renewsAtExpiry: 'imports.remark.renewsAtExpiry',
  addressCompleted: 'imports.remark.addressCompleted',
  monthsAsDays: 'imports.remark.monthsAsDays',
  lastPaymentReplaced: 'imports.remark.lastPaymentReplaced',
  firstPaymentToCome: 'imports.remark.firstPaymentToCome',
  payerLeftOut: 'imports.remark.payerLeftOut',
  accountLeftOut: 'imports.remark.accountLeftOut',
  usageLeftOut: 'imports.remark.usageLeftOut',
  unknownField: 'imports.remark.unknownField',
  nothingNew: 'imports.remark.nothingNew',
  existingStatus: 'imports.remark.existingStatus',
  statusChanged: 'imports.remark.statusChanged',
  paymentsLeftOut: 'imports.remark.paymentsLeftOut',
} as const satisfies Record<ShownCode, MessageKey>;

/** What the service says of a row beyond its faults, in words. */
export function remarkWords(remarks: readonly Remark[], words: Pick<Words, 'say' | 'day'>): readonly string[] {
  return remarks.flatMap(({ code, values }) => {
    if (code === 'earlierRecord' || code === 'encodingGuessed' || code === 'sameName') return [];
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, shownValue(name, value, words)]),
    );
    // Each text has the placeholders that its remark has values for.
    return [words.say(texts[code], shown as never)];
  });
}

// What somebody wrote is shown as it is.
const writtenValues: ReadonlySet<string> = new Set(['value', 'field', 'category']);

function shownValue(name: string, value: string, { say, day }: Pick<Words, 'say' | 'day'>): string {
  if (writtenValues.has(name)) return value;
  const status = statuses.find((one) => one === value);
  if (status !== undefined) return say(`subscriptions.status.${status}`);
  return isCalendarDay(value) ? day(value) : value;
}
