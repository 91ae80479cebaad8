import { afterAll, afterEach, beforeAll, expect } from 'bun:test';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { settlesWithin, systemClock } from '../../../src/core/runtime/system.ts';

const executablePath = Bun.which('chromium');

/** What the console says when the server does not answer: of requests, of code and of styles. */
export const faultsOfAbsence = [
  /ERR_CONNECTION_REFUSED/,
  /ERR_CONNECTION_RESET/,
  /Failed to (fetch dynamically imported module|load the styles)/,
] as const;

/** Whether the browser of these tests is installed: Debian's Chromium. Without it they are skipped. */
export const canBrowse = executablePath !== null;

/** The sizes of the screens that the tests look at, in CSS pixels. */
const screens = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** How a visitor looks at the page. */
export interface Look {
  readonly screen?: keyof typeof screens;
  readonly theme?: 'light' | 'dark';
  /** The language and the region of the browser, such as `de-DE`. */
  readonly locale?: string;
  /** The credentials of Basic authentication, for a proxy that wants them. */
  readonly basic?: { readonly username: string; readonly password: string };
  readonly ignoresCertificates?: boolean;
}

/** Whether a control has the focus. */
export async function hasFocus(page: Page, control: Locator): Promise<boolean> {
  return (await control.and(page.locator(':focus')).count()) === 1;
}

/** Waits until a control has the focus. */
export function waitForFocus(page: Page, control: Locator): Promise<void> {
  return control.and(page.locator(':focus')).waitFor();
}

/** What a test expects to go wrong in its page, as the browser words it in its console. */
type ExpectedFault = RegExp;

/**
 * Waits until an expression is true in the page, as long as the test may take. The `waitForFunction` of the library compiles the
 * expression in the page when it looks again, which the Content-Security-Policy refuses.
 */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (${expression} ? resolve() : requestAnimationFrame(look));
    look();
  })`);
}

// Longer than any wait of the page, and shorter than the limit of a test.
const patienceMs = 10_000;

// Chromium now and then never says that a window is closed whose page loads anew at that moment. The browser is ended anyway.
const closingMs = 4000;

// The page asks once whether a reverse proxy signs the user in; the refusal is an error in the console.
const askedProxy = /status of 401 .* at \S+\/api\/v1\/session$/;

/**
 * One browser for the tests of a block. At the end of a test its pages are closed, and it fails if one of them has sent a
 * request to another host, thrown, violated its Content-Security-Policy or written another error to the console.
 *
 * @param words arguments of the browser
 */
export function useBrowser(words: readonly string[] = []) {
  let browser: Browser | undefined;
  const faults: string[] = [];
  let expected: ExpectedFault[] = [];

  const launch = () => chromium.launch({ executablePath: executablePath ?? '', args: [...words] });

  beforeAll(async () => {
    browser = await launch();
  });

  afterEach(() => {
    const allowed = [askedProxy, ...expected];
    expected = [];
    expect(faults.splice(0).filter((fault) => !allowed.some((one) => one.test(fault)))).toEqual([]);
  });

  afterAll(() => browser && settlesWithin(systemClock, closingMs, browser.close()));

  /** Opens a browser window of its own, with nothing stored, that may send requests to these origins alone. */
  async function newContext(origins: readonly string[], look: Look = {}): Promise<BrowserContext> {
    // The end of a test that takes too long ends the browser, too.
    if (browser?.isConnected() !== true) browser = await launch();
    const context = await browser.newContext(optionsOf(look));
    context.setDefaultTimeout(patienceMs);
    // Runs at the end of the test that called, before the hook of its server, which was registered earlier and ends the server.
    afterAll(() => settlesWithin(systemClock, closingMs, context.close()));
    recordFaults(context, origins, faults);
    return context;
  }

  return {
    newContext,

    /** Opens a page in a window of its own, which may send requests to the server at a URL alone. */
    newPage: async (url: string, look?: Look): Promise<Page> =>
      (await newContext([new URL(url).origin], look)).newPage(),

    /** Says what the current test expects to go wrong. */
    expectFaults: (...these: readonly ExpectedFault[]): void => void expected.push(...these),
  };
}

function optionsOf({ screen = 'desk', theme = 'light', locale = 'en-US', ...rest }: Look): BrowserContextOptions {
  return {
    viewport: screens[screen],
    hasTouch: screen === 'phone',
    colorScheme: theme,
    locale,
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: rest.ignoresCertificates === true,
    ...(rest.basic !== undefined && { httpCredentials: rest.basic }),
  };
}

function recordFaults(context: BrowserContext, origins: readonly string[], found: string[]): void {
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && !origins.includes(asked)) found.push(`a request to ${request.url()}`);
  });
  context.on('weberror', (error) => found.push(`thrown: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} at ${message.location().url}`);
  });
}
