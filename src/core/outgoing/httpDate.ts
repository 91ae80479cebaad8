const form = /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A date of HTTP, such as `Wed, 21 Oct 2026 07:28:00 GMT`, in milliseconds since 1970; undefined for any other text. The two obsolete
 * forms, which no server may send, are not read.
 */
export function millisecondsOfHttpDate(text: string): number | undefined {
  const { day, month = '', year, time } = form.exec(text)?.groups ?? {};
  const number = String(months.indexOf(month) + 1).padStart(2, '0');
  try {
    return Temporal.Instant.from(`${year}-${number}-${day}T${time}Z`).epochMilliseconds;
  } catch {
    return undefined;
  }
}
