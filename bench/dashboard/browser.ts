import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import type { Server } from '../support/servers.ts';
import { atExit, requireProgram } from '../support/workspace.ts';

// In a home, the page comes over plain HTTP under a name of the local network: then browsers accept gzip only.
const homeName = 'nas.lan';

/** A browser that is signed in at a server. Each page that it opens has an empty cache. */
export interface Visitor {
  readonly origin: string;
  /** Opens an empty page, with the processor slowed so many times. */
  openPage(slowdown: number): Promise<Visit>;
}

/** A page under measurement, and the protocol of the browser's tools for it. */
export interface Visit {
  readonly page: Page;
  readonly tools: CDPSession;
  /** The value of an expression in the page; that of a promise when it is fulfilled. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

/** Starts Chromium, without any network but this machine. It ends with the process. */
export async function startBrowser(): Promise<Browser> {
  requireProgram('chromium', 'it opens the dashboard (Debian: apt-get install chromium)');
  const browser = await chromium.launch({
    executablePath: Bun.which('chromium') ?? '',
    args: [`--host-resolver-rules=MAP ${homeName} 127.0.0.1`, '--no-proxy-server'],
  });
  atExit(() => void browser.close());
  return browser;
}

/** Signs in with an API key, as a person does. */
export async function signIn(browser: Browser, server: Server, key: string): Promise<Visitor> {
  const origin = server.origin.replace('127.0.0.1', homeName);
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.getByText('API key', { exact: true }).first().click();
  await page.locator('input[name="key"]').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const storageState = await context.storageState();
  await context.close();
  return {
    origin,
    openPage: async (slowdown) => visitIn(await browser.newContext({ locale: 'en-GB', storageState }), slowdown),
  };
}

async function visitIn(context: BrowserContext, slowdown: number): Promise<Visit> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return {
    page,
    tools,
    async evaluate<Value>(expression: string) {
      const asked = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await tools.send('Runtime.evaluate', asked);
      if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`);
      return result.value as Value;
    },
    close: () => context.close(),
  };
}

/** Calls a function in the page with the time, in milliseconds, at which the change that was just made has been painted. */
export const afterPaint = `(then) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => then(performance.now());
  port2.postMessage(null);
})`;
