import { describe, expect, test } from 'bun:test';
import { addUser } from '../support/people.ts';
import { numbered, opened, refusalOf, signal, store, today } from './support/book.ts';

describe('the list', () => {
  test('has all subscriptions with their details, in the order of their creation', async () => {
    const { service, page, requests } = await opened('read');
    const names = numbered(250, 'Service');
    await store(service, names);
    const all = await page.loadAll(signal);
    expect(all.map(({ name }) => name)).toEqual(names);
    expect(all.every(({ details }) => details !== undefined)).toBe(true);
    expect(requests.filter((one) => one.includes('/subscriptions?'))).toHaveLength(3);
  });
});

describe('one subscription', () => {
  test('comes with its overdue payment and the next ones, and only its own', async () => {
    const { service, page, requests } = await opened('read');
    const { id } = await service.create({ lastPaymentDate: '2026-05-10' });
    await store(service, ['Other'], { period: 'custom', customDate: '7' });
    const history = await page.loadHistory(id, today, signal);
    expect(history?.upcoming).toEqual([
      '2026-06-10',
      '2026-07-10',
      '2026-08-10',
      '2026-09-10',
      '2026-10-10',
      '2026-11-10',
    ]);
    // What is due of all others is not asked for.
    expect(requests.map((one) => one.split('?')[0])).toEqual([
      `GET /api/v1/subscriptions/${id}`,
      `GET /api/v1/subscriptions/${id}/prices`,
      'GET /api/v1/payments',
      'GET /api/v1/analytics/spent',
      'GET /api/v1/analytics/spent',
    ]);
    await service.call('POST', `/api/v1/subscriptions/${id}/renew`, { json: {} });
    await service.call('PATCH', `/api/v1/subscriptions/${id}`, { json: { status: 'paused' } });
    const paused = await page.loadHistory(id, today, signal);
    expect([paused?.upcoming, paused?.payments.map(({ dueOn }) => dueOn)]).toEqual([[], ['2026-06-10']]);
  });

  test.each([
    { lastPaymentDate: '2026-05-31', details: { notes: 'monthly' } },
    { lastPaymentDate: '2026-02-28', details: { anchorDay: 31, endsOn: '2026-08-31' } },
    { period: 'yearly', lastPaymentDate: '2024-02-29', details: { notes: 'yearly' } },
    { period: 'custom', customDate: '10', lastPaymentDate: '2026-06-01', details: { notes: 'days' } },
    { period: 'custom', customDate: '91', lastPaymentDate: '2026-03-31', details: { everyMonths: 3 } },
  ])('has the same next payments as the report of the service: %j', async ({ details, ...fields }) => {
    const { service, page } = await opened('read');
    const { id } = await service.create(fields);
    const patched = await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: details });
    expect(patched.status).toBe(200);
    const history = await page.loadHistory(id, today, signal);
    const path = `/api/v1/analytics/payments?from=${today}&to=2027-06-17`;
    const report = (await service.call('GET', path)).json as unknown as {
      readonly payments: readonly { readonly date: string }[];
      readonly overdue: readonly { readonly date: string }[];
    };
    const due = [...report.overdue, ...report.payments].map(({ date }) => date);
    expect(due.length).toBeGreaterThan(0);
    expect(history?.upcoming).toEqual(due.slice(0, 6));
  });

  test('that does not exist is said to be gone; another refusal is an error', async () => {
    const { page } = await opened('read');
    for (const id of ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77', 'none']) {
      expect(await page.loadHistory(id, today, signal)).toBeNull();
    }
    page.token.value = 'dbk_s_unknown';
    expect(await refusalOf(page, page.loadHistory('none', today, signal))).toBe(401);
  });
});

describe('the reminders', () => {
  test('are a few requests, however many there are', async () => {
    const { service, page, requests } = await opened();
    await store(service, numbered(250, 'Service'));
    const { id } = await service.create({ name: 'Paused', status: 'paused' });
    for (const subscriptionId of [null, id]) {
      const json = { event: 'renewal', daysBefore: [3, 0], subscriptionId };
      expect((await service.call('POST', '/api/v1/reminders', { json })).status).toBe(201);
    }
    requests.length = 0;
    const { planned, isPlanCut, rules } = await page.loadReminders(true, signal);
    expect([planned.length, isPlanCut, rules.map((rule) => rule.subscriptionName)]).toEqual([
      100,
      true,
      [null, 'Paused'],
    ]);
    expect(requests.map((one) => one.split('?')[0])).toEqual([
      'GET /api/v1/reminders',
      'GET /api/v1/channels',
      'GET /api/v1/deliveries',
      'GET /api/v1/reminders/preview',
    ]);
  });
});

describe('the activity', () => {
  test('of people is of users, keys, sessions and the book, newest first, that of reminders of neither', async () => {
    const { service, page } = await opened('admin');
    for (const name of ['kim', 'sam', 'ben']) await addUser(service, name);
    await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
    await store(service, ['Music']);
    const people = { filter: 'people', subscriptionId: undefined } as const;
    const whole = await page.loadActivity(people, 50, signal);
    const count = whole.entries.length;
    expect(new Set(whole.entries.map(({ entityType }) => entityType))).toEqual(
      new Set(['user', 'key', 'session', 'owner']),
    );
    expect(whole.hasMore).toBe(false);
    const more = async (asked: number) => {
      const { entries, hasMore } = await page.loadActivity(people, asked, signal);
      expect(entries).toEqual(whole.entries.slice(0, asked));
      return hasMore;
    };
    expect(count).toBeGreaterThan(5);
    expect([await more(count), await more(count - 1), await more(5), await more(1)]).toEqual([false, true, true, true]);
    const json = { event: 'renewal', daysBefore: [3] };
    expect((await service.call('POST', '/api/v1/reminders', { json })).status).toBe(201);
    const key = service.makeKey('first', 'admin');
    const channel = { name: 'Mail', type: 'email', settings: { to: 'kim@example.org' } };
    expect((await service.call('POST', '/api/v1/channels', { key, json: channel })).status).toBe(201);
    const { entries: reminded } = await page.loadActivity({ filter: 'reminders' }, 50, signal);
    expect(reminded.map(({ entityType }) => entityType)).toEqual(['channel', 'reminder']);
  });

  test('of subscriptions goes on over several pages, has what was paid, and can be that of one', async () => {
    const { service, page } = await opened();
    await store(service, numbered(120, 'Service'));
    const { id } = await service.create({ lastPaymentDate: '2026-05-20', amount: 7.5 });
    await page.recordPayment((await page.loadVersion(id)).record);
    const load = (count: number, subscriptionId?: string) =>
      page.loadActivity({ filter: 'subscriptions', subscriptionId }, count, signal);
    const all = await load(150);
    expect([all.entries.length, all.hasMore, new Set(all.entries.map((entry) => entry.id)).size]).toEqual([
      122,
      false,
      122,
    ]);
    expect(all.entries.map(({ amount }) => amount).filter((amount) => amount !== null)).toEqual([7.5]);
    expect((await load(121)).hasMore).toBe(true);
    const own = await load(50, id);
    expect(own.entries.map(({ action, entityId }) => [action, entityId])).toEqual([
      ['subscription.update', id],
      ['subscription.create', id],
    ]);
  });

  test('of one subscription has the corrections of its payments, and no others', async () => {
    const { service, page } = await opened();
    const { id } = await service.create({ name: 'Music', lastPaymentDate: '2026-05-20' });
    const other = await service.create({ name: 'Films', lastPaymentDate: '2026-05-20' });
    for (const one of [id, other.id]) {
      await page.recordPayment((await page.loadVersion(one)).record);
      const [payment] = (await page.loadHistory(one, today, signal))?.payments ?? [];
      if (payment === undefined) throw new Error('no payment');
      await page.correctPayment(payment, 'Music', { amount: 11 });
      await page.removePayment(payment, 'Music');
    }
    const shown = { filter: 'subscriptions', subscriptionId: id } as const;
    const { entries, hasMore } = await page.loadActivity(shown, 50, signal);
    expect([entries.map(({ action }) => action), hasMore]).toEqual([
      ['payment.delete', 'payment.update', 'subscription.update', 'subscription.create'],
      false,
    ]);
    expect(await page.loadActivity(shown, 3, signal)).toMatchObject({
      entries: entries.slice(0, 3),
      hasMore: true,
    });
  });
});

describe('the activity', () => {
  test('of one person and of one day is found among many entries of others', async () => {
    const { service, page } = await opened('admin');
    const { id } = await service.create({ lastPaymentDate: '2026-05-20' });
    await page.recordPayment((await page.loadVersion(id)).record);
    await store(service, numbered(130, 'Service'));
    const all = { filter: 'all' } as const;
    const bySessions = await page.loadActivity({ filter: 'subscriptions' }, 200, signal);
    const own = bySessions.entries.find(({ actor }) => actor.kind === 'session');
    const { entries } = await page.loadActivity({ ...all, by: `session:${own?.actor.name}` }, 50, signal);
    expect(entries.map(({ action }) => action)).toEqual(['subscription.update', 'session.create']);
    const [newest] = (await page.loadActivity(all, 50, signal)).entries;
    const day = newest?.createdAt.slice(0, 10);
    expect((await page.loadActivity({ ...all, day }, 50, signal)).entries).toHaveLength(50);
    // What the service undoes is not of that person.
    const [update] = entries;
    await service.call('POST', `/api/v1/audit/${update?.id}/revert`);
    const after = await page.loadActivity({ ...all, by: `session:${own?.actor.name}` }, 50, signal);
    expect(after.entries.map(({ undone }) => undone)).toEqual([true, false]);
    const named = await page.loadActivity({ ...all, q: 'SERVICE 12' }, 50, signal);
    expect(new Set(named.entries.map(({ name }) => name))).toEqual(
      new Set(['Service 12', ...Array.from({ length: 10 }, (_, at) => `Service 12${at}`)]),
    );
    const before = await page.loadActivity({ ...all, day: '2020-01-01' }, 50, signal);
    expect([before.entries, before.hasMore]).toEqual([[], false]);
  });
});

describe('the calendar and the overview', () => {
  test('a month has the payments made in it, and all that is due in it', async () => {
    const { service, page, requests } = await opened();
    await store(service, numbered(1010, 'Service'), { lastPaymentDate: '2026-06-20' });
    const { id } = await service.create({ name: 'Paid', lastPaymentDate: '2026-05-20' });
    await page.recordPayment((await page.loadVersion(id)).record);
    const june = await page.loadMonth('2026-06', today, signal);
    expect(june.paid.map(({ subscriptionId, subscriptionName }) => [subscriptionId, subscriptionName])).toEqual([
      [id, 'Paid'],
    ]);
    requests.length = 0;
    const july = await page.loadMonth('2026-07', today, signal);
    expect(july.paid).toEqual([]);
    expect(new Set(july.due.flatMap(({ payments }) => payments.map((one) => one.subscriptionId))).size).toBe(1011);
    // Each once: what is due needs two pages.
    expect(requests.filter((one) => one.includes('/analytics/payments'))).toHaveLength(2);
  });

  test('each payment that was missed has its own day, as many as the service counts', async () => {
    const { service, page } = await opened();
    const { id } = await service.create({ name: 'Late', lastPaymentDate: '2026-02-28' });
    await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: { anchorDay: 31 } });
    const { due } = await page.loadMonth('2026-06', today, signal);
    expect(due[0]?.overdue.map(({ missedPayments }) => missedPayments)).toEqual([3]);
    expect(due[0]?.overdue.map(({ missedOn }) => missedOn)).toEqual([['2026-03-31', '2026-04-30', '2026-05-31']]);
  });

  test('what is due says how often it is paid, in two requests with the price changes', async () => {
    const { service, page, requests } = await opened();
    const { id } = await service.create({ period: 'custom', customDate: '14', lastPaymentDate: '2026-05-10' });
    await service.call('PATCH', `/api/v1/subscriptions/${id}`, { json: { amount: 20 } });
    await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: { everyMonths: 2 } });
    requests.length = 0;
    const [due] = (await page.loadDue(signal)).payments;
    expect([due?.period, due?.customDate, due?.everyMonths]).toEqual(['custom', '14', 2]);
    expect((await page.loadPriceChanges(signal)).map(({ amount }) => amount)).toEqual([20]);
    expect(requests).toHaveLength(2);
  });
});

describe('the settings', () => {
  test('of an admin have all people and all keys', async () => {
    const { service, page, settle } = await opened('admin');
    const names = numbered(110, 'user').map((name) => name.replace(' ', '-'));
    for (const name of names) {
      await addUser(service, name);
      service.makeKey('first', 'read');
    }
    const [users, entries] = [page.runHooks(page.useUsers), page.runHooks(page.useEntries)];
    await settle();
    expect(users.data.value?.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    // Beside those that every service of these tests has, and the session itself.
    expect(entries.data.value?.filter(({ kind, scope }) => kind === 'key' && scope === 'read')).toHaveLength(111);
  });

  test.each(['read', 'write'] as const)(
    'of the scope %s have neither, and ask for nothing that is refused',
    async (scope) => {
      const { page, requests, settle } = await opened(scope);
      const [users, entries] = [page.runHooks(page.useUsers), page.runHooks(page.useEntries)];
      await settle();
      expect([users.data.value, entries.data.value, requests]).toEqual([[], [], []]);
    },
  );
});
