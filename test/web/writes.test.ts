import { describe, expect, test } from 'bun:test';
import type { Subscription } from '../../src/web/subscriptions/fields.ts';
import { numbered, opened, refusalOf, signal, statuses, store, today } from './support/book.ts';

describe('the version of a subscription that a form starts from', () => {
  // So large that the service compresses it.
  const large = { notes: '\u{1F4FA}'.repeat(2000), paymentMethod: '\u{1F4B3}'.repeat(80) };

  test.each([
    ['small', { notes: 'Team plan' }],
    ['large', large],
  ])(
    'that is %s lets it be saved, field by field, and notices what somebody else has saved since',
    async (_, details) => {
      const { service, page } = await opened();
      const { id } = await service.create();
      await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: details });
      const changes = [
        { patch: { amount: 1 } },
        { details: { tags: ['a'] } },
        { patch: { amount: 2 }, details: { tags: ['b'] } },
      ];
      for (const change of changes) {
        const { etag } = await page.loadVersion(id);
        await page.update({ action: 'update', id, ...change }, etag);
        const { record } = await page.loadVersion(id);
        expect(record).toMatchObject({ ...change.patch, details: { ...details, ...change.details } });
        expect(await refusalOf(page, page.update({ action: 'update', id, ...change }, etag))).toBe(412);
      }
      const before = await page.loadVersion(id);
      await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: { url: 'https://example.com' } });
      for (const change of changes) {
        expect(await refusalOf(page, page.update({ action: 'update', id, ...change }, before.etag))).toBe(412);
      }
    },
  );

  test('can be compressed: the large one is', async () => {
    const { service } = await opened();
    const { id } = await service.create();
    await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: large });
    const { headers } = await service.call('GET', `/api/v1/subscriptions/${id}?include=details`);
    expect(headers.get('vary')).toBe('Accept-Encoding');
  });
});

describe('the list', () => {
  test('changes several in their order, and a change that is sent again is made once', async () => {
    const { service, page } = await opened();
    const operations = numbered(90, 'Service').map((name) => ({
      action: 'create' as const,
      subscription: {
        name,
        category: 'Home',
        amount: 5,
        currency: 'EUR' as const,
        period: 'monthly' as const,
        lastPaymentDate: today,
      },
    }));
    expect((await page.change(operations)).results).toHaveLength(90);
    const all = await page.loadAll(signal);
    expect(all.map(({ name }) => name)).toEqual(numbered(90, 'Service'));
    const [first] = operations;
    if (first === undefined) throw new Error('no operation');
    for (const key of ['lost-answer-1', 'lost-answer-1', 'lost-answer-2']) await page.change([first], key);
    expect(await page.loadAll(signal)).toHaveLength(92);
    expect((await service.list('?q=Service%200')).data).toHaveLength(3);
  });

  test('sets a status for several, tells it, and its undo gives each the status that it had', async () => {
    const { service, page } = await opened();
    await store(service, ['Music', 'Games']);
    await store(service, ['Films'], { status: 'paused' });
    await store(service, ['News'], { status: 'cancelled' });
    const before = await statuses(service);
    await page.setStatus(await page.loadAll(signal), 'cancelled');
    expect(page.shownToast.value?.text).toBe('3 subscriptions are cancelled');
    expect(await statuses(service)).toEqual({
      Music: 'cancelled',
      Games: 'cancelled',
      Films: 'cancelled',
      News: 'cancelled',
    });
    await page.shownToast.value?.undo?.();
    expect(await statuses(service)).toEqual(before);
    await page.setStatus(
      (await page.loadAll(signal)).filter(({ name }) => name === 'News'),
      'cancelled',
    );
    expect([page.shownToast.value?.undo, await statuses(service)]).toEqual([undefined, before]);
  });

  test('sets the status of one, and does not undo it over what somebody else has changed since', async () => {
    const { service, page } = await opened();
    await store(service, ['Music'], { status: 'paused' });
    const [music] = await page.loadAll(signal);
    if (music === undefined) throw new Error('nothing is stored');
    await page.setStatus([music], 'active');
    await page.shownToast.value?.undo?.();
    expect(await statuses(service)).toEqual({ Music: 'paused' });
    await page.setStatus([music], 'active');
    await service.call('PATCH', `/api/v1/subscriptions/${music.id}`, { json: { status: 'cancelled' } });
    expect(await refusalOf(page, Promise.resolve(page.shownToast.value?.undo?.()))).toBe(409);
    expect(await statuses(service)).toEqual({ Music: 'cancelled' });
  });

  test('takes up what had ended: its last day goes, and comes back with the undo', async () => {
    const { service, page } = await opened();
    const { id } = await service.create({ name: 'Music', status: 'cancelled' });
    await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: { endsOn: '2026-06-01' } });
    const stored = async () => {
      const { status, details } = (await page.loadVersion(id)).record;
      return [status, details?.endsOn];
    };
    await page.setStatus(await page.loadAll(signal), 'active');
    expect(await stored()).toEqual(['active', null]);
    await page.shownToast.value?.undo?.();
    expect(await stored()).toEqual(['cancelled', '2026-06-01']);
  });

  test('takes up several that had ended, and gives each its last day back with the undo', async () => {
    const { service, page } = await opened();
    for (const [name, endsOn] of [
      ['Music', '2026-06-01'],
      ['Films', '2026-06-02'],
    ]) {
      const { id } = await service.create({ name, status: 'cancelled' });
      await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: { endsOn } });
    }
    const before = await page.loadAll(signal);
    const stored = async () => (await page.loadAll(signal)).map(({ status, details }) => [status, details?.endsOn]);
    const ended = await stored();
    await page.setStatus(before, 'active');
    expect(await stored()).toEqual([
      ['active', null],
      ['active', null],
    ]);
    await page.shownToast.value?.undo?.();
    expect(await stored()).toEqual(ended);
  });

  test('deletes those that are given, and no others', async () => {
    const { service, page } = await opened();
    await store(service, ['Music', 'Films', 'Games']);
    const all = await page.loadAll(signal);
    await page.deleteSoon(
      all.filter(({ name }) => name !== 'Films'),
      signal,
    );
    expect(page.shownToast.value?.text).toBe('2 subscriptions are deleted');
    expect(Object.keys(await statuses(service))).toHaveLength(3);
    await page.endToasts();
    expect(await statuses(service)).toEqual({ Films: 'active' });
  });
});

describe('a payment', () => {
  const due = async (record: Promise<Subscription>) => (await record).nextPaymentDate;

  test('is recorded for the next due day, and taken back', async () => {
    const { service, page } = await opened();
    const { id } = await service.create({ lastPaymentDate: '2026-05-20' });
    const present = async () => (await page.loadVersion(id)).record;
    expect(await due(present())).toBe('2026-06-20');
    await page.recordPayment(await present());
    expect(await due(present())).toBe('2026-07-20');
    await page.shownToast.value?.undo?.();
    expect(await due(present())).toBe('2026-06-20');
  });

  test('that was missed several times is recorded for all of them at once, and all are taken back', async () => {
    const { service, page } = await opened();
    const { id } = await service.create({ name: 'Gym', amount: 146.3, lastPaymentDate: '2026-03-01' });
    const present = async () => (await page.loadVersion(id)).record;
    await page.recordPayment(await present(), { payments: 3 });
    expect(page.shownToast.value?.text).toBe('Gym: 3 payments, US$438.90 paid');
    expect(await due(present())).toBe('2026-07-01');
    await page.shownToast.value?.undo?.();
    expect(await due(present())).toBe('2026-04-01');
  });

  test('that somebody else was faster to record is not recorded twice, and what the page shows loads again', async () => {
    const { service, page } = await opened();
    const { id } = await service.create({ lastPaymentDate: '2026-05-20' });
    const { record } = await page.loadVersion(id);
    await page.recordPayment(record);
    expect(page.changes.value).toBe(0);
    await page.recordPayment(record);
    expect([page.shownToast.value?.undo, page.changes.value]).toEqual([undefined, 1]);
    await page.deleteSoon([record], signal);
    await page.endToasts();
    expect(await refusalOf(page, page.recordPayment(record))).toBe(404);
  });

  test('is undone only by the request that recorded it', async () => {
    const { service, page } = await opened();
    const { id } = await service.create();
    await service.call('PATCH', `/api/v1/subscriptions/${id}`, { json: { amount: 1 } });
    expect(await refusalOf(page, page.undoRequests([crypto.randomUUID()]))).toBe(404);
    expect((await page.loadVersion(id)).record.amount).toBe(1);
  });
});

describe('a deadline', () => {
  const contract = { termEndsOn: '2026-09-30', termMonths: 12, noticePeriod: { count: 3, unit: 'months' } };

  async function withDetails(details: object) {
    const { service, page } = await opened();
    const { id } = await service.create({ name: 'Phone', lastPaymentDate: '2026-06-01' });
    await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: details });
    const kinds = async () => (await page.loadDeadlines(45, signal)).map(({ kind, date }) => [kind, date]);
    const detailsNow = async () => (await page.loadVersion(id)).record.details;
    return { page, id, kinds, details: detailsNow };
  }

  test.each([
    ['notice', contract, ['notice', '2026-06-30'], { keepThrough: '2026-09-30' }],
    [
      'notice',
      { cancelBefore: '2026-06-20', termMonths: 12 },
      ['notice', '2026-06-20'],
      { cancelBefore: '2027-06-20' },
    ],
    ['notice', { cancelBefore: '2026-06-20' }, ['notice', '2026-06-20'], { cancelBefore: null }],
    ['trial_end', { trialEndsOn: '2026-06-25' }, ['trial_end', '2026-06-25'], { trialEndsOn: null }],
    ['end', { endsOn: '2026-06-25' }, ['end', '2026-06-25'], { endsOn: null }],
  ] as const)(
    'of the kind %s with %j is over when it is kept, and back with the undo',
    async (kind, given, deadline, kept) => {
      const { page, id, kinds, details } = await withDetails(given);
      expect(await kinds()).toEqual([[...deadline]]);
      await page.keep(id, kind);
      expect(await kinds()).toEqual([]);
      expect(await details()).toMatchObject(kept);
      await page.shownToast.value?.undo?.();
      expect(await kinds()).toEqual([[...deadline]]);
    },
  );

  test.each([
    ['its term', { ...contract, termEndsOn: '2026-09-30' }, '2026-09-30', []],
    ['a day', { cancelBefore: '2026-06-30' }, '2026-07-10', [['end', '2026-07-10']]],
    ['its trial', { trialEndsOn: '2026-06-30' }, '2026-07-10', [['end', '2026-07-10']]],
  ] as const)(
    'of %s is over once an end is noted; until that day it is active, and the undo asks again',
    async (_, given, endsOn, left) => {
      const { page, id, kinds } = await withDetails(given);
      const before = await kinds();
      expect(before).toHaveLength(1);
      await page.endOn(await page.loadVersion(id), endsOn);
      expect(page.shownToast.value?.text).toStartWith('Phone is cancelled and runs until ');
      expect(await kinds()).toEqual(left.map(([kind, date]) => [kind, date]));
      expect((await page.loadVersion(id)).record.status).toBe('active');
      await page.shownToast.value?.undo?.();
      expect(await kinds()).toEqual(before);
    },
  );

  test('is not noted over what somebody else has changed since', async () => {
    const { page, id } = await withDetails(contract);
    const before = await page.loadVersion(id);
    await page.endOn(before, '2026-07-10');
    expect(await refusalOf(page, page.endOn(before, '2026-08-10'))).toBe(412);
  });
});
