import { describe, expect, test } from 'bun:test';
import { canBrowse, useBrowser } from './support/visits.ts';
import { heading, signInBy, startHome, type Home } from './support/home.ts';

const pages = ['Overview', 'Subscriptions', 'Calendar', 'Insights', 'Reminders', 'Activity', 'Settings'] as const;
const hostile = `"'><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

/** Stores the hostile text wherever the service keeps a text of a client, and gives the id of the subscription. */
async function fillWith(home: Home): Promise<string> {
  // Due today, so that each page shows it; two of one name may be duplicates.
  const fields = { name: hostile, category: hostile.slice(0, 80), paidDaysAgo: 7, period: 'custom', customDate: '7' };
  const { id } = await home.add(fields);
  await home.add(fields);
  await home.ask('PATCH', `/subscriptions/${id}`, { amount: 99 });
  const details = { notes: hostile, paymentMethod: hostile.slice(0, 80), tags: [hostile.slice(0, 30)] };
  await home.ask('PATCH', `/subscriptions/${id}/details`, {
    ...details,
    url: `https://x.example/?${hostile.replaceAll(' ', '/')}`,
  });
  await home.ask('PATCH', '/preferences', { householdName: hostile.slice(0, 80) });
  await home.command('users', 'add', hostile.slice(0, 80), '--owner', 'default', '--scope', 'read');
  await home.command('keys', 'create', '--owner', 'default', '--scope', 'read', '--name', hostile.slice(0, 80));
  await home.ask('POST', '/reminders', { event: 'renewal', daysBefore: [1], subscriptionId: id });
  return id;
}

describe.if(canBrowse)('texts with HTML', () => {
  const { newPage } = useBrowser();

  test('are shown as they are on every page, and run nothing', async () => {
    const home = await startHome();
    const id = await fillWith(home);
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    for (const name of pages) {
      await page.goto(`${home.origin}/${name.toLowerCase()}`);
      await heading(page, name).waitFor();
      await page.getByText('onerror=').filter({ visible: true }).first().waitFor();
      expect({ name, images: await page.locator('img[src="x"]').count() }).toEqual({ name, images: 0 });
      expect(await page.title()).not.toBe('owned');
    }
    await page.goto(`${home.origin}/subscriptions?id=${id}`);
    const dialog = page.getByRole('dialog', { name: hostile });
    await dialog.waitFor();
    const link = dialog.getByRole('link', { name: 'https://x.example' });
    expect(await link.getAttribute('href')).toStartWith('https://x.example/?');
    expect(await page.title()).not.toBe('owned');
  });

  test('a link of a subscription that is no address of the web is refused', async () => {
    const home = await startHome();
    const { id } = await home.add({});
    for (const url of ['javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:1', 'data:text/html,x', '//x']) {
      const { status } = await home.call(home.key, 'PATCH', `/api/v1/subscriptions/${id}/details`, { url });
      expect({ url, status }).toEqual({ url, status: 400 });
    }
  });
});
