/** What an object of JSON holds, by name. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object: no list, and not null. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
