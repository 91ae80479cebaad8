import { describe, expect, test } from 'bun:test';
import type { Subscription } from '../../src/web/subscriptions/fields.ts';
import { numbered, opened, signal, store } from './support/book.ts';

/** What the page shows of all subscriptions by name. */
async function shown<Value>(
  page: { readonly loadAll: (abort: AbortSignal) => Promise<readonly Subscription[]> },
  value: (record: Subscription) => Value,
): Promise<Readonly<Record<string, Value>>> {
  return Object.fromEntries((await page.loadAll(signal)).map((record) => [record.name, value(record)]));
}

/** What the page says about something that fails. */
async function failureOf(
  page: { readonly messageOf: (error: unknown) => string },
  work: Promise<unknown> | undefined,
): Promise<string> {
  if (work === undefined) throw new Error('nothing was begun');
  return work.then(() => 'nothing failed', page.messageOf);
}

describe('several subscriptions at once', () => {
  test('get a category by one request, and undo gives each the category that it had', async () => {
    const { service, page, requests } = await opened();
    await store(service, numbered(9, 'Service'));
    await store(service, ['Film'], { category: 'Streaming' });
    const before = await shown(page, ({ category }) => category);
    const records = await page.loadAll(signal);
    requests.length = 0;
    await page.setCategory(records, 'Streaming');
    expect(requests).toHaveLength(1);
    expect(page.shownToast.value?.text).toBe('9 subscriptions are now in Streaming');
    expect(new Set(Object.values(await shown(page, ({ category }) => category)))).toEqual(new Set(['Streaming']));
    await page.shownToast.value?.undo?.();
    expect(await shown(page, ({ category }) => category)).toEqual(before);
    await page.setCategory([], 'Streaming');
    expect(page.shownToast.value).toMatchObject({ text: 'Nothing to change', undo: undefined });
  });

  test('get tags and lose others, keep the rest, and undo restores them', async () => {
    const { service, page } = await opened();
    await store(service, ['Music', 'Films']);
    const [music] = await page.loadAll(signal);
    const path = `/api/v1/subscriptions/${music?.id}/details`;
    await service.call('PATCH', path, { json: { tags: ['old', 'home'] } });
    const tags = () => shown(page, ({ details }) => details?.tags);
    await page.changeTags(await page.loadAll(signal), { added: ['shared', 'home'], removed: ['old'] });
    expect(await tags()).toEqual({ Music: ['home', 'shared'], Films: ['shared', 'home'] });
    await page.shownToast.value?.undo?.();
    expect(await tags()).toEqual({ Music: ['old', 'home'], Films: [] });
  });

  test('get a payment method or lose it, and undo restores it', async () => {
    const { service, page } = await opened();
    await store(service, ['Music', 'Films']);
    const methods = () => shown(page, ({ details }) => details?.paymentMethod);
    await page.setPaymentMethod(await page.loadAll(signal), 'Visa 1234');
    expect(await methods()).toEqual({ Music: 'Visa 1234', Films: 'Visa 1234' });
    await page.setPaymentMethod(await page.loadAll(signal), null);
    expect(await methods()).toEqual({ Music: null, Films: null });
    await page.shownToast.value?.undo?.();
    expect(await methods()).toEqual({ Music: 'Visa 1234', Films: 'Visa 1234' });
  });

  test('are paid, those that are active, and undo takes the payments back', async () => {
    const { service, page } = await opened();
    await store(service, numbered(12, 'Service'));
    await store(service, ['Gym'], { status: 'paused' });
    const dates = () => shown(page, ({ nextPaymentDate }) => nextPaymentDate);
    const before = await dates();
    await page.recordPayments(await page.loadAll(signal));
    expect(page.shownToast.value?.text).toBe('12 payments are recorded');
    const after = await dates();
    expect(after['Gym']).toBe(before['Gym'] ?? '');
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toHaveLength(12);
    await page.shownToast.value?.undo?.();
    expect(await dates()).toEqual(before);
  });

  test('are all left as they are when one is refused, which the error names', async () => {
    const { service, page } = await opened();
    await store(service, ['Music', 'Films']);
    const stale = await page.loadAll(signal);
    const films = stale.find(({ name }) => name === 'Films');
    await service.call('POST', `/api/v1/subscriptions/${films?.id}/renew`, { json: { dueOn: films?.nextPaymentDate } });
    const before = await shown(page, ({ nextPaymentDate }) => nextPaymentDate);
    expect(await failureOf(page, page.recordPayments(stale))).toStartWith('Not changed, because of Films: ');
    expect(page.shownToast.value).toBeUndefined();
    expect(await shown(page, ({ nextPaymentDate }) => nextPaymentDate)).toEqual(before);
    expect(page.changes.value).toBeGreaterThan(0);
  });

  test('of which undo cannot take back a payment all keep theirs, and that one is named', async () => {
    const { service, page } = await opened();
    await store(service, ['Music', 'Films']);
    await page.recordPayments(await page.loadAll(signal));
    const undo = page.shownToast.value?.undo;
    const paid = await page.loadAll(signal);
    const films = paid.find(({ name }) => name === 'Films');
    await page.recordPayments(films === undefined ? [] : [films]);
    const before = await shown(page, ({ nextPaymentDate }) => nextPaymentDate);
    expect(await failureOf(page, undo?.())).toStartWith('Not changed, because of Films: ');
    expect(await shown(page, ({ nextPaymentDate }) => nextPaymentDate)).toEqual(before);
  });
});

describe('an undo of a change of several', () => {
  test.each([
    ['category', { category: 'Own' }, {}],
    ['tags', {}, { tags: ['own'] }],
    ['payment method', {}, { paymentMethod: 'Own' }],
    ['status', { status: 'cancelled' }, {}],
  ] as const)(
    'leaves all as they are when somebody has changed the %s of one since, and names it',
    async (field, fields, details) => {
      const { service, page } = await opened();
      await store(service, ['Music', 'Films', 'Games']);
      const before = await page.loadAll(signal);
      const changes = {
        category: () => page.setCategory(before, 'Streaming'),
        tags: () => page.changeTags(before, { added: ['shared'], removed: [] }),
        'payment method': () => page.setPaymentMethod(before, 'Visa 1234'),
        status: () => page.setStatus(before, 'paused'),
      };
      await changes[field]();
      const path = `/api/v1/subscriptions/${before.find(({ name }) => name === 'Films')?.id}`;
      if (Object.keys(fields).length > 0) await service.call('PATCH', path, { json: fields });
      else await service.call('PATCH', `${path}/details`, { json: details });
      const changed = await page.loadAll(signal);
      expect(await failureOf(page, page.shownToast.value?.undo?.())).toStartWith('Not changed, because of Films: ');
      expect(await page.loadAll(signal)).toEqual(changed);
    },
  );

  test('leaves what has changed in another field alone, and undoes the rest of the record', async () => {
    const { service, page } = await opened();
    await store(service, ['Music', 'Films']);
    const [music] = await page.loadAll(signal);
    await page.setCategory(await page.loadAll(signal), 'Streaming');
    await service.call('PATCH', `/api/v1/subscriptions/${music?.id}`, { json: { amount: 7 } });
    await page.shownToast.value?.undo?.();
    expect((await page.loadVersion(music?.id ?? '')).record).toMatchObject({ category: 'Home', amount: 7 });
  });
});

describe('more subscriptions than one batch may have', () => {
  test('are changed in batches, with one undo for all, after which the page loads once', async () => {
    const { service, page, requests, settle } = await opened();
    await store(service, numbered(130, 'Service'));
    page.followRevision();
    await page.setStatus(await page.loadAll(signal), 'paused');
    expect(requests.filter((one) => one.startsWith('POST '))).toHaveLength(2);
    expect(page.shownToast.value?.text).toBe('130 subscriptions are paused');
    await settle();
    requests.length = 0;
    await page.shownToast.value?.undo?.();
    await settle();
    expect(requests.filter((one) => one.startsWith('POST '))).toHaveLength(2);
    expect(requests.filter((one) => one.endsWith('/revision'))).toHaveLength(1);
    expect(new Set(Object.values(await shown(page, ({ status }) => status)))).toEqual(new Set(['active']));
  });

  test('are changed as far as the first batch that is refused, which is said, and that part can be undone', async () => {
    const { service, page } = await opened();
    await store(service, numbered(130, 'Service'));
    const stale = await page.loadAll(signal);
    const late = stale.at(-1);
    await service.call('POST', `/api/v1/subscriptions/${late?.id}/renew`, { json: { dueOn: late?.nextPaymentDate } });
    const before = await shown(page, ({ nextPaymentDate }) => nextPaymentDate);
    const failure = await failureOf(page, page.recordPayments(stale));
    expect(failure).toStartWith('100 of 130 are changed, the others are not. Because of Service 129: ');
    expect(page.shownToast.value?.text).toBe('100 payments are recorded');
    await page.shownToast.value?.undo?.();
    expect(await shown(page, ({ nextPaymentDate }) => nextPaymentDate)).toEqual(before);
  });

  test('are undone as far as the first batch that cannot be, which is said', async () => {
    const { service, page } = await opened();
    await store(service, numbered(130, 'Service'));
    const all = await page.loadAll(signal);
    await page.setStatus(all, 'paused');
    await service.call('PATCH', `/api/v1/subscriptions/${all[0]?.id}`, { json: { status: 'cancelled' } });
    const failure = await failureOf(page, page.shownToast.value?.undo?.());
    expect(failure).toStartWith(`30 of 130 are changed, the others are not. Because of ${all[0]?.name}: `);
    const statuses = Object.values(await shown(page, ({ status }) => status));
    expect(statuses.filter((status) => status === 'active')).toHaveLength(30);
  });

  test('are deleted when their wait ends, also more than a batch takes, and those that are gone already count as deleted', async () => {
    const { service, page, settle } = await opened();
    await store(service, numbered(230, 'Service'));
    const stale = await page.loadAll(signal);
    // One of the first batch, and all of the second one.
    const operations = stale.slice(99, 200).map(({ id }) => ({ action: 'delete', id }));
    for (const part of [operations.slice(0, 1), operations.slice(1)]) {
      await service.call('POST', '/api/v1/subscriptions/batch', { json: { operations: part } });
    }
    const deletion = page.deleteSoon(stale, signal);
    await settle();
    expect(await page.loadAll(signal)).toHaveLength(129);
    expect(page.shownToast.value?.text).toBe('230 subscriptions are about to be deleted');
    await page.endToasts();
    expect(await deletion).toBe(true);
    expect([page.shownToast.value?.text, page.shownToast.value?.undo]).toEqual([
      '230 subscriptions are deleted',
      undefined,
    ]);
    expect(await page.loadAll(signal)).toEqual([]);
  });

  test('are kept when very many are undone, or their dialog is closed, while they wait', async () => {
    const { service, page, requests, settle } = await opened();
    await store(service, numbered(101, 'Service'));
    const all = await page.loadAll(signal);
    requests.length = 0;
    const undone = page.deleteSoon(all, signal);
    await settle();
    page.undoNewest();
    expect(await undone).toBe(false);
    const closing = new AbortController();
    const closed = page.deleteSoon(all, closing.signal);
    await settle();
    closing.abort();
    expect(await closed).toBe(false);
    await page.endToasts();
    expect([requests, page.shownToast.value]).toEqual([[], undefined]);
  });

  test('that are about to be deleted are in no list and no figure, and are there again after undo or a refusal', async () => {
    const { service, page, cutOff } = await opened();
    await store(service, ['Music', 'Films', 'Games']);
    const all = await page.loadAll(signal);
    const figures = async () => {
      const { payments, totalsByCurrency } = await page.loadDue(signal);
      return [(await page.loadAll(signal)).length, payments.length, totalsByCurrency];
    };
    const before = page.changes.value;
    await page.deleteSoon(all.slice(1), signal);
    expect(await figures()).toEqual([1, 1, { EUR: 5 }]);
    page.undoNewest();
    expect(await figures()).toEqual([3, 3, { EUR: 15 }]);
    expect(page.changes.value).toBe(before + 2);
    await page.deleteSoon(all, signal);
    cutOff();
    await page.endToasts();
    cutOff(false);
    expect(page.shownToast.value?.text).toContain('does not answer');
    expect(await figures()).toEqual([3, 3, { EUR: 15 }]);
    await service.call('DELETE', `/api/v1/subscriptions/${all[0]?.id}`);
    await page.deleteSoon(all, signal);
    await page.endToasts();
    expect(await figures()).toEqual([0, 0, {}]);
  });

  test('are sent by as few requests as there are toasts, and a read leaves out no more than it can', async () => {
    const { service, page, requests } = await opened();
    await store(service, numbered(150, 'Service'));
    const all = await page.loadAll(signal);
    await page.deleteSoon(all.slice(0, 100), signal);
    requests.length = 0;
    await page.deleteSoon(all.slice(100), signal);
    expect(requests).toHaveLength(1);
    expect(await page.loadAll(signal)).toEqual([]);
    requests.length = 0;
    await page.endToasts();
    expect(requests).toHaveLength(1);
  });
});

describe('toasts', () => {
  test('are at most three, and the newest one that can be undone is undone', async () => {
    const { page } = await opened();
    const undone: string[] = [];
    const undo = (name: string) => () => Promise.resolve(void undone.push(name));
    page.showToast('a', undo('a'));
    page.showToast('b', undo('b'));
    page.showToast('c');
    page.undoNewest();
    page.undoNewest();
    page.undoNewest();
    expect(undone).toEqual(['b', 'a']);
    expect(page.shownToast.value?.text).toBe('c');
    for (const name of ['d', 'e', 'f']) page.showToast(name, undo(name));
    for (let left = 4; left > 0; left -= 1) page.undoNewest();
    expect(undone).toEqual(['b', 'a', 'f', 'e', 'd']);
  });
});
