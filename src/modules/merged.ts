/** What has the members of all of some types. */
export type All<Part> = (Part extends unknown ? (part: Part) => void : never) extends (part: infer Whole) => void
  ? Whole
  : never;

/** One object with the members of all of some objects. */
export function merged<Part extends object>(parts: readonly Part[]): All<Part> {
  return Object.assign({}, ...parts) as All<Part>;
}
