const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };
const lifetimeSecondsMax = 100 * 31_536_000;

/** The seconds that a time such as `90d`, `12h` or `30m` stands for; undefined for what is no such time, zero, or past 100 years. */
export function lifetimeSecondsOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,10})([smhdwy])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsIn[unit ?? ''] ?? Number.NaN);
  return seconds > 0 && seconds <= lifetimeSecondsMax ? seconds : undefined;
}
