import { describe, expect, test } from 'bun:test';
import { noDetails } from '../../../../../src/modules/subscriptions/rules/details.ts';
import {
  absentId,
  expectRefusal,
  pathOf,
  refusalOf,
  subscriptionsPath,
  withoutWriting,
} from '../../../../support/expectations.ts';
import { startService, type Answer, type Call } from '../../../../support/service.ts';

const service = await startService();

type Target = { readonly id: string };
const detailsPath = (record: Target) => `${pathOf(record)}/details`;
const read = (record: Target) => service.call('GET', detailsPath(record));
const change = (record: Target, json: object, call: Call = {}, query = '') =>
  service.call('PATCH', detailsPath(record) + query, { json, ...call });
const clear = (record: Target, call: Call = {}, query = '') =>
  service.call('DELETE', detailsPath(record) + query, call);
const recordOf = async (record: Target) => (await service.call('GET', pathOf(record))).json.data;
/** What an answer shows. */
const dataOf = (answer: Answer): unknown => answer.json.data;
const tagOf = (answer: { readonly headers: Headers }) => answer.headers.get('etag') ?? '';

const whole = {
  notes: 'First line\nSecond\tline – größer 🎉',
  url: 'https://example.com/Konto?a=1&b=2',
  paymentMethod: 'Visa 1234',
  tags: ['Familie', '動画'],
  trialEndsOn: '2026-07-01',
  endsOn: '2027-06-15',
  cancelBefore: '2027-05-15',
  termEndsOn: '2027-06-15',
  termMonths: 12,
  noticePeriod: { count: 1, unit: 'months' },
  keepThrough: '2026-06-15',
  anchorDay: 31,
  autoRenew: false,
  everyMonths: 3,
  priceSteps: [
    { from: '2026-12-01', amount: 17.99 },
    { from: '2027-12-01', amount: 0 },
  ],
  amountVaries: false,
};
const shown = { ...whole, noticeBy: '2027-05-15' };

const nothing = { ...noDetails, noticeBy: null };

describe('the details of a subscription', () => {
  test('§11.1: are whole, also when there are none', async () => {
    const answer = await read(await service.create());
    expect(JSON.parse(answer.text)).toEqual({ data: nothing, requestId: answer.json.requestId });
    expect(Object.keys(answer.json.data)).toEqual(Object.keys(shown));
  });

  test('§11.1: are stored as they were sent, labels trimmed, and null clears one', async () => {
    const record = await service.create({ period: 'custom', customDate: '91' });
    const sent = { ...whole, paymentMethod: ' Visa 1234 ', tags: [' Familie', '動画\u00a0'] };
    const answer = await change(record, sent);
    expect([answer.status, dataOf(answer)]).toEqual([200, shown]);
    expect(dataOf(await read(record))).toEqual(shown);
    const cleared = await change(record, { notes: null, tags: null, autoRenew: null });
    expect(dataOf(cleared)).toEqual({ ...shown, notes: null, tags: [], autoRenew: null });
  });

  test('§11.1: are deleted with their subscription, and cleared by a DELETE of their own', async () => {
    const record = await service.create();
    await change(record, { ...whole, everyMonths: null });
    const answer = await clear(record);
    expect(JSON.parse(answer.text)).toEqual({ deleted: true, requestId: answer.json.requestId });
    expect(dataOf(await read(record))).toEqual(nothing);
    await service.call('DELETE', pathOf(record));
    expect((await read(record)).status).toBe(404);
  });
});

describe('a body of details', () => {
  test.each<[string, unknown, string]>([
    ['notes', '', ', or null for none.'],
    ['notes', 'x'.repeat(2001), '2000'],
    ['url', 'example.com/account', 'begins with https:// or http://'],
    ['paymentMethod', 'x'.repeat(81), '80'],
    ['tags', ['x'.repeat(41)], '40'],
    ['tags', Array.from({ length: 21 }, (_, index) => `tag ${index}`), '20'],
    ['trialEndsOn', '2026-02-30', 'a real calendar day as YYYY-MM-DD'],
    ['endsOn', '31.12.2026', 'YYYY-MM-DD'],
    ['cancelBefore', 20261231, 'YYYY-MM-DD'],
    ['termEndsOn', '2027-02-29', 'YYYY-MM-DD'],
    ['termMonths', 0, '1'],
    ['termMonths', 121, '120'],
    [
      'noticePeriod',
      3,
      'an object with count, a whole number from 1 to 365, and unit, one of "days", "weeks", "months"',
    ],
    ['noticePeriod', '3 months', '{"count":1,"unit":"months"}, or null for none.'],
    ['noticePeriod', {}, 'count'],
    ['noticePeriod', { count: 3 }, 'unit'],
    ['noticePeriod', { count: 0, unit: 'days' }, '1 to 365'],
    ['noticePeriod', { count: 366, unit: 'days' }, '1 to 365'],
    ['noticePeriod', { count: 1.5, unit: 'days' }, '1 to 365'],
    ['noticePeriod', { count: '3', unit: 'months' }, '1 to 365'],
    ['noticePeriod', { count: 3, unit: 'years' }, '"months"'],
    ['noticePeriod', { count: 3, unit: 'months', of: 'term' }, 'an object with count'],
    ['noticePeriod', [3, 'months'], 'an object with count'],
    ['keepThrough', 'forever', 'YYYY-MM-DD'],
    ['anchorDay', 0, '1'],
    ['anchorDay', 32, '31'],
    ['anchorDay', '31', 'without quotes'],
    ['autoRenew', 'true', 'without quotes'],
    ['everyMonths', 1, '2'],
    ['everyMonths', 61, '60'],
    ['everyMonths', 2.5, ''],
  ])('§11.2: with %s %j is refused', async (field, value, fix) => {
    const record = await service.create({ period: 'custom', customDate: '91' });
    const { answer } = await refusalOf(service, () => change(record, { [field]: value }));
    expectRefusal(answer, 400, { code: 'invalid_field', field, suggestedFix: expect.stringContaining(fix) });
  });

  test.each<[string, unknown]>([
    ['notes', 'é'.repeat(2000)],
    ['notes', '🎉'.repeat(2000)],
    ['notes', 'a\r\n\tb'],
    ['url', 'HTTP://EXAMPLE.COM'],
    ['url', `https://example.com/${'x'.repeat(1980)}`],
    ['paymentMethod', '🎉'.repeat(80)],
    ['tags', []],
    ['tags', Array.from({ length: 20 }, (_, index) => '🎉'.repeat(38) + String(index).padStart(2, '0'))],
    ['termMonths', 1],
    ['termMonths', 120],
    ['noticePeriod', { count: 1, unit: 'days' }],
    ['noticePeriod', { count: 365, unit: 'weeks' }],
    ['keepThrough', '9999-12-31'],
    ['anchorDay', 1],
    ['anchorDay', 31],
    ['everyMonths', 2],
    ['everyMonths', 60],
    ['everyMonths', null],
    ['endsOn', '0001-01-01'],
    ['endsOn', '9999-12-31'],
  ])('§11.2: with %s at its limit is stored: %#', async (field, value) => {
    const record = await service.create({ period: 'custom', customDate: '91' });
    expect(dataOf(await change(record, { [field]: value }))).toMatchObject({ [field]: value });
  });

  test.each<[object, string, string]>([
    [{ note: 'x' }, 'empty_patch', 'Rename "note" to "notes".'],
    [{ tag: ['x'] }, 'empty_patch', 'Rename "tag" to "tags".'],
    [{ label: ['x'], notes: 'a' }, 'unknown_field', 'Rename "label" to "tags".'],
    [{ website: 'x', notes: 'a' }, 'unknown_field', 'Rename "website" to "url".'],
    [{ months: 3, notes: 'a' }, 'unknown_field', 'Rename "months" to "everyMonths".'],
    [{ interval_months: 3, notes: 'a' }, 'unknown_field', 'Rename "interval_months" to "everyMonths".'],
    [{ everyNMonths: 3, notes: 'a' }, 'unknown_field', 'Rename "everyNMonths" to "everyMonths".'],
    [{ endDate: 'x', notes: 'a' }, 'unknown_field', 'Rename "endDate" to "endsOn".'],
    [{ amount: 3, notes: 'a' }, 'unknown_field', 'PATCH /api/v1/subscriptions/{id}.'],
    [{ details: { notes: 'a' }, notes: 'a' }, 'unknown_field', 'Remove "details" from the body.'],
    [{}, 'empty_patch', 'at least one'],
  ])('§11.2: %j is %s', async (json, code, fix) => {
    const record = await service.create();
    const { answer, cost } = await refusalOf(service, () => change(record, json));
    const writable = Object.keys(whole).sort();
    expectRefusal(answer, 400, { code, writableFields: writable, suggestedFix: expect.stringContaining(fix) });
    expect(cost).toBe(0);
  });

  test.each(['POST', 'PATCH'])(
    '§11.2: is not that of a %s of a subscription, and the error says where',
    async (method) => {
      const record = await service.create();
      const path = method === 'POST' ? subscriptionsPath : pathOf(record);
      for (const field of ['notes', 'tags', 'website', 'details', 'everyMonths']) {
        const json = { ...record, amount: 1, [field]: field === 'details' ? {} : 'x' };
        for (const name of ['id', 'nextPaymentDate', 'createdAt', 'updatedAt'] as const)
          Reflect.deleteProperty(json, name);
        const { answer } = await refusalOf(service, () => service.call(method, path, { json }));
        expectRefusal(answer, 400, {
          code: 'invalid_subscription_field',
          field,
          suggestedFix: expect.stringMatching(/^Remove ".*PATCH \/api\/v1\/subscriptions\/\{id\}\/details\.$/),
        });
      }
    },
  );
});

describe('the details that dates depend on', () => {
  test('§11.3: everyMonths makes a custom period exactly so many months', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31', period: 'custom', customDate: '91' });
    service.clock.advance(60);
    await change(record, { everyMonths: 3 });
    const changed = await recordOf(record);
    expect(changed).toMatchObject({ period: 'custom', customDate: '91', nextPaymentDate: '2026-04-30' });
    expect(changed.updatedAt > record.updatedAt).toBe(true);
    expect((await change(record, { everyMonths: null })).status).toBe(200);
    expect((await recordOf(record)).nextPaymentDate).toBe('2026-05-02');
  });

  test('§11.3: anchorDay decides the day in periods of months, and is without effect in periods of days', async () => {
    const monthly = await service.create({ lastPaymentDate: '2026-02-28' });
    await change(monthly, { anchorDay: 31 });
    expect((await recordOf(monthly)).nextPaymentDate).toBe('2026-03-31');
    const custom = await service.create({ lastPaymentDate: '2026-02-28', period: 'custom', customDate: '10' });
    await change(custom, { anchorDay: 31 });
    expect(await recordOf(custom)).toEqual(custom);
  });

  test('§11.3: other details change nothing of the record, not even its time', async () => {
    const record = await service.create();
    service.clock.advance(60);
    await change(record, { ...whole, anchorDay: null, everyMonths: null });
    expect(await recordOf(record)).toEqual(record);
  });

  test.each([
    [{ lastPaymentDate: '2026-02-28' }, {}, { anchorDay: null, everyMonths: 3 }],
    [{ customDate: '90' }, {}, { anchorDay: null, everyMonths: null }],
    [{ period: 'monthly' }, {}, { anchorDay: null, everyMonths: null }],
    [{ customDate: '91', period: 'custom', lastPaymentDate: '2026-01-31' }, {}, { anchorDay: 30, everyMonths: 3 }],
    [{ amount: 3, status: 'paused' }, {}, { anchorDay: 30, everyMonths: 3 }],
  ])('§11.3: a PATCH of the record by %j clears what does not go with it', async (patch, _, expected) => {
    const record = await service.create({ lastPaymentDate: '2026-01-31', period: 'custom', customDate: '91' });
    await change(record, { anchorDay: 30, everyMonths: 3, notes: 'stay' });
    expect((await service.call('PATCH', pathOf(record), { json: patch })).status).toBe(200);
    expect(dataOf(await read(record))).toMatchObject({ ...expected, notes: 'stay' });
  });

  test('§11.3: everyMonths is refused while the period is not custom, and costs nothing', async () => {
    const record = await service.create();
    const { answer, cost } = await refusalOf(service, () => change(record, { everyMonths: 3, notes: 'x' }));
    expectRefusal(answer, 400, { code: 'invalid_field', field: 'everyMonths' });
    expect([answer.json.error.suggestedFix?.includes('"custom"'), cost]).toEqual([true, 0]);
    expectRefusal(await change({ id: absentId }, { everyMonths: 3 }), 404, { code: 'subscription_not_found' });
  });

  test('§11.3: a date after 9999-12-31 is refused on everyMonths', async () => {
    const record = await service.create({ lastPaymentDate: '9999-10-01', period: 'custom', customDate: '30' });
    expectRefusal(await change(record, { everyMonths: 3 }), 400, { code: 'invalid_field', field: 'everyMonths' });
    await change(record, { everyMonths: 2 });
    expect((await recordOf(record)).nextPaymentDate).toBe('9999-12-01');
    const long = await service.create({ lastPaymentDate: '2026-01-01', period: 'custom', customDate: '2900000' });
    await change(long, { everyMonths: 2 });
    expect((await service.call('PATCH', pathOf(long), { json: { lastPaymentDate: '9990-01-01' } })).status).toBe(200);
    const { answer, cost } = await refusalOf(service, () => clear(long));
    expectRefusal(answer, 400, { code: 'invalid_field', field: 'everyMonths' });
    expect(cost).toBe(0);
  });
});

describe('write options of details', () => {
  test('§11.4: If-Match compares the ETag of the details, and 412 shows them', async () => {
    const record = await service.create();
    const tag = tagOf(await change(record, { notes: 'one' }));
    expect(tagOf(await read(record))).toBe(tag);
    await service.call('PATCH', pathOf(record), { json: { amount: 3 } });
    const ofRecord = tagOf(await service.call('GET', pathOf(record)));
    for (const send of [(call: Call) => change(record, { notes: 'two' }, call), (call: Call) => clear(record, call)]) {
      const stale = await withoutWriting(service, () => send({ headers: { 'if-match': ofRecord } }));
      expectRefusal(stale, 412, { code: 'precondition_failed' });
      expect([stale.json.error.current as unknown, tagOf(stale)]).toEqual([(await read(record)).json.data, tag]);
    }
    expect((await change(record, { notes: 'two' }, { headers: { 'if-match': tag } })).status).toBe(200);
    expect((await clear(record, { headers: { 'if-match': '*' } })).status).toBe(200);
    expectRefusal(await change({ id: absentId }, { notes: 'x' }, { headers: { 'if-match': tag } }), 404, {});
  });
});
