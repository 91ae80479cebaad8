// bun run pictures: takes the pictures of the README and the documents. Starts the demonstration of the executable in each language,
// signs in, and takes the pictures of its pages with Chromium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { clientOf, type Ask } from '../src/server/demo/demo.ts';
import { demoLanguages, type DemoLanguage } from '../src/server/demo/household.ts';

const directory = join(import.meta.dir, '../docs/pictures');
const program = join(import.meta.dir, '../dist/duebook');
const largestBytes = 200_000;
// The pages show everything as it looks two hours later, so that "2 hours ago" does not depend on the speed of the machine.
const laterMs = 2 * 3_600_000;

const desk = { viewport: { width: 1280, height: 860 } };
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true };

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Picture {
  readonly file: string;
  readonly path: string;
  readonly device: typeof desk;
  readonly theme: 'light' | 'dark';
  /** English by default. */
  readonly language?: DemoLanguage;
  /** Prepares the page, for a dialog for example. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The heading of the only card that the picture shows. */
  readonly card?: string;
}

const pictures: readonly Picture[] = [
  { file: 'overview-light', path: '/overview', device: desk, theme: 'light' },
  { file: 'overview-dark', path: '/overview', device: desk, theme: 'dark' },
  { file: 'overview-phone', path: '/overview', device: phone, theme: 'dark' },
  { file: 'overview-german', path: '/overview', device: phone, theme: 'light', language: 'de' },
  { file: 'deadlines', path: '/overview', device: desk, theme: 'light', card: 'Deadlines' },
  { file: 'subscriptions', path: '/subscriptions', device: desk, theme: 'light' },
  { file: 'add-subscription', path: '/subscriptions', device: desk, theme: 'light', prepare: fillForm },
  { file: 'calendar', path: '/calendar', device: desk, theme: 'light' },
  { file: 'insights', path: '/insights', device: desk, theme: 'dark' },
  { file: 'reminders', path: '/reminders', device: desk, theme: 'light' },
  { file: 'activity', path: '/activity', device: desk, theme: 'light' },
  { file: 'import', path: '/import', device: desk, theme: 'light', prepare: checkFile },
  { file: 'settings', path: '/settings', device: desk, theme: 'light', prepare: showPeople },
];

async function fillForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add subscription' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Home insurance');
  await dialog.getByLabel('Amount', { exact: true }).fill('104.00');
  await dialog.getByRole('radio', { name: 'Quarterly' }).check();
  await dialog.getByLabel('Category', { exact: true }).fill('Home');
  await dialog.getByText('Next payment:').waitFor();
  await dialog.getByText('This may be a duplicate').waitFor();
}

const fileToImport = `Name;Price;Billing period;Last payment;Category
Water;$31.50;every 3 months;2026-10-15;Home
Spotify Family;€18.99;monthly;2026-11-05;Streaming
Climbing hall;thirty;monthly;2026-11-01;Sport
Book club;€12.00;monthly;2026-11-12;Reading
`;

async function checkFile(page: Page): Promise<void> {
  const buffer = Buffer.from(fileToImport);
  await page.locator('input[type=file]').setInputFiles({ name: 'subscriptions.csv', mimeType: 'text/csv', buffer });
  await page.getByText(/^All /).click();
  await page.getByText('Looks like').first().waitFor();
  // The pointer must not change how anything looks.
  await page.mouse.move(0, 0);
}

async function showPeople(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.waitForFunction('scrollY > 0');
}

const locales = { en: 'en-GB', de: 'de-DE' } as const;

const browser = await chromium.launch({ executablePath: Bun.which('chromium') ?? 'chromium', args: ['--lang=en-GB'] });
try {
  for (const language of demoLanguages) await takePicturesIn(language);
} finally {
  await browser.close();
}

async function takePicturesIn(language: DemoLanguage): Promise<void> {
  const words = [program, 'demo', '--language', language];
  const server = Bun.spawn(words, { env: {}, stdout: 'ignore', stderr: 'pipe' });
  try {
    const link = new URL(await lineWith(server.stderr, '#code='));
    await takePictures(link, language);
  } finally {
    server.kill();
    await server.exited;
  }
}

async function takePictures(link: URL, language: DemoLanguage): Promise<void> {
  const storageState = await prepareHome(browser, link);
  mkdirSync(directory, { recursive: true });
  const ofLanguage = pictures.filter((picture) => (picture.language ?? 'en') === language);
  for (const { file, path, device, theme, prepare, card } of ofLanguage) {
    const look = {
      ...device,
      colorScheme: theme,
      locale: locales[language],
      reducedMotion: 'reduce',
      storageState,
    } as const;
    const context = await browser.newContext(look);
    const page = await context.newPage();
    await page.clock.setFixedTime(Date.now() + laterMs);
    await page.goto(`${link.origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    const shown = card === undefined ? page : page.getByRole('region', { name: card });
    const image = await shown.screenshot({ path: join(directory, `${file}.png`) });
    await context.close();
    console.log(`docs/pictures/${file}.png  ${image.length} bytes`);
    if (image.length > largestBytes) throw new Error(`the picture is larger than ${largestBytes} bytes`);
  }
}

/** Signs in by the link of the demonstration, and has a key make some changes. Returns what the browser stored. */
async function prepareHome(opened: Browser, link: URL): Promise<StoredState> {
  // Otherwise the list of signed-in browsers would not know this one.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${opened.version()} Safari/537.36`;
  const context = await opened.newContext({ ...desk, userAgent });
  const page = await context.newPage();
  const opening = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.goto(link.href);
  const { data: session } = (await (await opening).json()) as { readonly data: { readonly token: string } };
  const ask = clientOf(link.origin, { 'x-duebook-session': session.token });
  await ask('POST', '/session/password', { new: 'correct horse battery staple' });
  await ask('POST', '/keys', { name: 'Home Assistant', scope: 'read' });
  const { key } = (await ask('POST', '/keys', { name: 'phone', scope: 'write' })) as { readonly key: string };
  await changeByKey(clientOf(link.origin, { authorization: `Bearer ${key}` }));
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const stored = await context.storageState();
  await context.close();
  return stored;
}

/** Some changes that the activity shows. */
async function changeByKey(ask: Ask): Promise<void> {
  const stored = (await ask('GET', '/subscriptions?limit=100')) as readonly {
    readonly id: string;
    readonly name: string;
  }[];
  const byName = new Map(stored.map((one) => [one.name, one.id]));
  await ask('PATCH', `/subscriptions/${byName.get('iCloud+') ?? ''}`, { category: 'Storage', amount: 3.99 });
  await ask('POST', `/subscriptions/${byName.get('Netflix') ?? ''}/renew`, {});
  const [newest] = (await ask('GET', '/audit?limit=1')) as [{ readonly id: string }];
  await ask('POST', `/audit/${newest.id}/revert`);
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
