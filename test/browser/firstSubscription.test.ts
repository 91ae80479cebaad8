import { describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { expectDueSoon, heading, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, hasFocus, useBrowser, waitForFocus } from './support/visits.ts';

/** Until then, the page takes a tap for a second one. */
const secondTapMs = 700;

describe.if(canBrowse)('the first subscription of a household', () => {
  const { newPage } = useBrowser();

  test('is added, paid and undone with the keyboard alone, and the focus is never lost', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByText('Nothing is recorded yet').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add subscription' });
    await dialog.waitFor();
    await page.keyboard.type('Streaming Plus');
    await typeInto(page, dialog.getByLabel('Amount'), '15.99');
    await tabTo(page, dialog.getByRole('radio', { name: 'Monthly' }));
    await page.keyboard.press('ArrowLeft');
    await typeInto(page, dialog.getByRole('textbox', { name: 'Every' }), '10');
    await typeInto(page, dialog.getByLabel('Unit of the interval'), 'd');
    await tabTo(page, dialog.getByRole('radio', { name: 'Next payment on' }));
    await page.keyboard.press('ArrowRight');
    // The order of day, month and year is that of the locale.
    await typeInto(page, dialog.getByLabel('Day of the last payment'), asTyped(today().subtract({ days: 7 })));
    await typeInto(page, dialog.getByLabel('Category'), 'Films');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expectDueSoon(home, page);
    await tabTo(page, page.getByRole('button', { name: 'Paid: Streaming Plus' }));
    await page.keyboard.press('Enter');
    await page.getByText('Streaming Plus: €15.99 paid').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Undo' }).last());
    await page.keyboard.press('Enter');
    await page.getByText('Streaming Plus: payment removed').waitFor();
    await expectDueSoon(home, page);
    // The first of its payments that are shown is the one that can be made.
    for (const key of ['j', 'k', 'k', 'k']) await page.keyboard.press(key);
    await waitForFocus(page, page.getByRole('link', { name: 'Streaming Plus' }).first());
    // The messages of the first payment may still be there.
    const answered = page.waitForResponse((response) => response.url().includes('/renew'));
    await page.keyboard.press('p');
    await answered;
    await page.getByRole('button', { name: 'Undo' }).last().waitFor();
    const undone = page.waitForResponse((response) => response.url().includes('/revert'));
    await page.keyboard.press('Control+z');
    await undone;
    await expectDueSoon(home, page);
  });

  test('takes its name, its amount and two more keys; the category follows from the name', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByText('Nothing is recorded yet').waitFor();
    for (const [name, amount] of [
      ['Netflix', '15.99'],
      ['Netflix for the office', '9'],
      ['Xyzzy', '1'],
    ] as const) {
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'Add subscription' });
      await waitForFocus(page, dialog.getByRole('textbox', { name: 'Name', exact: true }));
      expect(await dialog.getByLabel('Day of the next payment').inputValue()).toBe('');
      await page.keyboard.type(name);
      const says = name === 'Xyzzy' ? 'Leave it empty for “Other”.' : 'Suggested by the name.';
      await dialog.getByText(says).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.type(amount);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      if (name === 'Netflix') {
        const [stored] = await home.stored();
        expect(stored).toMatchObject({ category: 'Entertainment', lastPaymentDate: today().toString() });
        await home.ask('PATCH', `/subscriptions/${stored?.id}`, { category: 'Films' });
      }
    }
    expect(await home.stored()).toMatchObject([
      { name: 'Xyzzy', category: 'Other' },
      { name: 'Netflix for the office', category: 'Films' },
      { name: 'Netflix', category: 'Films' },
    ]);
  });

  test('is shown with "Nothing is due", and with "Nothing else is due" only when something is overdue', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await home.add({ name: 'Insurance', period: 'yearly', paidDaysAgo: 10 });
    await signInBy(home.link, page);
    await page.getByText(/^Nothing is due until /).waitFor();
    await home.add({ name: 'Domain', period: 'yearly', paidDaysAgo: 370 });
    await page.reload();
    await page.getByText(/^Nothing else is due until /).waitFor();
  });

  test('is kept at its deadline, paid for all that was missed, and noted as cancelled to the end of its term', async () => {
    const home = await startHome();
    const termEndsOn = today().add({ days: 100 }).toString();
    const phone = await home.add({ name: 'Phone', amount: 40 });
    const contract = { termEndsOn, termMonths: 12, noticePeriod: { count: 90, unit: 'days' } };
    await home.ask('PATCH', `/subscriptions/${phone.id}/details`, contract);
    const gym = await home.add({ name: 'Gym', amount: 146.3, paidDaysAgo: 100 });
    await home.add({ name: 'Club', amount: 5, paidDaysAgo: 40 });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    const deadlines = page.getByRole('region', { name: 'Deadlines' });
    await deadlines.getByText('€480.00 a year at stake').waitFor();
    await deadlines.getByText(/^Notice by .*, 10 days left · term ends on /).waitFor();
    await deadlines.getByRole('button', { name: 'Keep: Phone' }).click();
    await page.getByText('Phone is kept').waitFor();
    await deadlines.waitFor({ state: 'detached' });
    await waitForFocus(page, heading(page, 'Overview'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await deadlines.waitFor();
    // The row stays for a moment, with a way back in the place of its buttons.
    await deadlines.getByRole('button', { name: 'Keep: Phone' }).click();
    await deadlines.getByText('Kept ✓').waitFor();
    const undo = deadlines.getByRole('button', { name: 'Undo keeping it: Phone' });
    await waitForFocus(page, undo);
    await page.waitForTimeout(secondTapMs);
    await undo.click();
    await deadlines.getByRole('button', { name: 'Keep: Phone' }).waitFor();
    // The row has its buttons again before the service has answered.
    const details = async () => (await home.ask('GET', `/subscriptions/${phone.id}/details`))['data'];
    const isKept = async () => !Bun.deepMatch({ keepThrough: null }, await details());
    while (await isKept()) await page.evaluate('new Promise(requestAnimationFrame)');

    await page.getByText('€443.90 overdue', { exact: true }).waitFor();
    await page.getByText('3 × €146.30').waitFor();
    await page.getByRole('button', { name: 'All 3 paid: Gym' }).click();
    await page.getByText('Gym: 3 payments, €438.90 paid').waitFor();
    // Counted from the last payment: another month may lack its day.
    expect((await home.stored()).find(({ id }) => id === gym.id)?.nextPaymentDate).toBe(
      Temporal.PlainDate.from(gym.lastPaymentDate).add({ months: 4 }).toString(),
    );
    // The row stays for a moment. Then the next one has the focus, but not its button that pays.
    await waitForFocus(page, page.getByRole('button', { name: 'Undo the payment: Gym' }));
    await waitForFocus(page, page.getByRole('region', { name: 'Due' }).getByRole('link', { name: 'Club' }).first());
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Gym: 3 payments removed').waitFor();

    await deadlines.getByRole('button', { name: 'I have cancelled it: Phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'I have cancelled Phone' });
    await dialog.getByText('This does not cancel with the provider.').waitFor();
    expect(await dialog.getByLabel('Last day').inputValue()).toBe(termEndsOn);
    await dialog.getByRole('button', { name: 'I have cancelled it' }).click();
    await page.getByText(/^Phone is cancelled and runs until /).waitFor();
    await deadlines.waitFor({ state: 'detached' });
    const { data } = await home.ask('GET', `/subscriptions/${phone.id}?include=details`);
    expect(data).toMatchObject({ status: 'active', details: { endsOn: termEndsOn } });

    // What is cancelled and still runs says so where it is due.
    // Before its next payment, which is 20 days away in the shortest months.
    const endsOn = today().add({ days: 10 }).toString();
    await home.ask('PATCH', `/subscriptions/${gym.id}/details`, { endsOn });
    await page.reload();
    const due = page.getByRole('region', { name: 'Due' });
    await due
      .getByRole('listitem')
      .filter({ hasText: 'Gym' })
      .getByText(/ · ends on /)
      .waitFor();
    await due.getByRole('link', { name: 'Gym' }).click();
    const gymDialog = page.getByRole('dialog', { name: 'Gym' });
    await gymDialog.getByText(/^Active, ends on /).waitFor();
    await gymDialog.getByRole('button', { name: 'Change the end …' }).click();
    const change = page.getByRole('dialog', { name: 'Change the end of Gym' });
    expect(await change.getByLabel('Last day').inputValue()).toBe(endsOn);
    await change.getByRole('button', { name: 'Save' }).waitFor();
  });

  test('is added in German from something usual, with a comma in its amount', async () => {
    const home = await startHome();
    const page = await newPage(home.origin, { locale: 'de-DE' });
    await signInBy(home.link, page);
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.getByRole('list', { name: 'Oder mit einem von diesen beginnen:' }).getByText('Domain').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Filme Plus');
    await dialog.getByLabel('Betrag').fill('1.015,99');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await home.stored()).toMatchObject([
      { name: 'Filme Plus', amount: 1015.99, category: 'Online', period: 'yearly' },
    ]);
    await page.getByText('84,67').first().waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Erledigt:Das erste Abo hinzufügen' }).waitFor();
    await heading(page, 'Übersicht').waitFor();
  });
});

/** Moves the focus to a control with the tabulator, and types. */
async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let left = 40; !(await hasFocus(page, control)); left -= 1) {
    if (left === 0) throw new Error(`no tabulator leads to ${control.toString()}`);
    await page.keyboard.press('Tab');
  }
}

function asTyped({ year, month, day }: Temporal.PlainDate): string {
  return [month, day].map((part) => String(part).padStart(2, '0')).join('') + String(year);
}
