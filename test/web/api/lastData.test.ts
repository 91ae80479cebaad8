import { describe, expect, test } from 'bun:test';
import { startService } from '../../support/service.ts';
import { createBrowser, type Tab } from '../support/tab.ts';

const service = await startService();

const ignore = () => undefined;

/** A tab that is signed in with the write key. */
async function signedInTab() {
  const browser = createBrowser(service.origin);
  const tab = await browser.openTab();
  await tab.page.signIn({ apiKey: service.keys.write });
  tab.requests.length = 0;
  return { ...tab, browser };
}

/** The list of subscriptions, as a view loads it; and the names that it shows. */
function shownList({ page }: Tab) {
  const loaded = page.runHooks(() => page.useResource(page.loadAll));
  return { ...loaded, names: () => loaded.data.value?.map(({ name }) => name) };
}

describe('the last data of a view', () => {
  test('stay while new ones load, and when the server does not answer', async () => {
    await service.create({ name: 'Stays' });
    const tab = await signedInTab();
    const shown = shownList(tab);
    await tab.settle();
    const before = shown.names();
    tab.cutOff();
    tab.page.reloadAll();
    expect([shown.names(), shown.isLoading.value]).toEqual([before, true]);
    await tab.settle();
    expect([shown.names(), tab.page.connection.value.isLost]).toEqual([before, true]);
  });

  test('are there at once in a view that is opened again while the server is away, and new when it is back', async () => {
    const tab = await signedInTab();
    const before = shownList(tab);
    await tab.settle();
    tab.cutOff();
    await tab.page.refreshSession().catch(ignore);
    tab.requests.length = 0;
    const again = shownList(tab);
    await tab.settle();
    expect([again.names(), tab.requests]).toEqual([before.names(), []]);
    await service.create({ name: 'Written meanwhile by another' });
    tab.cutOff(false);
    tab.browser.advance(2);
    await tab.settle();
    expect(again.names()).toContain('Written meanwhile by another');
  });

  test('of one user are not shown to the next, when the server is away', async () => {
    const tab = await signedInTab();
    shownList(tab);
    await tab.settle();
    await tab.page.signOut();
    await tab.page.signIn({ apiKey: service.keys.write });
    tab.cutOff();
    await tab.page.refreshSession().catch(ignore);
    const again = shownList(tab);
    await tab.settle();
    expect([again.names(), again.error.value]).toEqual([undefined, expect.any(Error)]);
  });
});

describe('a write', () => {
  test('in one tab shows in another tab of the browser at once, without a poll', async () => {
    const tab = await signedInTab();
    const other = await tab.browser.openTab();
    for (const { page } of [tab, other]) page.followRevision();
    await other.page.refreshSession();
    const shown = shownList(other);
    await other.settle();
    await tab.page.change([
      {
        action: 'create',
        subscription: {
          name: 'Written in the first tab',
          category: 'Home',
          amount: 5,
          currency: 'EUR',
          period: 'monthly',
          lastPaymentDate: '2026-06-15',
        },
      },
    ]);
    await tab.settle();
    await other.settle();
    expect(shown.names()).toContain('Written in the first tab');
  });
});
