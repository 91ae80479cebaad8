// Makes the pictures of the README and the documents: starts the executable in an empty directory, stores the invented
// household, and takes the pictures of its pages with Chromium. `bun run build` comes first.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { fillHousehold, type Ask } from '../test/support/household.ts';

const directory = join(import.meta.dir, '../docs/pictures');
const program = join(import.meta.dir, '../dist/duebook');

const desk = { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1 } as const;
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1, hasTouch: true } as const;

interface Picture {
  readonly file: string;
  readonly path: string;
  readonly device: typeof desk | typeof phone;
  readonly theme: 'light' | 'dark';
  readonly locale?: string;
  /** Prepares the page, for a dialog for example. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const openForm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add subscription' }).first().click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Home insurance');
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('96.00');
};

const pictures: readonly Picture[] = [
  { file: 'overview-light', path: '/overview', device: desk, theme: 'light' },
  { file: 'overview-dark', path: '/overview', device: desk, theme: 'dark' },
  { file: 'overview-phone', path: '/overview', device: phone, theme: 'dark' },
  { file: 'overview-german', path: '/overview', device: phone, theme: 'light', locale: 'de-DE' },
  { file: 'subscriptions', path: '/subscriptions', device: desk, theme: 'light' },
  { file: 'add-subscription', path: '/subscriptions', device: desk, theme: 'light', prepare: openForm },
  { file: 'calendar', path: '/calendar', device: desk, theme: 'light' },
  { file: 'insights', path: '/insights', device: desk, theme: 'dark' },
  { file: 'activity', path: '/activity', device: desk, theme: 'light' },
  { file: 'settings', path: '/settings', device: desk, theme: 'light' },
];

const dataDirectory = mkdtempSync(join(tmpdir(), 'duebook-pictures-'));
const server = Bun.spawn([program, 'serve', '--port', '0', '--data-dir', dataDirectory], {
  env: {},
  stdout: 'pipe',
  stderr: 'pipe',
});
const browser = await chromium.launch({ executablePath: Bun.which('chromium') ?? 'chromium', args: ['--no-sandbox'] });
try {
  await takePictures(browser);
} finally {
  await browser.close();
  server.kill();
  await server.exited;
  rmSync(dataDirectory, { recursive: true });
}

async function takePictures(opened: Browser): Promise<void> {
  const link = new URL(await lineWith(server.stderr, '#code='));
  const key = (await Bun.file(join(dataDirectory, 'initial-api-key')).text()).trim();
  const { origin } = link;
  await fillHousehold(client(origin, key), Temporal.Now.plainDateISO('UTC'));
  const signedIn = await opened.newContext(desk);
  const first = await signedIn.newPage();
  await first.goto(link.href);
  await first.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const storageState = await signedIn.storageState();
  mkdirSync(directory, { recursive: true });
  for (const { file, path, device, theme, locale = 'en-GB', prepare } of pictures) {
    const look = { ...device, colorScheme: theme, locale, reducedMotion: 'reduce', storageState } as const;
    const context = await opened.newContext(look);
    const page = await context.newPage();
    await page.goto(`${origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(directory, `${file}.png`) });
    await context.close();
    console.log(`docs/pictures/${file}.png`);
  }
}

function client(origin: string, key: string): Ask {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async function ask(method, path, json) {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const answer = await fetch(`${origin}/api/v1${path}`, { method, headers, ...body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
}

/** The first line of a stream that contains a text. */
async function lineWith(stream: ReadableStream<Uint8Array>, text: string): Promise<string> {
  let seen = '';
  for await (const chunk of stream) {
    seen += Buffer.from(chunk).toString();
    const line = seen.split('\n').find((one) => one.includes(text));
    if (line !== undefined && seen.includes('\n', seen.indexOf(line))) return line.trim();
  }
  throw new Error(`the server did not print ${text}: ${seen}`);
}
