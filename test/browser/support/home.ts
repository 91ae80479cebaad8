import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { fillDemo, names, signInWith } from '../../../src/server/demo/demo.ts';
import { run, startServer } from '../../support/binary.ts';
import { validDraft } from '../../support/validDraft.ts';

/** The server of a household. */
export type Home = Awaited<ReturnType<typeof startHome>>;

/** A subscription as the API answers it. */
interface Stored {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  readonly status: string;
  readonly notificationEnabled: boolean;
  readonly lastPaymentDate: string;
  readonly nextPaymentDate: string;
}

/**
 * Starts the executable for the first time, in its own data directory.
 *
 * @param words arguments of `duebook serve`
 */
export async function startHome(words: readonly string[] = []) {
  const server = await startServer(words);
  const link = await server.noticeThat((line) => line.includes('#code='));
  const key = server.initialKey();

  /** Sends a request with the first key, which has the scope write, and returns the body of the answer. */
  async function ask(method: string, path: string, json?: unknown) {
    const answer = await server.call(key, method, `/api/v1${path}`, json);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  return {
    ...server,
    key,
    /** The link that the first start printed. It signs in as `admin`, once. */
    link,
    ask,

    /** The subscriptions that are stored. */
    stored: async () => (await ask('GET', '/subscriptions?limit=100'))['data'] as readonly Stored[],

    /** Stores a subscription in EUR that is paid each month, for the last time `paidDaysAgo` days ago. */
    async add({ paidDaysAgo = 1, ...fields }: Readonly<Record<string, unknown>> & { readonly paidDaysAgo?: number }) {
      const lastPaymentDate = today().subtract({ days: paidDaysAgo }).toString();
      const { data } = await ask('POST', '/subscriptions', {
        ...validDraft,
        currency: 'EUR',
        lastPaymentDate,
        ...fields,
      });
      return data as Stored;
    },

    /** Runs a command of the executable on the data of this server, and returns what it prints. */
    async command(...given: readonly string[]): Promise<string> {
      const { exitCode, stdout, stderr } = await run(given, { cwd: server.directory });
      expect({ given, exitCode, stderr }).toMatchObject({ exitCode: 0 });
      return stdout.trim();
    },

    /** Starts the server again at the same address, after it has stopped. */
    startAgain: () => startServer(['--port', new URL(server.origin).port, ...words], { cwd: server.directory }),
  };
}

/** Stores the household of the demonstration, by the link of the first start. Returns the link of its first user. */
export async function addHousehold(home: Home): Promise<string> {
  const code = new URL(home.link).hash.replace('#code=', '');
  const first = await signInWith(code, home.origin);
  await fillDemo(first, home.origin, { language: 'en', today: today() });
  return newLink(home, names.first);
}

/** Another link that signs in. */
export async function newLink(home: Home, user = 'admin'): Promise<string> {
  const { code } = JSON.parse(await home.command('sign-in', '--user', user, '--json')) as { readonly code: string };
  return home.link.replace(/#.*/, `#code=${code}`);
}

/** Today at the server, which is in UTC. */
export function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO('UTC');
}

/** Signs in by a link, and waits until the overview is there. */
export async function signInBy(link: string, page: Page): Promise<void> {
  await page.goto(link);
  await heading(page, /^(Overview|Übersicht)$/).waitFor();
}

/** The heading of a page. */
export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** Waits until the overview shows the payment of `Streaming Plus` in three days, and checks that it is stored. */
export async function expectDueSoon(home: Home, page: Page): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: 'Streaming Plus' }).getByText('in 3 days').waitFor();
  await page.getByRole('button', { name: 'Paid: Streaming Plus' }).waitFor();
  expect(await home.stored()).toMatchObject([
    { name: 'Streaming Plus', amount: 15.99, nextPaymentDate: today().add({ days: 3 }).toString() },
  ]);
}
