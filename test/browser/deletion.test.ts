import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { validDraft } from '../support/validDraft.ts';
import { heading, signInBy, startHome, type Home } from './support/home.ts';
import { canBrowse, useBrowser, waitForFocus } from './support/visits.ts';

/** Starts a server with so many subscriptions. */
async function homeWith(count: number) {
  const home = await startHome();
  const operations = Array.from({ length: count }, (_, place) => ({
    action: 'create',
    subscription: { ...validDraft, name: `No ${place}` },
  }));
  for (let start = 0; start < count; start += 100) {
    await home.ask('POST', '/subscriptions/batch', { operations: operations.slice(start, start + 100) });
  }
  return home;
}

interface Usage {
  readonly subscriptions: { readonly count: number };
}

async function countOf(home: Home): Promise<number> {
  const { usage } = (await home.ask('GET', '/usage')) as unknown as { readonly usage: Usage };
  return usage.subscriptions.count;
}

/** Waits until so many are stored. */
async function waitForCount(home: Home, count: number, page: Page): Promise<void> {
  while ((await countOf(home)) !== count) await page.evaluate('new Promise(requestAnimationFrame)');
}

async function showList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Subscriptions' }).click();
  await heading(page, 'Subscriptions').waitFor();
}

/** Deletes all in the list, and returns the dialog that has asked for their number. */
async function removeAll(page: Page, count: number) {
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  if (!(await all.isChecked())) await all.check();
  await page.getByRole('button', { name: 'Delete' }).click();
  const number = count.toLocaleString('en-US');
  const dialog = page.getByRole('dialog', { name: `Delete ${number} subscriptions?` });
  await dialog.getByText('For ten seconds, you can undo it').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText(`Enter ${number}, the number`).waitFor();
  await dialog.getByLabel('How many do you delete?').fill(number);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  return dialog;
}

describe.if(canBrowse)('many subscriptions', () => {
  const { newContext, newPage, expectFaults } = useBrowser();

  async function opened(home: Home): Promise<Page> {
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await showList(page);
    return page;
  }

  test.each([11, 100, 101, 1000])(
    'are deleted when their number is entered: %d, and all of them go also by leaving the page',
    async (count) => {
      const home = await homeWith(count);
      const page = await opened(home);
      await removeAll(page, count);
      await page.getByRole('button', { name: 'Undo' }).first().waitFor();
      expect(await countOf(home)).toBe(count);
      await page.goto('about:blank');
      await waitForCount(home, 0, page);
    },
  );

  test('are not left by accident while they wait, if they are more than a page can still delete', async () => {
    const home = await homeWith(1001);
    const page = await opened(home);
    await removeAll(page, 1001);
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await closing;
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    expect(await countOf(home)).toBe(1001);
  });

  test('have their dialog open for ten seconds, in which Undo and closing it keep them', async () => {
    const home = await homeWith(250);
    const page = await newPage(home.origin);
    await page.clock.install();
    await signInBy(home.link, page);
    await showList(page);
    const dialog = await removeAll(page, 250);
    await dialog.getByText('250 subscriptions are about to be deleted').waitFor();
    // Whoever has the focus there is not hurried.
    await dialog.getByRole('button', { name: 'Undo' }).focus();
    await page.clock.fastForward(11_000);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.waitFor({ state: 'detached' });
    const again = await removeAll(page, 250);
    await again.getByText('250 subscriptions are about to be deleted').waitFor();
    await page.keyboard.press('Escape');
    await again.waitFor({ state: 'detached' });
    await waitForFocus(page, page.getByRole('button', { name: 'Delete' }));
    await page.getByText('250 selected').first().waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await countOf(home)).toBe(250);
    const last = await removeAll(page, 250);
    await last.getByText('250 subscriptions are about to be deleted').waitFor();
    await page.clock.fastForward(11_000);
    await page.getByText('250 subscriptions are deleted').waitFor();
    expect(await countOf(home)).toBe(0);
  });

  test('are deleted as far as the first batch that fails, which is said; the next attempt deletes the rest, and other tabs show it', async () => {
    const home = await homeWith(250);
    const context = await newContext([home.origin]);
    const [page, other] = [await context.newPage(), await context.newPage()];
    expectFaults(/status of 503/, /status of 404/);
    await signInBy(home.link, page);
    await showList(page);
    await other.goto(home.origin);
    await showList(other);
    await page.bringToFront();
    let batches = 0;
    await page.route(/\/batch$/, async (route) => {
      batches += 1;
      const error = { code: 'storage_busy', message: 'Full.', requestId: crypto.randomUUID() };
      await (batches === 2 ? route.fulfill({ status: 503, json: { error } }) : route.continue());
    });
    const dialog = await removeAll(page, 250);
    await dialog.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('alert').getByText('100 of 250 are deleted, the others are not.').waitFor();
    expect(await countOf(home)).toBe(150);
    await other.getByText('150 subscriptions').first().waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await page.getByText('250 subscriptions are deleted').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Nothing is recorded yet').waitFor();
    expect(await countOf(home)).toBe(0);
    await other.bringToFront();
    await other.getByText('Nothing is recorded yet').waitFor();
  });
});

describe.if(canBrowse)('one subscription', () => {
  const { newPage } = useBrowser();

  test('is deleted from its detail on the smallest phone, which closes; undo keeps it', async () => {
    const home = await startHome();
    for (const name of ['Netflix', 'Gym']) await home.add({ name });
    const page = await newPage(home.origin, { screen: 'phone' });
    await page.setViewportSize({ width: 320, height: 640 });
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'List' }).click();
    await heading(page, 'Subscriptions').waitFor();
    const link = page.getByRole('link', { name: 'Netflix' });
    const detail = page.getByRole('dialog', { name: 'Netflix', exact: true });
    const asked = page.getByRole('dialog', { name: 'Delete Netflix?' });
    const remove = async () => {
      await link.click();
      await detail.getByRole('button', { name: 'Delete', exact: true }).click();
      await asked.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('Netflix is deleted').waitFor();
      await detail.waitFor({ state: 'detached' });
      await link.waitFor({ state: 'detached' });
      expect([new URL(page.url()).search, await page.getByRole('dialog').count()]).toEqual(['', 0]);
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await link.waitFor();
    expect(await countOf(home)).toBe(2);

    // Going back from the question leads to the detail, and so does cancelling instead.
    await link.click();
    const button = detail.getByRole('button', { name: 'Delete', exact: true });
    const { x = -1, width = 0 } = (await button.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(320);
    await button.click();
    await asked.getByRole('button', { name: 'Back' }).click();
    await waitForFocus(page, button);
    await button.click();
    await asked.getByRole('button', { name: 'I have cancelled it' }).click();
    const cancelling = page.getByRole('dialog', { name: /cancelled Netflix/i });
    await cancelling.getByRole('button', { name: 'Back' }).click();
    await cancelling.waitFor({ state: 'detached' });
    expect(await detail.isVisible()).toBe(true);
    await detail.getByRole('button', { name: 'Close' }).first().click();

    await remove();
    await page.goto('about:blank');
    await waitForCount(home, 1, page);
  });
});
