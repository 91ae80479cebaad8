import { describe, expect, test } from 'bun:test';
import { signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

/** Until then, the page takes a tap for a second one. */
const secondTapMs = 700;

describe.if(canBrowse)('paying', () => {
  const { newPage, expectFaults } = useBrowser();

  test.each([80, 200, 350])('three taps %d ms apart on "Paid" record one payment', async (pauseMs) => {
    const home = await startHome();
    for (const name of ['Films', 'Music', 'News']) await home.add({ name, paidDaysAgo: 40 });
    const page = await newPage(home.origin, { screen: 'phone' });
    await signInBy(home.link, page);
    const paid = page.getByRole('button', { name: 'Paid: Films' });
    const box = await paid.boundingBox();
    if (box === null) throw new Error('nothing to tap');
    for (let tap = 0; tap < 3; tap += 1) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForTimeout(pauseMs);
    }
    await page.getByText(/^Films: .* paid$/).waitFor();
    const { data } = await home.ask('GET', '/payments');
    expect(data).toHaveLength(1);
  });

  test.each([
    ['refuses it', { status: 503, json: { error: { code: 'storage_unavailable', message: 'The disk is full.' } } }],
    ['is away, and a proxy says so', { status: 502, contentType: 'text/html', body: '<p>Bad gateway' }],
    ['is away', undefined],
  ])('a tap on "Paid" moves nothing when the server %s, and pays with the next tap', async (_, answer) => {
    const home = await startHome();
    for (const name of ['Films', 'Music', 'News']) await home.add({ name, paidDaysAgo: 40 });
    const page = await newPage(home.origin, { screen: 'phone' });
    await signInBy(home.link, page);
    // From then on, nothing comes that makes place for itself.
    await page.getByText(/^Duebook can record payments automatically/).waitFor();
    await page.waitForLoadState('networkidle');
    expectFaults(/status of 50[23]/, /ERR_FAILED/);
    const toAll = answer?.status === 503 ? '**/renew' : '**/api/v1/**';
    await page.route(toAll, (route) => (answer ? route.fulfill(answer) : route.abort()));
    const paid = page.getByRole('button', { name: 'Paid: Music' });
    const places = () =>
      page.evaluate(
        `JSON.stringify(Array.from(document.querySelectorAll('main :is(li, button:not(.banner *))'), (one) => one.getBoundingClientRect()))`,
      );
    const before = await places();
    await paid.click();
    await page
      .getByRole('status')
      .getByText(answer?.status === 503 ? /disk/ : 'The server does not answer.')
      .last()
      .waitFor();
    expect(await places()).toEqual(before);
    await page.unroute(toAll);
    await page.waitForTimeout(secondTapMs);
    await paid.click();
    await page.getByText(/^Music: .* paid$/).waitFor();
    expect((await home.ask('GET', '/payments'))['data']).toMatchObject([{ subscriptionName: 'Music' }]);
  });

  test('automatic payments ask what becomes of those that were missed, and one undo takes all of it back', async () => {
    const home = await startHome();
    const music = await home.add({ name: 'Music', paidDaysAgo: 100 });
    const nextOf = async () => (await home.stored()).find(({ id }) => id === music.id)?.nextPaymentDate;
    const isOn = async () => (await home.ask('GET', '/preferences'))['data'];
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record missed payments, too?' });
    await dialog.getByText(/^Tonight, 3 payments that were due before today .* €47\.97, for Music\.$/).waitFor();
    await page.keyboard.press('Escape');
    expect(await isOn()).toMatchObject({ autoRenew: false });

    // The same under Settings, where the switch stays off until it is decided.
    await page.getByRole('link', { name: 'Settings' }).click();
    const control = page.getByRole('switch', { name: 'Record payments automatically' });
    await control.click();
    await dialog.getByRole('button', { name: 'Only from now on' }).click();
    await page.getByText('Payments are recorded automatically').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await control.and(page.getByRole('switch', { checked: true })).waitFor();
    expect((await nextOf()) ?? '').toBe(Temporal.PlainDate.from(music.lastPaymentDate).add({ months: 4 }).toString());
    await page.getByRole('button', { name: 'Undo' }).click();
    await control.and(page.getByRole('switch', { checked: false })).waitFor();
    expect([await isOn(), await nextOf()]).toEqual([
      expect.objectContaining({ autoRenew: false }),
      music.nextPaymentDate,
    ]);

    // What somebody else records while it asks stays as it is.
    await control.click();
    await dialog.waitFor();
    const paidOn = today().toString();
    await home.ask('POST', `/subscriptions/${music.id}/renew`, { paidOn, reschedule: true });
    const rescheduled = await nextOf();
    await dialog.getByRole('button', { name: 'Only from now on' }).click();
    await control.and(page.getByRole('switch', { checked: true })).waitFor();
    expect(await nextOf()).toBe(rescheduled);

    // Without anything that was missed, nothing is asked.
    await control.click();
    await control.and(page.getByRole('switch', { checked: false })).waitFor();
    await control.click();
    await control.and(page.getByRole('switch', { checked: true })).waitFor();
    expect([await isOn(), await dialog.count()]).toEqual([expect.objectContaining({ autoRenew: true }), 0]);
  });
});
