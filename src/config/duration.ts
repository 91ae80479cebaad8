const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** The longest duration, in seconds: a hundred years of 365 days. */
export const durationSecondsMax = 100 * 31_536_000;

/** The seconds of a duration such as `90d`, `12h`, `30m` or `0`; undefined for any other text, or beyond 100 years. */
export function durationSecondsOf(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,10})([smhdwy])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsIn[unit ?? ''] ?? Number.NaN);
  return seconds <= durationSecondsMax ? seconds : undefined;
}
