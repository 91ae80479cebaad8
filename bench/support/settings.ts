/**
 * How the suite is run: the only reader of the environment. With the defaults, all measurements take about an hour.
 */
export const settings = {
  /** How long one cell of a table is measured in one round, in whole seconds. */
  seconds: wholeNumber('BENCH_SECONDS', 1),
  /** How often each cell is measured; undefined leaves it to the measurement. */
  rounds: Bun.env['BENCH_ROUNDS'] === undefined ? undefined : wholeNumber('BENCH_ROUNDS', 1),
  /** The numbers of connections that make the load; undefined leaves them to the measurement. */
  connections: Bun.env['BENCH_CONNECTIONS'] === undefined ? undefined : wholeNumbers('BENCH_CONNECTIONS', []),
  /** The numbers of subscriptions that growth compares, ascending. */
  records: wholeNumbers('BENCH_RECORDS', [1000, 100_000, 1_000_000]),
  /** The numbers of owners that `owners` compares, ascending: each is a multiple of the first. */
  /** How many requests the resources are watched over. */
  requests: wholeNumber('BENCH_REQUESTS', 2_000_000),
  /** How often the server is started to time it. */
  starts: wholeNumber('BENCH_STARTS', 20),
};

function wholeNumber(variable: string, fallback: number): number {
  const text = Bun.env[variable] ?? String(fallback);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${variable} is "${text}", but must be a whole number from 1 up`);
  return Number(text);
}

function wholeNumbers(variable: string, fallback: readonly number[]): readonly number[] {
  const text = Bun.env[variable] ?? fallback.join(',');
  if (!/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(text)) {
    throw new Error(`${variable} is "${text}", but must be whole numbers from 1 up, with commas between them`);
  }
  return text.split(',').map(Number);
}
