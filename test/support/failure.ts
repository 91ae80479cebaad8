/** What an action throws, as text; undefined when it does not. */
export function failureFrom(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
