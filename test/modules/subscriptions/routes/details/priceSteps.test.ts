import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, subscriptionsPath } from '../../../../support/expectations.ts';
import { calendarOf } from '../../../../support/calendars.ts';
import { deadlinesOf, forecastOf } from '../../../../support/reports.ts';
import { startService, validDraft } from '../../../../support/service.ts';

const service = await startService();
const steps = [{ from: '2026-09-01', amount: 12.99 }];
const plan = (record: { readonly id: string }, priceSteps: unknown, query = '') =>
  service.call('PATCH', `${pathOf(record)}/details${query}`, { json: { priceSteps } });

describe('§11.9: planned prices', () => {
  test.each([
    ['no list', { from: '2026-09-01', amount: 1 }],
    ['no amount', [{ from: '2026-09-01' }]],
    ['a third member', [{ from: '2026-09-01', amount: 1, currency: 'EUR' }]],
    ['a day that is none', [{ from: '2026-02-30', amount: 1 }]],
    ['three decimals', [{ from: '2026-09-01', amount: 1.005 }]],
    ['two on a day', [...steps, ...steps]],
    ['another order', [{ from: '2026-10-01', amount: 1 }, ...steps]],
    ['more than twelve', Array.from({ length: 13 }, (_, k) => ({ from: `2027-01-${10 + k}`, amount: k }))],
  ])('are refused with %s', async (_, priceSteps) => {
    const record = await service.create();
    expectRefusal(await plan(record, priceSteps), 400, { code: 'invalid_field', field: 'priceSteps' });
  });

  test('begin after the last payment, also in a batch, after the operations before', async () => {
    const record = await service.create({ lastPaymentDate: '2026-06-15' });
    const early = [{ from: '2026-06-15', amount: 1 }];
    expectRefusal(await plan(record, early), 400, { code: 'invalid_field', field: 'priceSteps' });
    const refuse = async (...operations: readonly object[]) => {
      const answer = await service.call('POST', `${subscriptionsPath}/batch`, { json: { operations } });
      expectRefusal(answer, 400, { code: 'invalid_field', field: 'priceSteps' });
    };
    const details = { priceSteps: [{ from: '2026-07-15', amount: 1 }] };
    const { id } = record;
    const created = await service.call('POST', `${subscriptionsPath}/batch`, {
      json: { operations: [{ action: 'create', subscription: validDraft, details: { priceSteps: steps } }] },
    });
    expect(created.json['results']).toMatchObject([{ data: { details: { priceSteps: steps } } }]);
    await refuse({ action: 'renew', id, dueOn: '2026-07-15' }, { action: 'update', id, details });
    await refuse({ action: 'create', subscription: { ...validDraft, lastPaymentDate: '2026-08-01' }, details });
  });

  test('leave the fields of the contract and the summary as they are', async () => {
    const record = await service.create({ amount: 4.99 });
    const read = async (path: string) => (await service.call('GET', path)).json;
    const summary = async () => {
      const { summary: found } = (await read('/api/v1/analytics/summary?horizonDays=365')) as never as {
        summary: { asOf: string };
      };
      return { ...found, asOf: '' };
    };
    const [before, summed] = [(await read(pathOf(record))).data, await summary()];
    await plan(record, steps);
    expect([(await read(pathOf(record))).data, await summary()]).toEqual([before, summed]);
  });

  test('are in calendars and in the preview of reminders', async () => {
    const home = await startService();
    const record = await home.create({ name: 'Paper', amount: 4.99, currency: 'EUR', lastPaymentDate: '2026-06-01' });
    await home.call('PATCH', `${pathOf(record)}/details`, {
      json: { priceSteps: [{ from: '2026-08-01', amount: 12.99 }] },
    });
    const { text } = await calendarOf(home, { daysAhead: 60 });
    expect(text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Paper: 4.99 EUR', 'SUMMARY:Paper: 12.99 EUR']);
    await home.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [1] } });
    const { json } = await home.call('GET', '/api/v1/reminders/preview?days=60');
    expect(json.data as unknown).toMatchObject([{ amount: 4.99 }, { amount: 12.99 }]);
  });

  test('that rise are deadlines, with what a year costs more', async () => {
    const home = await startService({ now: '2026-11-23T12:00:00.000Z' });
    const record = await home.create({ name: 'Paper', amount: 5, currency: 'EUR', lastPaymentDate: '2026-11-15' });
    const details = {
      priceSteps: [
        { from: '2026-12-01', amount: 4 },
        { from: '2026-12-15', amount: 7 },
      ],
      trialEndsOn: '2026-12-14',
    };
    await home.call('PATCH', `${pathOf(record)}/details`, { json: details });
    const found = await deadlinesOf(home);
    expect(
      found.map(({ kind, date, amount, yearlyCost, difference }) => [kind, date, amount, yearlyCost, difference]),
    ).toEqual([
      ['trial_end', '2026-12-14', 5, 84, undefined],
      ['price', '2026-12-15', 5, 84, 36],
    ]);
    const { months } = await forecastOf(home, '?months=3');
    expect(months.map(({ totalsByCurrency }) => totalsByCurrency)).toEqual([{}, { EUR: 7 }, { EUR: 7 }]);
  });

  test('are deadlines with the price of their own day, and only until the subscription ends', async () => {
    const home = await startService({ now: '2026-11-23T12:00:00.000Z' });
    const record = await home.create({ amount: 1, lastPaymentDate: '2026-11-15' });
    const priceSteps = [2, 3, 4].map((amount) => ({ from: `2026-12-0${amount}`, amount }));
    await home.call('PATCH', `${pathOf(record)}/details`, { json: { priceSteps, endsOn: '2026-12-03' } });
    const found = await deadlinesOf(home);
    expect(found.map(({ kind, date, yearlyCost, difference }) => [kind, date, yearlyCost, difference])).toEqual([
      ['price', '2026-12-02', 24, 12],
      ['end', '2026-12-03', 48, undefined],
      ['price', '2026-12-03', 36, 12],
    ]);
  });
});
