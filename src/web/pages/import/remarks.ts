import { isCalendarDay } from '../../../core/billing/days.ts';
import type { Remark } from '../../../modules/imports/rules/values/remarks.ts';
import { statuses } from '../../../modules/subscriptions/rules/limits.ts';
import { type Reader, translateKnown } from '../../messages/translate.ts';
import type { Words } from '../../subscriptions/fields.ts';

/** What the service says of a row beyond its faults, in words; without what the page says in another place. */
export function remarkWords(
  reader: Reader,
  remarks: readonly Remark[],
  words: Pick<Words, 'say' | 'day'>,
): readonly string[] {
  return remarks.flatMap(({ code, values }) => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, shownValue(name, value, words)]),
    );
    return translateKnown(reader, `imports.remark.${code}`, shown) ?? [];
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
