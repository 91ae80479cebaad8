import { problem, type Read } from './values/problems.ts';

/** The members of an object of a JSON file. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value of a JSON file is an object, not a list or null. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object, or undefined: what objects inherit is none. */
export function memberOf(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The members of a record, or why it has none. */
export function recordMembers(value: unknown): Read<Members> {
  if (isMembers(value)) return { value };
  return problem('recordNotAnObject');
}

/** Whether one of the first records of a list has all these members. */
export function someHave(list: readonly unknown[], names: readonly string[]): boolean {
  const sampleRecords = 100;
  return list.slice(0, sampleRecords).some((one) => isMembers(one) && names.every((name) => Object.hasOwn(one, name)));
}
