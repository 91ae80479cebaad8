import { expect } from 'bun:test';
import { run, startServer } from './binary.ts';
import { validDraft } from './validDraft.ts';

/** The address of the server in the guides. */
export const originInGuides = 'http://127.0.0.1:8383';

/** The current day of the server. */
export function dayNow(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO('UTC');
}

/** Runs a check that depends on the day, and repeats it if it failed across midnight. */
export async function onOneDay(work: (today: Temporal.PlainDate) => Promise<void>): Promise<void> {
  const today = dayNow();
  try {
    await work(today);
  } catch (error) {
    if (dayNow().equals(today)) throw error;
    await work(dayNow());
  }
}

/**
 * A server with three subscriptions in EUR that are due each week, next in six days, and two of them duplicates; one in CHF
 * that is overdue; one that was paid today, 12 EUR for a year; and a read key.
 */
export async function serverWithData(today: Temporal.PlainDate) {
  const server = await startServer();
  const send = async (path: string, body: object) => {
    const { status, json } = await server.call(server.initialKey(), 'POST', `/api/v1/subscriptions${path}`, body);
    expect([200, 201]).toContain(status);
    return json['data'] as { readonly id: string };
  };
  const record = (name: string, fields: object) =>
    send('', { ...validDraft, name, currency: 'EUR', period: 'custom', customDate: '7', ...fields });
  const before = (duration: Temporal.DurationLike) => ({ lastPaymentDate: today.subtract(duration).toString() });
  for (const name of ['Netflix', 'Spotify', 'netflix']) await record(name, before({ days: 1 }));
  await record('Forgotten', { ...before({ days: 10 }), amount: 0, currency: 'CHF' });
  const yearly = { period: 'yearly', customDate: null, amount: 12, category: 'Internet' };
  const { id } = await record('Domain', { ...yearly, ...before({ years: 1 }) });
  await send(`/${id}/renew`, { paidOn: today.toString() });
  const words = ['keys', 'create', '--owner', 'default', '--scope', 'read', '--name', 'dashboard'];
  const { stdout } = await run(words, { cwd: server.directory });
  return { ...server, readKey: stdout.trim() };
}

type Server = Pick<Awaited<ReturnType<typeof serverWithData>>, 'origin'>;

/** The answer to a request of a guide, with the headers of the guide. */
export async function answerTo(
  server: Server,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  expect(url).toStartWith(`${originInGuides}/`);
  const response = await fetch(url.replace(originInGuides, server.origin), { headers });
  expect(response.status).toBe(200);
  return response.json();
}

/** The value at a path such as `summary.byCurrency.0.currency`. Fails if there is none. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => {
    expect(inner).toHaveProperty([name]);
    return (inner as Readonly<Record<string, unknown>>)[name];
  }, value);
}
