import { beforeEach, describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, refusalOf, subscriptionsPath } from '../../../support/expectations.ts';
import { removeRecords } from '../../../support/records.ts';
import { deadlinesOf } from '../../../support/reports.ts';
import { startService, validDraft } from '../../../support/service.ts';

const today = '2026-11-23';
const service = await startService({ now: `${today}T12:00:00.000Z` });

beforeEach(() => removeRecords(service.database));

/** Creates subscriptions with details, and returns their ids. */
async function create(...records: readonly (readonly [fields: object, details: object])[]): Promise<readonly string[]> {
  const operations = records.map(([fields, details]) => ({
    action: 'create',
    subscription: { ...validDraft, ...fields },
    details,
  }));
  const { json } = await service.call('POST', `${subscriptionsPath}/batch`, { json: { operations } });
  return (json['results'] as readonly { readonly data: { readonly id: string } }[]).map(({ data }) => data.id);
}

/** The deadlines as `date kind name`. */
async function listed(query = ''): Promise<readonly string[]> {
  return (await deadlinesOf(service, query)).map(({ date, kind, name }) => `${date} ${kind} ${name}`);
}

const contract = { termEndsOn: '2027-03-31', termMonths: 12, noticePeriod: { count: 3, unit: 'months' } };

describe('§5.10: the deadlines', () => {
  test('have the days left, the price, the cost of a year, and the term that a notice is for', async () => {
    const [id] = await create([
      { name: 'Phone', amount: 9.99, currency: 'EUR', period: 'custom', customDate: '28' },
      contract,
    ]);
    expect(await deadlinesOf(service)).toEqual([
      {
        kind: 'notice',
        date: '2026-12-31',
        daysLeft: 38,
        subscriptionId: id,
        name: 'Phone',
        amount: 9.99,
        currency: 'EUR',
        period: 'custom',
        // 9.99 × 365 / 28 = 130.2267…
        yearlyCost: 130.23,
        termEndsOn: '2027-03-31',
      },
    ] as never);
  });

  test('§5.8: come with the payments to come when they are wanted, and not otherwise', async () => {
    await create([{ name: 'Phone' }, contract], [{ name: 'Far away' }, { cancelBefore: '2027-01-08' }]);
    const payments = async (query: string) => (await service.call('GET', `/api/v1/analytics/payments${query}`)).json;
    const found = await deadlinesOf(service);
    expect(found).toHaveLength(1);
    expect((await payments('?include=deadlines&to=2026-11-24&limit=1'))['deadlines']).toEqual(found);
    expect(await payments('')).not.toHaveProperty('deadlines');
  });

  test('are by date, then by name without regard to case, then notice before trial before end', async () => {
    await create(
      [{ name: 'b' }, { endsOn: '2026-12-01', cancelBefore: '2026-12-01', trialEndsOn: '2026-12-01' }],
      [{ name: 'C' }, { trialEndsOn: '2026-12-01' }],
      [{ name: 'A' }, { trialEndsOn: '2026-12-01', endsOn: '2027-01-01' }],
      [{ name: 'D' }, { endsOn: '2026-11-30' }],
      [{ name: 'without any' }, { notes: 'x' }],
    );
    expect(await listed()).toEqual([
      '2026-11-30 end D',
      '2026-12-01 trial_end A',
      '2026-12-01 notice b',
      '2026-12-01 trial_end b',
      '2026-12-01 end b',
      '2026-12-01 trial_end C',
      '2027-01-01 end A',
    ]);
  });

  test.each([
    ['', '2027-01-07'],
    ['?days=45', '2027-01-07'],
    ['?days=1', '2026-11-24'],
    ['?days=400', '2027-12-28'],
  ])('with "%s" are those from today to %s', async (query, last) => {
    const after = Temporal.PlainDate.from(last).add({ days: 1 }).toString();
    const days = ['2026-11-22', today, last, after];
    await create(...days.map((day) => [{ name: day }, { cancelBefore: day, trialEndsOn: day, endsOn: day }] as const));
    const kinds = ['notice', 'trial_end', 'end'];
    expect(await listed(query)).toEqual([today, last].flatMap((day) => kinds.map((kind) => `${day} ${kind} ${day}`)));
    expect((await deadlinesOf(service, query)).at(0)?.daysLeft).toBe(0);
  });

  test.each(['0', '401', '1.5', 'all', ''])('for %j days are refused', async (days) => {
    const { answer, cost } = await refusalOf(service, () =>
      service.call('GET', `/api/v1/analytics/deadlines?days=${days}`),
    );
    expectRefusal(answer, 400, { code: 'invalid_query', field: 'days' });
    expect(cost).toBe(0);
  });

  test.each<[string, object, readonly string[]]>([
    ['a cancelBefore today', { cancelBefore: today }, ['2026-11-23 notice x']],
    ['a cancelBefore that is past', { cancelBefore: '2026-11-22' }, []],
    ['a cancelBefore that is past, and a term', { cancelBefore: '2026-11-22', ...contract }, ['2026-12-31 notice x']],
    ['a cancelBefore that is far, and a term', { cancelBefore: '2027-11-22', ...contract }, []],
    ['a term that is kept', { ...contract, keepThrough: '2027-03-31' }, []],
    ['a term that is kept almost to its end', { ...contract, keepThrough: '2027-03-30' }, ['2026-12-31 notice x']],
    ['a term that does not renew', { ...contract, termMonths: null }, ['2026-12-31 notice x']],
    ['a term that is over and does not renew', { ...contract, termEndsOn: '2026-11-22', termMonths: null }, []],
    ['an old term that renews', { ...contract, termEndsOn: '2019-03-31' }, ['2026-12-31 notice x']],
    ['a term without a notice period', { ...contract, noticePeriod: null }, []],
    // It ends anyway, so nobody has to give notice.
    ['a term with which it ends', { ...contract, endsOn: '2027-03-31' }, []],
    ['a term before which it ends', { ...contract, endsOn: '2026-12-31' }, ['2026-12-31 end x']],
    ['a term after which it ends', { ...contract, endsOn: '2027-04-01' }, ['2026-12-31 notice x']],
  ])('with %s', async (_, details, expected) => {
    await create([{ name: 'x' }, details]);
    expect(await listed()).toEqual(expected);
  });

  test('of a cancelBefore name no term', async () => {
    await create([{ name: 'x' }, { cancelBefore: today, ...contract }]);
    expect((await deadlinesOf(service))[0]).not.toHaveProperty('termEndsOn');
  });

  test('are those of active subscriptions of the owner', async () => {
    const [id = ''] = await create(
      [{ name: 'active' }, contract],
      [
        { name: 'paused', status: 'paused' },
        { ...contract, trialEndsOn: '2026-12-01', endsOn: '2026-12-01' },
      ],
      [
        { name: 'cancelled', status: 'cancelled' },
        { ...contract, trialEndsOn: '2026-12-01', endsOn: '2026-12-01' },
      ],
    );
    expect(await listed()).toEqual(['2026-12-31 notice active']);
    expect(await deadlinesOf(service, '', service.keys.otherWrite)).toEqual([]);
    await service.call('PATCH', pathOf({ id }), { json: { status: 'cancelled' } });
    expect(await listed()).toEqual([]);
  });

  test('have an entity tag that changes with the day', async () => {
    await create([{ name: 'x' }, contract]);
    const ask = (tag = '') => service.call('GET', '/api/v1/analytics/deadlines', { headers: { 'if-none-match': tag } });
    const tag = (await ask()).headers.get('etag') ?? '';
    expect((await ask(tag)).status).toBe(304);
    service.clock.advance(24 * 3600);
    expect((await ask(tag)).status).toBe(200);
    service.clock.setWall(`${today}T12:00:00.000Z`);
  });
});

test('§5.10: the days of a place are those of its calendar', async () => {
  const now = '2026-11-23T10:30:00.000Z';
  for (const [timeZone, expected] of [
    ['Pacific/Pago_Pago', ['2026-11-22 0', '2026-11-23 1', '2026-11-24 2']],
    ['Pacific/Kiritimati', ['2026-11-24 0', '2026-11-25 1']],
  ] as const) {
    const place = await startService({ now, timeZone });
    for (const cancelBefore of ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']) {
      const record = await place.create();
      await place.call('PATCH', `${pathOf(record)}/details`, { json: { cancelBefore } });
    }
    const found = await deadlinesOf(place, '?days=2');
    expect([timeZone, found.map(({ date, daysLeft }) => `${date} ${daysLeft}`)]).toEqual([timeZone, [...expected]]);
  }
});
