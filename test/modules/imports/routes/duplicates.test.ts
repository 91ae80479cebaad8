import { describe, expect, test } from 'bun:test';
import { contractCurrencies } from '../../../../src/core/billing/currencies.ts';
import { pathOf } from '../../../support/expectations.ts';
import { fileOf, importFile, type ImportedRow } from '../../../support/imports.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();

const owner = (name: string) => service.makeKey(name, 'write');
const outcomes = (results: readonly ImportedRow[]) => results.map(({ outcome }) => outcome);
const read = async (key: string, record: { readonly id: string }) =>
  (await service.call('GET', pathOf(record), { key })).json.data;
const all = async (key: string) =>
  (await service.list('?sort=createdAt', key)).data.map(({ id, amount, status }) => ({ id, amount, status }));
const exported = async (key: string) =>
  (await service.call('GET', '/api/v1/export', { key })).json as unknown as {
    readonly subscriptions: readonly { readonly id: string }[];
  };

const header = 'Name,Price,Currency,Cycle,Next payment';
const netflix = { name: 'Netflix', amount: 9.99, currency: 'EUR', period: 'monthly', lastPaymentDate: '2026-05-20' };

describe('§21.3: an update by a file', () => {
  test('that names no category leaves the one that is there', async () => {
    const key = owner('category');
    const record = await service.create({ ...netflix, category: 'Streaming' }, key);
    const file = `${header}\nNetflix,15.99,EUR,monthly,2026-07-01\nNew,1,EUR,monthly,2026-07-01\n`;
    const preview = await importFile(service, key, file, '?onDuplicate=update&dryRun=true');
    expect(preview.report.results[0]).toMatchObject({ outcome: 'updated' });
    expect([preview.report.results[0]?.notes, preview.report.results[0]?.draft]).toEqual([
      undefined,
      expect.not.objectContaining({ category: expect.anything() as unknown }) as object,
    ]);
    const { report } = await importFile(service, key, file, '?onDuplicate=update');
    expect(report.results[1]?.notes).toEqual(['The file names no category: it is "Other".']);
    expect(await read(key, record)).toMatchObject({ amount: 15.99, category: 'Streaming' });
    expect(await read(key, { id: report.results[1]?.id ?? '' })).toMatchObject({ category: 'Other' });
  });

  test('leaves out the payments of the file, and says so', async () => {
    const key = owner('payments left out');
    const record = await service.create(netflix, key);
    const payments = [{ dueOn: '2026-05-01', paidOn: '2026-05-02', amount: 9.5, currency: 'EUR', source: 'manual' }];
    const file = fileOf({ ...netflix, category: 'Streaming', amount: 12, payments });
    const { report } = await importFile(service, key, file, '?onDuplicate=update');
    expect(report.results[0]).toMatchObject({ outcome: 'updated', id: record.id });
    expect(report.results[0]?.notes).toEqual(['Payments are imported with new subscriptions only.']);
    expect((await service.call('GET', '/api/v1/payments', { key })).json.data).toEqual([] as never);
  });

  test('changes the active one of two, and says that one was cancelled', async () => {
    const key = owner('statuses');
    const cancelled = await service.create({ ...netflix, status: 'cancelled' }, key);
    const active = await service.create(netflix, key);
    const file = `${header},Status\nNetflix,15.99,EUR,monthly,2026-07-01,active\n`;
    const { report } = await importFile(service, key, file, '?onDuplicate=update&dryRun=true');
    expect(report.results[0]).toMatchObject({ id: active.id, duplicateOf: { id: active.id, status: 'active' } });
    await importFile(service, key, file, '?onDuplicate=update');
    expect(await all(key)).toMatchObject([
      { id: cancelled.id, amount: 9.99, status: 'cancelled' },
      { id: active.id, amount: 15.99, status: 'active' },
    ]);
    await service.call('DELETE', pathOf(active), { key });
    const skipped = await importFile(service, key, file);
    expect(skipped.report.results[0]?.notes).toContain(
      'The subscription with the same name, currency and period is cancelled.',
    );
    const updated = await importFile(service, key, file, '?onDuplicate=update');
    expect(updated.report.results[0]?.notes).toContain('The subscription was cancelled.');
  });

  test('makes the next payment due when the file says so', async () => {
    const key = owner('anchors');
    const record = await service.create({ ...netflix, lastPaymentDate: '2026-05-31' }, key);
    await service.call('POST', `${pathOf(record)}/renew`, { key, json: { dueOn: '2026-06-30' } });
    expect(await read(key, record)).toMatchObject({ nextPaymentDate: '2026-07-31' });
    const last = 'Name,Price,Currency,Cycle,Last payment\nNetflix,5,EUR,monthly,2026-06-30\n';
    await importFile(service, key, last, '?onDuplicate=update');
    expect(await read(key, record)).toMatchObject({ amount: 5, nextPaymentDate: '2026-07-31' });
    await importFile(service, key, `${header}\nNetflix,5,EUR,monthly,2026-07-30\n`, '?onDuplicate=update');
    expect(await read(key, record)).toMatchObject({ nextPaymentDate: '2026-07-30' });
  });

  test('is refused where it could mean one or another', async () => {
    const key = owner('ambiguous');
    await service.create(netflix, key);
    await service.create(netflix, key);
    const file = `${header}\nNetflix,15.99,EUR,monthly,2026-07-01\n`;
    const { report } = await importFile(service, key, file, '?onDuplicate=update&onError=skip');
    expect(report.results[0]).toMatchObject({ outcome: 'failed', error: { field: 'name' } });
    expect(await all(key)).toMatchObject([{ amount: 9.99 }, { amount: 9.99 }]);
  });
});

describe("§21.3: Duebook's own export", () => {
  const twins = [
    { ...validDraft, name: 'Domain', amount: 10 },
    { ...validDraft, name: 'Domain', amount: 20 },
    { ...validDraft, name: 'Domain', amount: 30, status: 'cancelled' },
  ];

  test('with several subscriptions of one name comes back whole, also as CSV, and again without doubles', async () => {
    const from = owner('from');
    for (const twin of twins) await service.create(twin, from);
    const csv = (await service.call('GET', '/api/v1/export?format=csv', { key: from })).text;
    for (const [name, file] of [
      ['to', await exported(from)],
      ['to from a table', csv],
    ] as const) {
      const to = owner(name);
      expect((await importFile(service, to, file)).report.created).toBe(3);
      const amounts = (await all(to)).map(({ amount, status }) => [amount, status]);
      expect(amounts).toEqual((await all(from)).map(({ amount, status }) => [amount, status]));
      expect((await importFile(service, to, file)).report).toMatchObject({ created: 0, skipped: 3 });
    }
  });

  test('brings back the one of them that was deleted, and updates each from its own record', async () => {
    const key = owner('own');
    for (const twin of twins) await service.create(twin, key);
    const file = await exported(key);
    const [first, second] = await all(key);
    await service.call('DELETE', pathOf({ id: first?.id ?? '' }), { key });
    const { report } = await importFile(service, key, file);
    expect(outcomes(report.results)).toEqual(['created', 'skipped', 'skipped']);
    const changed = fileOf(...file.subscriptions.map((one) => (one.id === second?.id ? { ...one, amount: 25 } : one)));
    await service.call('DELETE', pathOf({ id: report.results[0]?.id ?? '' }), { key });
    const updated = await importFile(service, key, changed, '?onDuplicate=update');
    expect(outcomes(updated.report.results)).toEqual(['created', 'updated', 'skipped']);
    expect((await read(key, { id: second?.id ?? '' })).amount).toBe(25);
  });

  test('with one record twice has a duplicate', async () => {
    const key = owner('twice');
    const record = { ...validDraft, id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77' };
    expect(outcomes((await importFile(service, key, fileOf(record, record))).report.results)).toEqual([
      'created',
      'skipped',
    ]);
  });
});

describe('§21.3: rows of one file', () => {
  const rows = ['9.99,EUR,monthly,2026-07-01,Ann', '4.99,EUR,monthly,2026-07-01,Ann'];
  const fileWith = (...some: readonly string[]) =>
    `Name,Price,Currency,Cycle,Next payment,Payer\n${some.map((row) => `Music,${row}\n`).join('')}`;

  test.each([
    ['amount', rows],
    ['day', ['5,EUR,monthly,2026-07-01,Ann', '5,EUR,monthly,2026-07-12,Ann']],
    ['payer', ['5,EUR,monthly,2026-07-01,Ann', '5,EUR,monthly,2026-07-01,Kid']],
  ])('that differ in %s are two, and again none of them is new', async (_, some) => {
    const key = owner(`two ${_}`);
    const file = fileWith(...some);
    expect((await importFile(service, key, file)).report).toMatchObject({ created: 2, skipped: 0 });
    expect((await importFile(service, key, file)).report).toMatchObject({ created: 0, skipped: 2 });
    expect(outcomes((await importFile(service, key, fileWith(...some, ...some))).report.results)).toEqual([
      'skipped',
      'skipped',
      'skipped',
      'skipped',
    ]);
  });

  test('that are the same are one', async () => {
    const [row = ''] = rows;
    const { report } = await importFile(service, owner('one'), fileWith(row, row));
    expect(outcomes(report.results)).toEqual(['created', 'skipped']);
    expect(report.results[1]?.notes).toContain(
      'Record 1 of the file has the same name, amount, currency, period, day and payer.',
    );
  });

  test('belong to the subscriptions with their amounts: the deleted one comes back, and an update finds each', async () => {
    const key = owner('amounts');
    const { report } = await importFile(service, key, fileWith(...rows));
    await service.call('DELETE', pathOf({ id: report.results[0]?.id ?? '' }), { key });
    expect(outcomes((await importFile(service, key, fileWith(...rows))).report.results)).toEqual([
      'created',
      'skipped',
    ]);
    const paused = fileWith(...rows)
      .replaceAll(/(Payer|Ann)/g, '$1,paused')
      .replace('paused', 'Status');
    const { report: updated } = await importFile(service, key, paused, '?onDuplicate=update');
    expect(outcomes(updated.results)).toEqual(['updated', 'updated']);
    expect((await all(key)).map(({ amount, status }) => [amount, status])).toEqual([
      [4.99, 'paused'],
      [9.99, 'paused'],
    ]);
  });
});

test('§21.2: the fault of a date that cannot be read is that of the record', async () => {
  const file = `${header}\nA,5,EUR,monthly,05/12/2026\nB,5,EUR,sometimes,2026-12-05\n`;
  const { report } = await importFile(service, owner('dates'), file, '?dryRun=true&onError=skip');
  expect(report.results.map(({ error }) => [error?.field, error?.message])).toEqual([
    ['nextPaymentDate', 'The date "05/12/2026" has the day or the month first, and no date of the file shows which.'],
    ['period', '"sometimes" is not an interval.'],
  ]);
});

describe('§21.2: a currency that was taken off the list', () => {
  const file = (name: string, others: object = {}) => fileOf({ ...validDraft, name, currency: 'PLN', ...others });

  test('is that of a subscription which has it already, and of no new one', async () => {
    const serving = await startService({ currencies: { allowed: contractCurrencies, kept: ['PLN'] } });
    const key = serving.makeKey('kept', 'write');
    await serving.create({ name: 'Allegro' }, key);
    serving.database.query("UPDATE subscriptions SET currency = 'PLN'").run();
    const again = await importFile(serving, key, file('Allegro', { amount: 3 }), '?onDuplicate=update');
    expect(again.report.results).toMatchObject([{ outcome: 'updated' }]);
    expect((await importFile(serving, key, file('Allegro'))).report.results).toMatchObject([{ outcome: 'skipped' }]);
    const payments = [{ dueOn: '2026-05-01', paidOn: '2026-05-02', amount: 9.5, currency: 'PLN', source: 'manual' }];
    const paid = fileOf({ ...validDraft, name: 'Paid', payments });
    expect((await importFile(serving, key, paid)).report.results).toMatchObject([{ outcome: 'created' }]);
    const { report } = await importFile(serving, key, file('New'));
    expect(report.results).toMatchObject([{ outcome: 'failed', error: { field: 'currency' } }]);
  });

  test('stays that of payments made, also on a server that never had it', async () => {
    const key = owner('payments');
    const payments = [{ dueOn: '2026-05-01', paidOn: '2026-05-02', amount: 9.5, currency: 'PLN', source: 'manual' }];
    const paid = (currency: string) =>
      fileOf({ ...validDraft, payments: payments.map((one) => ({ ...one, currency })) });
    expect((await importFile(service, key, paid('PLN'))).report.results).toMatchObject([{ outcome: 'created' }]);
    expect((await service.call('GET', '/api/v1/payments', { key })).json.data).toMatchObject(payments);
    const { report } = await importFile(service, owner('no code'), paid('QQQ'));
    expect(report.results[0]?.error?.message).toBe('Payment 1: QQQ is not the code of a currency.');
  });
});
