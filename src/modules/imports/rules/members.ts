import { isMembers, type Members } from '../../../core/fields/fieldTypes.ts';
import type { SourceRecord } from './recordInProgress.ts';
import { problem } from './values/problems.ts';

/** The member of an object, or undefined: what objects inherit is none. */
export function memberOf(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The records of a list, each made of its members; one that has none says why. */
export function recordsFrom(
  list: readonly unknown[],
  recordOf: (members: Members) => Omit<SourceRecord, 'row'>,
): readonly SourceRecord[] {
  return list.map((one, index) => {
    const row = index + 1;
    return isMembers(one) ? { row, ...recordOf(one) } : { row, cells: {}, ...problem('recordNotAnObject') };
  });
}

/** Whether one of the first records of a list has all these members. */
export function someHave(list: readonly unknown[], names: readonly string[]): boolean {
  const sampleRecords = 100;
  return list.slice(0, sampleRecords).some((one) => isMembers(one) && names.every((name) => Object.hasOwn(one, name)));
}
