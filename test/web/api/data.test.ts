import { describe, expect, test } from 'bun:test';
import { startService } from '../../support/service.ts';
import { createBrowser, type Tab } from '../support/tab.ts';

const service = await startService();

const livez = 'GET /livez';
const revision = 'GET /api/v1/revision';
const list = 'GET /api/v1/subscriptions?limit=100&offset=0&sort=createdAt&include=details';

type SignedInTab = Tab & { readonly browser: ReturnType<typeof createBrowser> };

const ignore = () => undefined;

/** Has the tab follow what others write. */
async function follow({ page, settle }: Tab): Promise<void> {
  page.followRevision();
  page.noteFirstData();
  await settle();
}

/** Has somebody else write, and waits until the tab knows. */
async function writeElsewhere({ page, browser }: SignedInTab): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  page.changes.subscribe((count) => count > 0 && resolve(undefined));
  await service.create({ name: 'Written by somebody else' });
  browser.advance(45);
  await promise;
}

/** Has the tab lose the server, and find it again. */
async function loseAndFind({ page, browser, cutOff }: SignedInTab): Promise<void> {
  cutOff();
  await page.refreshSession().catch(ignore);
  cutOff(false);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  page.connection.subscribe(({ isLost }) => isLost || resolve(undefined));
  browser.advance(2);
  await promise;
}

/** A tab that is signed in with the write key. */
async function signedInTab(): Promise<SignedInTab> {
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

const draft = (name: string) => ({
  name,
  category: 'Home',
  amount: 5,
  currency: 'EUR' as const,
  period: 'monthly' as const,
  lastPaymentDate: '2026-06-15',
});
const creation = (name: string) => ({ action: 'create', subscription: draft(name) }) as const;

describe('the data of a view', () => {
  test('that could not load while the server was away load by themselves when it is back', async () => {
    const { name } = await service.create({ name: 'Loads late' });
    const tab = await signedInTab();
    tab.cutOff();
    const shown = shownList(tab);
    await tab.settle();
    expect([shown.names(), shown.error.value]).toEqual([undefined, expect.any(Error)]);
    expect([tab.page.connection.value.isLost, shown.isLoading.value]).toEqual([true, false]);
    tab.cutOff(false);
    tab.browser.advance(2);
    await tab.settle();
    expect(shown.names()).toContain(name);
    expect([tab.page.connection.value.isLost, shown.error.value, shown.isLoading.value]).toEqual([
      false,
      undefined,
      false,
    ]);
  });

  test('load again when an input or a signal changes, and an older answer does not take their place', async () => {
    const { page, settle } = await signedInTab();
    const [input, used] = [page.signal('a'), page.signal('1')];
    const asked: { readonly what: string; readonly abort: AbortSignal; readonly answer: () => void }[] = [];
    const shown = page.runHooks(() => {
      const given = input.value;
      return page.useResource(
        (abort) => {
          const what = given + used.value;
          return new Promise<string>((resolve) => void asked.push({ what, abort, answer: () => resolve(what) }));
        },
        [given],
      );
    });
    used.value = '2';
    input.value = 'b';
    await settle();
    expect(asked.map(({ what }) => what)).toEqual(['a1', 'a2', 'b2']);
    expect(asked.map(({ abort }) => abort.aborted)).toEqual([true, true, false]);
    for (const { answer } of asked.toReversed()) answer();
    await settle();
    expect(shown.data.value).toBe('b2');
  });

  test('that are asked for again while they load are no outage', async () => {
    const tab = await signedInTab();
    const shown = shownList(tab);
    tab.page.reloadAll();
    tab.page.reloadAll();
    await tab.settle();
    expect([shown.names(), shown.error.value, tab.page.connection.value.isLost]).toEqual([
      expect.any(Array),
      undefined,
      false,
    ]);
    expect(tab.requests).toEqual([list, list, list]);
  });

  test('that failed in several places load again all at once', async () => {
    const { page, settle } = await signedInTab();
    const isBroken = { now: true };
    const load = async (text: string) => {
      if (isBroken.now) throw new Error('broken');
      return text;
    };
    const views = ['a', 'b'].map((text) => page.runHooks(() => page.useResource(() => load(text))));
    await settle();
    isBroken.now = false;
    page.reloadAll();
    await settle();
    expect(views.map(({ data, error }) => [data.value, error.value])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
  });

  test('that several show are asked for once, also when one of them goes away', async () => {
    const tab = await signedInTab();
    const views = [shownList(tab), shownList(tab)];
    await tab.settle();
    expect([views.every((view) => view.names() !== undefined), tab.requests]).toEqual([true, [list]]);
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const answers = [leaving, staying].map((asker) => tab.page.loadAll(asker.signal));
    leaving.abort();
    const [left, stayed] = await Promise.allSettled(answers);
    expect([left?.status, stayed?.status, tab.requests]).toEqual(['rejected', 'fulfilled', [list, list]]);
  });

  test('that are under way when something is written are not given to who asks after that', async () => {
    const tab = await signedInTab();
    const { signal } = new AbortController();
    const release = tab.holdBack('/api/v1/subscriptions?');
    const before = tab.page.loadAll(signal);
    await tab.page.change([creation('Written meanwhile')]);
    const after = tab.page.loadAll(signal);
    release();
    await before;
    expect((await after).map(({ name }) => name)).toContain('Written meanwhile');
    expect(tab.requests.filter((one) => one === list)).toHaveLength(2);
  });

  test.each([
    ['who loads again', ignore, ({ page }: Tab) => page.reloadAll()],
    ['who asks after an outage', ignore, loseAndFind],
    ['who learns that somebody else has written', follow, writeElsewhere],
    ['another session', ignore, (tab: Tab) => tab.page.signIn({ apiKey: service.keys.write })],
  ])('that are under way are not given to %s', async (_, prepare, act) => {
    const tab = await signedInTab();
    await prepare(tab);
    const release = tab.holdBack('/api/v1/subscriptions?');
    const { signal } = new AbortController();
    const before = tab.page.loadAll(signal);
    await act(tab);
    const after = tab.page.loadAll(signal);
    const asked = tab.requests.filter((one) => one === list);
    release();
    await Promise.all([before, after]);
    expect(asked).toHaveLength(2);
  });

  test('that the first view can do without load once that has its own', async () => {
    const tab = await signedInTab();
    const later = tab.page.runHooks(() => tab.page.useLaterResource(tab.page.loadAll));
    await tab.settle();
    expect([later.data.value, tab.requests]).toEqual([undefined, []]);
    const first = tab.page.runHooks(() => tab.page.useResource(tab.page.loadDue));
    await tab.settle();
    expect([first.data.value, later.data.value]).toEqual([expect.anything(), expect.any(Array)]);
  });
});

describe('a write', () => {
  test('is noticed at once, also before the first revision is known', async () => {
    const tab = await signedInTab();
    tab.page.followRevision();
    await tab.page.change([creation('Written early')]);
    await tab.settle();
    expect(tab.requests).toEqual(['POST /api/v1/subscriptions/batch', revision]);
    // What the views load again by.
    expect(tab.page.changes.value).toBe(1);
  });

  test('of somebody else shows within 45 seconds, at once when the page comes to the front, and not behind it', async () => {
    const tab = await signedInTab();
    tab.page.followRevision();
    const shown = shownList(tab);
    await tab.settle();
    await service.create({ name: 'Written by another' });
    tab.browser.advance(44);
    await tab.settle();
    expect(shown.names()).not.toContain('Written by another');
    tab.browser.advance(1);
    await tab.settle();
    expect(shown.names()).toContain('Written by another');
    tab.show(false);
    tab.requests.length = 0;
    await service.create({ name: 'Written behind' });
    tab.browser.advance(300);
    await tab.settle();
    expect(tab.requests).toEqual([]);
    tab.show();
    await tab.settle();
    expect(shown.names()).toContain('Written behind');
  });

  test('is the only reason to load again: neither a preview nor a poll without news does', async () => {
    const tab = await signedInTab();
    tab.page.followRevision();
    shownList(tab);
    await tab.settle();
    tab.requests.length = 0;
    await tab.page.preview(creation('Only a preview'), new AbortController().signal);
    await tab.settle();
    expect(tab.requests).toEqual(['POST /api/v1/subscriptions/batch?dryRun=true&faults=all']);
    for (const seconds of [45, 45]) {
      tab.browser.advance(seconds);
      await tab.settle();
    }
    expect(tab.requests.slice(1)).toEqual([revision, revision]);
    await tab.page.change([creation('A write')]);
    await tab.settle();
    expect(tab.requests.slice(3)).toEqual(['POST /api/v1/subscriptions/batch', revision, list]);
  });
});

describe('the connection', () => {
  test('is tried again after 2, 5, 10 and 30 seconds, then every 30, and from the beginning after an answer', async () => {
    const tab = await signedInTab();
    shownList(tab);
    await tab.settle();
    for (const round of [1, 2]) {
      tab.cutOff();
      tab.page.reloadAll();
      await tab.settle();
      tab.requests.length = 0;
      for (const seconds of [2, 5, 10, 30, 30]) {
        tab.browser.advance(seconds - 1);
        await tab.settle();
        expect([round, seconds, tab.requests]).toEqual([round, seconds, []]);
        tab.browser.advance(1);
        await tab.settle();
        expect([round, seconds, tab.requests.splice(0)]).toEqual([round, seconds, [livez]]);
      }
      tab.cutOff(false);
      tab.browser.advance(30);
      await tab.settle();
      expect(tab.page.connection.value.isLost).toBe(false);
    }
  });
});
