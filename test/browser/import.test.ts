import { describe, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { heading, newLink, signInBy, startHome } from './support/home.ts';
import { table } from './support/tables.ts';
import { canBrowse, useBrowser, waitForFocus } from './support/visits.ts';

describe.if(canBrowse)('the import', () => {
  const { newPage, expectFaults } = useBrowser();

  test('of a dropped file asks what only the user knows, is one import, and is undone whole', async () => {
    const home = await startHome();
    await home.add({ name: 'Netflix', amount: 15.99 });
    await home.add({ name: 'miete', amount: 9600, period: 'yearly' });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await heading(page, 'Import and export').waitFor();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await page.evaluate(
      `dispatchEvent(new DragEvent('drop', { cancelable: true, dataTransfer: (() => {
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(table)}], 'abos.csv'));
        return data;
      })() }))`,
    );

    // The rows that need an answer come first. Nothing is stored yet, and nothing invites to go on.
    const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
    const importing = page.getByRole('button', { name: /^Import \d+ subscriptions?$|^Nothing to import$/ });
    const isInviting = async () => (await importing.getAttribute('class'))?.includes('primary');
    await page.getByText('3 rows: 1 to skip and 2 to answer').waitFor();
    await page.getByText('2 rows need an answer. Without one, they are left out.').waitFor();
    await rows.getByText('Strom').first().waitFor();
    expect([await rows.count(), await isInviting()]).toEqual([2, false]);
    expect(await home.stored()).toHaveLength(2);
    await page.getByText('not read: \u2068Schwerkraft\u2069').waitFor();

    // A row that only has the name of a stored one: the same household may pay both.
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    expect(await rows.first().innerText()).toContain('Looks like miete, €9,600.00 yearly');
    await press('Keep both: row 1, Miete');
    await page.getByText('3 rows: 1 new, 1 to skip, and 1 to answer').waitFor();

    // A duplicate is skipped, unless the user wants something else.
    await page.getByText('1 to skip', { exact: true }).click();
    expect(await rows.innerText()).toContain('Looks like Netflix, €15.99 monthly');
    await press('Keep both: row 2, Netflix');
    await page.getByText('3 rows: 2 new and 1 to answer').waitFor();
    await press('Update from row 2: Netflix');
    await page.getByText('3 rows: 1 new, 1 to update, and 1 to answer').waitFor();

    // One choice for all of them replaces the single ones.
    await page.getByText('Skip', { exact: true }).first().click();
    await page.getByText('3 rows: 2 to skip and 1 to answer').waitFor();
    await page.getByText('Decide for each row').click();
    await page.getByText('3 rows: 1 to skip and 2 to answer').waitFor();
    await page.getByText('All 3').click();
    await press('Keep both: row 1, Miete');
    await press('Update from row 2: Netflix');

    // A column can be read as another field.
    await page.getByText('6 of 7 columns are recognized').click();
    await page.getByRole('combobox', { name: 'Schwerkraft' }).selectOption({ label: 'Name' });
    await page.getByText('not read: \u2068Name\u2069').waitFor();
    await page.getByRole('combobox', { name: 'Name', exact: true }).selectOption({ label: 'Name' });
    await page.getByText('3 rows: 1 new, 1 to update, and 1 to answer').waitFor();

    // What cannot be read is added by hand, at once, or left out.
    await page.getByText('1 to answer', { exact: true }).click();
    await press('Leave out row 3: Strom');
    await page.getByText('3 rows: 1 new, 1 to update, and 1 to skip').waitFor();
    expect(await isInviting()).toBe(true);
    await press('Do not leave out row 3: Strom');
    await press('Add by hand: row 3, Strom');
    const adding = page.getByRole('dialog', { name: 'Add by hand: row 3, Strom' });
    await adding.locator('[name=amount][aria-invalid=true]:focus').waitFor();
    await adding.getByLabel('Amount').fill('64.20');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Strom is added').waitFor();
    await page.getByText('3 rows: 1 new and 1 to update').waitFor();
    expect((await home.stored()).map(({ name }) => name)).toContain('Strom');

    // A row that is left out is not imported, and can be taken back in.
    await press('Skip row 1: Miete');
    await page.getByText('3 rows: 1 to update and 1 to skip').waitFor();
    await page.getByRole('button', { name: 'Import 1 subscription' }).waitFor();
    await press('Keep both: row 1, Miete');

    // Another page loses nothing.
    await page.getByRole('link', { name: 'Calendar' }).click();
    await heading(page, 'Calendar').waitFor();
    await page.getByRole('link', { name: 'Import and export' }).click();
    await page.getByText('3 rows: 1 new and 1 to update').waitFor();

    // The answer is lost: the same import again writes nothing twice.
    expectFaults(/status of 409 .* at \S+\/revert$/, /ERR_FAILED at \S+\/api\/v1\/import\?/);
    await page.route(
      /\/api\/v1\/import\?(?!.*dryRun)/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    expect(await isInviting()).toBe(true);
    await page.getByRole('button', { name: 'Import 2 subscriptions' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('3 rows: 1 added and 1 updated').waitFor();
    const amounts = async () => (await home.stored()).map(({ name, amount: stored }) => `${name} ${stored}`).sort();
    expect(await amounts()).toEqual(['Miete 812.5', 'Netflix 17.99', 'Strom 64.2', 'miete 9600']);

    // What was changed since is named, and nothing is undone.
    const rent = (await home.stored()).find(({ name }) => name === 'Miete');
    await home.ask('PATCH', `/subscriptions/${rent?.id}`, { amount: 850 });
    const undoing = page.getByRole('dialog', { name: 'Undo the whole import?' });
    await page.getByRole('button', { name: 'Undo the whole import' }).click();
    await undoing.getByText('The subscription that it added is deleted, with its payments.').waitFor();
    await undoing.getByText('The subscription that it updated gets its former values back.').waitFor();
    await undoing.getByRole('button', { name: 'Back' }).click();
    await waitForFocus(page, page.getByRole('button', { name: 'Undo the whole import' }));
    await page.keyboard.press('Enter');
    await undoing.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('list', { name: 'Changed since the import' }).getByRole('link', { name: 'Miete' }).waitFor();
    expect(await amounts()).toEqual(['Miete 850', 'Netflix 17.99', 'Strom 64.2', 'miete 9600']);

    // An import without later changes is undone whole, also from the list.
    await page.getByRole('button', { name: 'Import another file' }).click();
    const earlier = page.getByRole('list', { name: 'Earlier imports' }).getByRole('listitem');
    await earlier.getByText('CSV · 1 added and 1 updated').waitFor();
    await page.getByText('Paste text instead').click();
    await page.getByRole('textbox', { name: 'Text' }).fill(table.replaceAll('Miete', 'Garage'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Import 1 subscription' }).click();
    await page.getByText('1 added').first().waitFor();
    expect(await amounts()).toContain('Garage 812.5');
    await page.getByRole('button', { name: 'Import another file' }).click();
    await earlier
      .first()
      .getByRole('button', { name: /^Undo the import of/ })
      .click();
    await undoing.getByRole('button', { name: 'Undo' }).click();
    await earlier.getByText('Undone').waitFor();
    await waitForFocus(page, heading(page, 'Import and export'));
    expect(await amounts()).toEqual(['Miete 850', 'Netflix 17.99', 'Strom 64.2', 'miete 9600']);

    // What is saved is what the service has. Whoever may only look can save it, too, and changes nothing.
    await home.command('users', 'add', 'sam', '--owner', 'default', '--scope', 'read');
    const guest = await newPage(home.origin);
    await signInBy(await newLink(home, 'sam'), guest);
    await guest.goto(`${home.origin}/import`);
    await guest.getByText('Only those who may change subscriptions import files.').waitFor();
    await guest.getByText('Undone').waitFor();
    expect(await guest.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Download']);
    for (const format of ['JSON', 'CSV']) {
      await guest.getByText(format, { exact: true }).click();
      const download = guest.waitForEvent('download');
      await guest.getByRole('button', { name: 'Download' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toMatch(/^duebook-\d{4}-\d\d-\d\d\.(json|csv)$/);
      const text = await Bun.file(await saved.path()).text();
      expect(['Miete', 'Netflix', 'Strom'].every((name) => text.includes(name))).toBe(true);
    }
  }, 60_000);

  test('of a file that is not UTF-8 says in which encoding it was read, and takes another one', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    const rows =
      'Nazwa;9,99;EUR;monthly;2027-01-31\nPr\u00b9d;9,99;EUR;monthly;2027-01-31\n\u00afywno\u009c\u00e6;5;EUR;monthly;2027-01-31';
    await page.locator('input[type=file]').setInputFiles({
      name: 'abonamenty.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name;Price;Currency;Cycle;Next payment\n${rows}\n`, 'latin1'),
    });
    const names = page.getByRole('list', { name: 'Rows of the file' });
    await names.getByText('Żywność').waitFor();
    await page.getByText('It was read as windows-1250.').waitFor();
    const encoding = page.getByRole('combobox', { name: 'Encoding of the file' });
    await encoding.selectOption({ label: 'windows-1251 (Russian, Ukrainian, Bulgarian …)' });
    await names.getByText('Pr№d').waitFor();
    expectFaults(/status of 400 .* at \S+\/import\?/);
    await encoding.selectOption({ label: 'utf-8' });
    await page.getByText('Line 3 of the file has characters that are not in the encoding utf-8.').waitFor();
    await encoding.selectOption({ label: 'Detect' });
    await page.getByRole('button', { name: 'Import 3 subscriptions' }).click();
    await page.getByText('3 added').first().waitFor();
    expect((await home.stored()).map(({ name }) => name).sort()).toEqual(['Nazwa', 'Prąd', 'Żywność']);
  });

  test('shows which columns are not read, and asks which of two prices counts', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.goto(`${home.origin}/import`);
    await page.getByText('Paste text instead').click();
    const pasted = 'Company;Name;Price;Cost;Currency;Cycle;Next\nAcme;Video;5;60;EUR;monthly;2027-01-31\n';
    await page.getByLabel('Text', { exact: true }).fill(pasted);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Choose above which one counts').waitFor();
    const choice = (header: string) => page.getByRole('combobox', { name: header, exact: true });
    expect(await choice('Company').locator('option:checked').innerText()).toBe('Not read (Name?)');
    // As everywhere, what a choice is about stands above it.
    const top = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.NaN;
    expect(await top(page.getByText('Company', { exact: true }))).toBeLessThan(await top(choice('Company')));
    await choice('Price').selectOption({ label: 'Amount' });
    await page.getByText('1 row: 1 new').waitFor();
    expect(await choice('Cost').locator('option:checked').innerText()).toBe('Not read (Amount?)');
    await choice('Cost').selectOption({ label: 'Leave out' });
    await page.getByText('1 row: 1 new').waitFor();
    expect(await choice('Cost').locator('option:checked').innerText()).toBe('Leave out');
  });

  test('keeps the next payment of a row that does not say how often it is paid, also when it is added by hand', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.goto(`${home.origin}/import`);
    await page.getByText('Paste text instead').click();
    await page.getByLabel('Text', { exact: true }).fill('Name;Price;Currency;Next\nPaper;5;EUR;2027-01-31\n');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('next payment January 31, 2027').waitFor();
    await page.getByRole('button', { name: 'Add by hand: row 1, Paper' }).click();
    const adding = page.getByRole('dialog', { name: 'Add by hand: row 1, Paper' });
    expect(await adding.locator('[name=nextPaymentDate]').inputValue()).toBe('2027-01-31');
    await adding.getByText('Monthly', { exact: true }).click();
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Paper is added').waitFor();
    expect(await home.stored()).toMatchObject([{ name: 'Paper', nextPaymentDate: '2027-01-31' }]);

    // With the way back, the row waits for an answer again.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 row: 1 to answer').waitFor();
    expect(await home.stored()).toEqual([]);
  });

  test('proposes the dollar of the household, and says what comes without reminders', async () => {
    const home = await startHome();
    await home.add({ name: 'Rent', amount: 800, currency: 'CAD' });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.goto(`${home.origin}/import`);
    await page.getByText('Paste text instead').click();
    const pasted = 'Name;Price;Cycle;Next;Reminder\nRadio;$3;monthly;2027-01-31;no\nVideo;$5;monthly;2027-01-31;yes\n';
    await page.getByLabel('Text', { exact: true }).fill(pasted);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('2 rows: 2 new').waitFor();
    const choice = page.getByRole('combobox', { name: 'Currency of “$”' });
    expect(await choice.inputValue()).toBe('CAD');
    await page.getByText('Proposed, because your subscriptions have it.').waitFor();
    await page.getByText('1 subscription comes without payment reminders.').waitFor();
    await choice.selectOption({ value: 'USD' });
    await page.getByText('US$3.00').waitFor();
    await page.getByRole('button', { name: 'Import 2 subscriptions' }).click();
    await page.getByText('2 added').first().waitFor();
    expect((await home.stored()).map(({ name, amount }) => `${name} ${amount}`)).toContain('Radio 3');
  });
});
