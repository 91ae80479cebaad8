/** The error of an action as text; undefined if it does not throw. */
export function failureFrom(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
