import { describe, expect, test } from 'bun:test';
import { addCode, addUser, statusWith, withSession } from '../../support/people.ts';
import { startService } from '../../support/service.ts';
import { createBrowser } from '../support/tab.ts';

const service = await startService();
const password = 'correct horse';
const samId = await addUser(service, 'sam', { password });

const sessionKey = 'duebook:/:session';

const status = (token: string | null) => statusWith(service, { token: token ?? '' });

/** Ends a session at the service, without the page. */
async function endElsewhere(token: string | null): Promise<void> {
  const answer = await service.call('DELETE', '/api/v1/session', withSession({ token: token ?? '' }));
  expect(answer.status).toBe(200);
}

describe('a session', () => {
  test('is there again when the page is loaded anew, and ends at the service when the user signs out', async () => {
    const browser = createBrowser(service.origin);
    const first = await browser.openTab();
    await first.page.signIn({ user: 'sam', password });
    const token = first.page.token.value;
    const { page } = await first.loadAnew();
    expect(page.session.value).toBeUndefined();
    await page.refreshSession();
    expect([page.session.value?.user, page.today.value, await status(token)]).toEqual(['sam', '2026-06-16', 200]);
    await page.signOut();
    expect([page.session.value, await status(token), browser.localStorage.values.get(sessionKey)]).toEqual([
      null,
      401,
      undefined,
    ]);
  });

  test('that was there before ends when the user signs in again', async () => {
    const { page } = await createBrowser(service.origin).openTab();
    await page.signIn({ user: 'sam', password });
    const before = page.token.value;
    await page.signIn({ user: 'sam', password });
    expect([await status(before), await status(page.token.value)]).toEqual([401, 200]);
  });

  test('that has ended stays on the page, and after a sign-in what it was refused loads again', async () => {
    const browser = createBrowser(service.origin);
    const tab = await browser.openTab();
    await tab.page.signIn({ apiKey: service.keys.write });
    tab.page.followRevision();
    const shown = tab.page.runHooks(() => tab.page.useResource(tab.page.loadAll));
    await tab.settle();
    await endElsewhere(tab.page.token.value);
    tab.page.reloadAll();
    await tab.settle();
    expect([tab.page.isSessionEnded.value, tab.page.statusOf(shown.error.value)]).toEqual([true, 401]);
    expect(await tab.page.refreshSession().catch(tab.page.statusOf)).toBe(401);
    expect([tab.page.session.value?.owner, tab.page.token.value]).toEqual(['first', expect.any(String)]);
    tab.requests.length = 0;
    browser.advance(90);
    await tab.settle();
    expect(tab.requests).toEqual([]);
    await tab.page.signIn({ apiKey: service.keys.write });
    await tab.settle();
    expect(tab.page.isSessionEnded.value).toBe(false);
    expect([shown.data.value, shown.error.value, tab.reloads()]).toEqual([expect.any(Array), undefined, 0]);
  });

  test('is not ended by the refusal of the one before it', async () => {
    const tab = await createBrowser(service.origin).openTab();
    await tab.page.signIn({ apiKey: service.keys.write });
    const before = tab.page.token.value;
    const release = tab.holdBack('/api/v1/subscriptions');
    await endElsewhere(before);
    tab.page.runHooks(() => tab.page.useResource(tab.page.loadAll));
    await tab.page.signIn({ apiKey: service.keys.write });
    release();
    await tab.settle();
    expect([tab.page.isSessionEnded.value, await status(tab.page.token.value)]).toEqual([false, 200]);
  });

  test('that has ended before the page was there leads to the sign-in', async () => {
    const browser = createBrowser(service.origin);
    const first = await browser.openTab();
    await first.page.signIn({ user: 'sam', password });
    await endElsewhere(first.page.token.value);
    const { page } = await first.loadAnew();
    await page.refreshSession();
    expect([page.session.value, page.token.value, page.wasSignedOut.value]).toEqual([null, null, true]);
    await page.signIn({ user: 'sam', password });
    expect(page.wasSignedOut.value).toBe(false);
  });

  test('that has ended gives way to the one that another tab has stored meanwhile', async () => {
    const browser = createBrowser(service.origin);
    const first = await browser.openTab();
    await first.page.signIn({ user: 'sam', password });
    const stored = first.page.token.value;
    browser.localStorage.values.set(sessionKey, 'dbk_s_ended');
    const { page } = await browser.openTab();
    browser.localStorage.values.set(sessionKey, stored ?? '');
    await page.refreshSession();
    expect(page.token.value).toBe(stored);
  });

  test('of another user does not show what the page knows: it is loaded anew', async () => {
    const { page, reloads } = await createBrowser(service.origin).openTab();
    const loads: number[] = [];
    for (const apiKey of [service.keys.write, service.keys.write, service.keys.read, service.keys.otherWrite]) {
      await page.signIn({ apiKey });
      loads.push(reloads());
    }
    expect(loads).toEqual([0, 0, 1, 2]);
  });

  test('knows that the user has a way back, once a password is set', async () => {
    const { page } = await createBrowser(service.origin).openTab();
    const joId = await addUser(service, 'jo');
    await page.signIn({ code: addCode(service, joId) });
    expect(page.session.value).toMatchObject({ hasWayBack: false, needsCurrent: false });
    await page.setPassword({ new: password });
    expect(page.session.value).toMatchObject({ hasWayBack: true, needsCurrent: true });
  });

  test('learns that a day has passed, within 15 minutes', async () => {
    const late = await startService({ now: '2026-06-16T23:59:00.000Z' });
    const browser = createBrowser(late.origin);
    const { page, settle } = await browser.openTab();
    await page.signIn({ apiKey: late.keys.write });
    page.followRevision();
    late.clock.advance(120);
    expect(page.today.value).toBe('2026-06-16');
    browser.advance(15 * 60);
    await settle();
    expect(page.today.value).toBe('2026-06-17');
  });

  test('is kept apart from that of an instance at another base path of the same host', async () => {
    const below = await startService({ basePath: '/duebook' });
    const browser = createBrowser(below.origin);
    const { page } = await browser.openTab();
    await page.signIn({ apiKey: below.keys.read });
    expect(browser.localStorage.values.get('duebook:/duebook/:session')).toBe(page.token.value ?? '');
    expect(
      Array.from(browser.localStorage.values.keys()).filter((key) => !key.startsWith('duebook:/duebook/:')),
    ).toEqual([]);
    expect([page.mayWrite.value, page.mayManage.value]).toEqual([false, false]);
  });
});

test('a browser that stores nothing lets the user sign in and write all the same', async () => {
  const browser = createBrowser(service.origin);
  browser.localStorage.refuse();
  const { page } = await browser.openTab();
  page.followOtherTabs();
  await page.signIn({ user: 'sam', password });
  const { id } = await service.create();
  await page.change([{ action: 'delete', id }]);
  expect([page.session.value?.user, browser.localStorage.values.size]).toEqual(['sam', 0]);
});

describe('a sign-in in another tab', () => {
  const signIns = {
    'the same user': { apiKey: service.keys.write },
    'the same owner with another scope': { apiKey: service.keys.read },
    'another user': { user: 'sam', password },
    'another owner': { apiKey: service.keys.otherWrite },
  };

  test.each([
    ['the same user', 0],
    ['the same owner with another scope', 1],
    ['another user', 1],
    ['another owner', 1],
  ] as const)('by %s loads this one anew %d times', async (who, loads) => {
    const browser = createBrowser(service.origin);
    const [here, there] = [await browser.openTab(), await browser.openTab()];
    await here.page.signIn({ apiKey: service.keys.write });
    here.page.followOtherTabs();
    await there.page.signIn(signIns[who]);
    await here.settle();
    expect(here.reloads()).toBe(loads);
    if (loads === 0) expect(here.page.token.value).toBe(there.page.token.value);
  });

  test('that this one has not heard of keeps it from writing into either book', async () => {
    const browser = createBrowser(service.origin);
    const [here, there] = [await browser.openTab(), await browser.openTab()];
    await here.page.signIn({ apiKey: service.keys.write });
    await there.page.signIn({ apiKey: service.keys.otherWrite });
    here.page.followOtherTabs();
    here.requests.length = 0;
    // It never ends: the page is about to be loaded anew.
    void here.page.change([{ action: 'delete', id: 'any' }]);
    await here.settle();
    expect([here.reloads(), here.requests]).toEqual([1, ['GET /api/v1/session']]);
  });

  test('and a sign-out there are followed by a tab that shows nobody, and by one that does', async () => {
    const browser = createBrowser(service.origin);
    const [here, there] = [await browser.openTab(), await browser.openTab()];
    here.page.followOtherTabs();
    await there.page.signIn({ apiKey: service.keys.write });
    expect(here.page.token.value).toBe(there.page.token.value);
    await here.page.refreshSession();
    expect(here.page.session.value?.owner).toBe('first');
    await there.page.signOut();
    expect([here.page.session.value, here.reloads()]).toEqual([null, 0]);
  });
});

test('the choice of a language is that of all tabs, and lasts', async () => {
  const browser = createBrowser(service.origin);
  const [here, there] = [await browser.openTab(), await browser.openTab()];
  there.page.languageChoice.value = 'de';
  expect(here.page.languageChoice.value).toBe('de');
  expect((await here.loadAnew()).page.languageChoice.value).toBe('de');
});

describe('a page that is opened', () => {
  const linkWith = (code: string) => `/sign-in?from=mail#code=${code}`;

  test('by a link signs in, and its code does not stay in the address', async () => {
    const { page, address } = await createBrowser(service.origin).openTab(linkWith(addCode(service, samId)));
    await page.start();
    expect([page.session.value?.user, address()]).toEqual(['sam', `${service.origin}/sign-in?from=mail`]);
  });

  test('by a link while somebody is signed in asks first, and not when that session has ended', async () => {
    const browser = createBrowser(service.origin);
    const { page } = await browser.openTab();
    await page.signIn({ apiKey: service.keys.write });
    const code = addCode(service, samId);
    const asking = await browser.openTab(linkWith(code));
    await asking.page.start();
    expect([asking.page.offeredCode.value, asking.page.session.value?.user]).toEqual([code, null]);
    await endElsewhere(page.token.value);
    const signingIn = await browser.openTab(linkWith(code));
    await signingIn.page.start();
    expect([signingIn.page.offeredCode.value, signingIn.page.session.value?.user]).toEqual([undefined, 'sam']);
  });

  test('asks once a day whether a reverse proxy signs the user in', async () => {
    const browser = createBrowser(service.origin);
    const asked: number[] = [];
    for (const seconds of [0, 60, 86_000, 400, 60]) {
      browser.advance(seconds);
      const { page, requests } = await browser.openTab();
      await page.start();
      asked.push(requests.length);
    }
    expect(asked).toEqual([1, 0, 0, 1, 0]);
  });

  test('is signed in by the reverse proxy, but not again after the user has signed out', async () => {
    const behind = await startService({ trustedProxies: '127.0.0.1', signIn: { authHeader: 'remote-user' } });
    await addUser(behind, 'kim');
    const browser = createBrowser(behind.origin, { 'remote-user': 'kim' });
    const first = await browser.openTab();
    await first.page.start();
    expect(first.page.session.value?.user).toBe('kim');
    await first.page.signOut();
    const second = await first.loadAnew();
    await second.page.start();
    expect([second.page.session.value, second.requests]).toEqual([null, []]);
  });

  test('takes an answer that was asked for before it once, of its own session, and none after the first data', async () => {
    const { page, requests } = await createBrowser(service.origin).openTab();
    await page.signIn({ apiKey: service.keys.write });
    const url = `${service.origin}/api/v1/analytics/payments?limit=1000&include=all`;
    const isAsked = async () => {
      requests.length = 0;
      return page.loadDue(new AbortController().signal).then(() => requests.length > 0);
    };
    const early = (token: string | null) => page.answerEarly(url, token ?? '', Response.json({ payments: [] }));
    early('dbk_s_another');
    expect(await isAsked()).toBe(true);
    early(page.token.value);
    expect([await isAsked(), await isAsked()]).toEqual([false, true]);
    early(page.token.value);
    page.noteFirstData();
    expect(await isAsked()).toBe(true);
  });
});
