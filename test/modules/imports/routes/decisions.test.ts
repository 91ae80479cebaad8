import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const owner = (name: string) => service.makeKey(name, 'write');
const header = 'Name,Price,Currency,Cycle,Next payment';
const insurance = { ...validDraft, name: 'Car insurance', amount: 612.3, currency: 'EUR', period: 'yearly' };

const stored = async (key: string) =>
  (await service.list('?sort=createdAt', key)).data.map(
    ({ name, amount, currency, period }) => `${name} ${amount} ${currency} ${period}`,
  );

describe('§21.3: a record that has only the name of a subscription', () => {
  const file = `${header}\ncar  INSURANCE,51.02,EUR,monthly,2026-07-01\n`;

  test('is created and said, skipped, or updates it', async () => {
    const key = owner('same name');
    const record = await service.create(insurance, key);
    const { report: preview } = await importFile(service, key, file, '?dryRun=true');
    const shown = { id: record.id, name: 'Car insurance', amount: 612.3, currency: 'EUR', period: 'yearly' };
    expect(preview.results).toMatchObject([{ outcome: 'created', sameNameAs: { ...shown, status: 'active' } }]);
    expect(preview.results[0]).not.toHaveProperty('duplicateOf');
    expect(preview.results[0]?.notes).toContain('A subscription has this name: "Car insurance", 612.3 EUR, active.');
    const skipped = await importFile(service, key, file, '?onSameName=skip');
    expect(skipped.report.results).toMatchObject([{ outcome: 'skipped', id: record.id }]);
    const updated = await importFile(service, key, file, '?onSameName=update');
    expect(updated.report.results).toMatchObject([{ outcome: 'updated', id: record.id }]);
    expect(await stored(key)).toEqual(['car  INSURANCE 51.02 EUR monthly']);
  });

  test('takes what belongs to the former interval away, and the import can be undone', async () => {
    const key = owner('interval');
    const record = await service.create({ ...insurance, period: 'custom', customDate: '91' }, key);
    await service.call('PATCH', `${pathOf(record)}/details`, { key, json: { everyMonths: 3 } });
    const { report } = await importFile(service, key, file, '?update=1');
    expect(report.results).toMatchObject([{ outcome: 'updated', id: record.id }]);
    const read = async () => (await service.call('GET', `${pathOf(record)}/details`, { key })).json.data;
    expect(await read()).toMatchObject({ everyMonths: null });
    await service.call('POST', `/api/v1/imports/${report.id}/revert`, { key });
    expect(await read()).toMatchObject({ everyMonths: 3 });
    expect(await stored(key)).toEqual(['Car insurance 612.3 EUR custom']);
  });

  test('is none where another record of the file is the duplicate, and one record has it at most', async () => {
    const key = owner('taken');
    await service.create(insurance, key);
    const rows = ['51,EUR,monthly,2026-07-01', '650,EUR,yearly,2026-07-01', '12,USD,monthly,2026-07-01'];
    const all = `${header}\n${rows.map((row) => `Car insurance,${row}`).join('\n')}\n`;
    const { report } = await importFile(service, key, all, '?dryRun=true');
    expect(report.results.map((one) => ['duplicateOf' in one, 'sameNameAs' in one])).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ]);
    const without = all.replace(/.*650.*\n/, '');
    const again = await importFile(service, key, without, '?dryRun=true');
    expect(again.report.results.map((one) => 'sameNameAs' in one)).toEqual([true, false]);
  });
});

describe('§21.3: a decision about a single record', () => {
  const rows = ['Rent,800', 'Netflix,15.99', 'Gym,30', 'Gym,30', 'Water,many', 'Car insurance,51.02'];
  const file = `${header}\n${rows.map((row) => `${row},EUR,monthly,2026-07-01`).join('\n')}\n`;

  test('leaves it out, creates it or updates what has its name, whatever is done with the others', async () => {
    const key = owner('decisions');
    await service.create({ ...validDraft, name: 'Netflix', amount: 9.99, currency: 'EUR' }, key);
    await service.create(insurance, key);
    const { report } = await importFile(service, key, file, '?leaveOut=1,5&create=2,4&update=6');
    expect(report).toMatchObject({ created: 3, updated: 1, skipped: 2, failed: 0 });
    expect(report.results.map(({ outcome, error }) => `${outcome}${error ? ' with a fault' : ''}`)).toEqual([
      'skipped',
      'created',
      'created',
      'created',
      'skipped',
      'updated',
    ]);
    expect(await stored(key)).toEqual([
      'Netflix 9.99 EUR monthly',
      'Car insurance 51.02 EUR monthly',
      'Netflix 15.99 EUR monthly',
      'Gym 30 EUR monthly',
      'Gym 30 EUR monthly',
    ]);
    await service.call('POST', `/api/v1/imports/${report.id}/revert`, { key });
    expect(await stored(key)).toEqual(['Netflix 9.99 EUR monthly', 'Car insurance 612.3 EUR yearly']);
  });

  test('does not change what the others duplicate: one that is left out is still the first of two', async () => {
    const { report } = await importFile(service, owner('independent'), file, '?leaveOut=3,5');
    expect(report.results[3]).toMatchObject({ outcome: 'skipped' });
    expect(report.results[3]).not.toHaveProperty('id');
  });

  test('is refused where it means no subscription, or one of several', async () => {
    const key = owner('several');
    for (const amount of [10, 20]) await service.create({ ...insurance, amount }, key);
    const { report } = await importFile(service, key, file, '?update=1,6&leaveOut=2-5&onError=skip');
    expect(report.results.map(({ error }) => error?.reason?.code)).toEqual([
      'noTwin',
      ...Array.from({ length: 4 }, () => undefined),
      'severalTwins',
    ]);
    expect((await importFile(service, key, file, '?dryRun=true')).report.results[5]).toMatchObject({
      sameNameAs: { candidates: 2 },
    });
  });

  test.each([
    ['leaveOut=0', 400, 'invalid_query', 'leaveOut'],
    ['create=1-10001', 400, 'invalid_query', 'create'],
    ['update=last', 400, 'invalid_query', 'update'],
    ['leaveOut=1-3&update=2', 400, 'invalid_query', 'update'],
    ['leaveOut=7', 400, 'unreadable_import', 'leaveOut'],
  ])('%s is refused', async (query, status, code, field) => {
    const { answer } = await importFile(service, owner(query), file, `?onError=skip&${query}`);
    expect([answer.status, answer.json['error']]).toMatchObject([status, { code, field }]);
  });
});

describe('§21.1: a symbol of several currencies', () => {
  const file = `${header}\nRadio,$3,,monthly,2026-07-01\nPaper,4,,monthly,2026-07-01\n`;
  const symbolsFor = async (name: string, currencies: readonly string[]) => {
    const key = owner(name);
    for (const currency of currencies)
      await service.create(
        { ...validDraft, name: currency, currency, ...(currency === 'AUD' && { status: 'cancelled' }) },
        key,
      );
    return (await importFile(service, key, file, '?dryRun=true&onError=skip')).report.symbols;
  };
  const allowedValues = ['USD', 'CAD', 'AUD', 'HKD', 'SGD'];

  test('is proposed to be the only one of them that the household pays in', async () => {
    expect(await symbolsFor('none', [])).toEqual([{ symbol: '$', allowedValues }, { symbol: '*' }]);
    expect(await symbolsFor('one', ['CAD', 'AUD'])).toEqual([
      { symbol: '$', allowedValues, proposed: 'CAD' },
      { symbol: '*', proposed: 'CAD' },
    ]);
    expect(await symbolsFor('euro, too', ['CAD', 'EUR'])).toMatchObject([{ proposed: 'CAD' }, { symbol: '*' }]);
    expect(await symbolsFor('two', ['CAD', 'USD'])).toEqual([{ symbol: '$', allowedValues }, { symbol: '*' }]);
  });
});

test('§21.1: the report says how many come in without notifications', async () => {
  const silent = { ...validDraft, notificationEnabled: false };
  const file = fileOf({ ...silent, name: 'A' }, { ...silent, name: 'B' }, { ...validDraft, name: 'C' });
  const key = owner('silent');
  expect((await importFile(service, key, file, '?dryRun=true')).report).toMatchObject({ created: 3, silent: 2 });
  expect((await importFile(service, key, file)).report).toMatchObject({ created: 3, silent: 2 });
  expect((await importFile(service, key, file)).report).toMatchObject({ created: 0, silent: 0 });
});
