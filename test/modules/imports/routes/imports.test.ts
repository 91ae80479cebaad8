import { describe, expect, test } from 'bun:test';
import { costOf, expectRefusal } from '../../../support/expectations.ts';
import { fileOf, importFile, type ImportedRow } from '../../../support/imports.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();

const owner = (name: string) => service.makeKey(name, 'write');
const draft = (name: string, others: object = {}) => ({ ...validDraft, name, ...others });
const outcomes = (results: readonly ImportedRow[]) => results.map(({ outcome }) => outcome);
const named = async (key: string) =>
  (await service.list('?sort=name', key)).data.map(({ name, amount }) => [name, amount]);
const revisionOf = async (key: string) => (await service.call('GET', '/api/v1/revision', { key })).json['revision'];

describe('an import', () => {
  test('§21.1: creates what the file has, with details and payments, and one audit entry each', async () => {
    const key = owner('creates');
    const details = { notes: 'Shared', tags: ['family'] };
    const payments = [{ dueOn: '2026-05-01', paidOn: '2026-05-02', amount: 9.5, currency: 'EUR', source: 'automatic' }];
    const { answer, report } = await importFile(
      service,
      key,
      fileOf(draft('One', { details, payments }), draft('Two')),
    );
    expect(answer.status).toBe(200);
    expect(report).toMatchObject({ format: 'duebook', rows: 2, created: 2, updated: 0, skipped: 0, failed: 0 });
    const listed = await service.call('GET', '/api/v1/subscriptions?include=details&sort=createdAt', { key });
    expect(listed.json.data).toMatchObject([
      { id: report.results[0]?.id, name: 'One', details },
      { name: 'Two' },
    ] as never);
    expect((await service.call('GET', '/api/v1/payments', { key })).json.data).toMatchObject(payments);
    const trail = (await service.auditTrail('', key)).data;
    expect(trail.map(({ action, metadata }) => [action, metadata['import']])).toEqual([
      ['subscription.create', report.id],
      ['subscription.create', report.id],
    ]);
    const activity = await service.call('GET', '/api/v1/activity?entityType=import', { key });
    expect(activity.json.data).toMatchObject([{ action: 'import.run', entityId: report.id }] as never);
  });

  test('§21.3: leaves out what is there, updates it, or creates it once more, as the client wants', async () => {
    const key = owner('duplicates');
    await service.create({ name: 'Nétflix ', amount: 1 }, key);
    const file = fileOf(draft('NÉTFLIX', { amount: 2 }), draft('New'), draft('new '));
    const skipped = await importFile(service, key, file, '?dryRun=true');
    expect(outcomes(skipped.report.results)).toEqual(['skipped', 'created', 'skipped']);
    expect(skipped.report.results.map(({ duplicateOf }) => duplicateOf)).toMatchObject([
      { id: expect.any(String) as string, name: 'Nétflix', amount: 1 },
      undefined,
      { row: 2, name: 'New' },
    ] as never);
    const updated = await importFile(service, key, file, '?onDuplicate=update');
    expect(outcomes(updated.report.results)).toEqual(['updated', 'created', 'skipped']);
    expect(await named(key)).toEqual([
      ['New', validDraft.amount],
      ['NÉTFLIX', 2],
    ]);
    const again = await importFile(service, key, file, '?onDuplicate=update');
    expect(outcomes(again.report.results)).toEqual(['skipped', 'skipped', 'skipped']);
    expect(again.report.id).toBeUndefined();
    const doubled = await importFile(service, key, file, '?onDuplicate=create');
    expect([outcomes(doubled.report.results), (await named(key)).length]).toEqual([
      ['created', 'created', 'created'],
      5,
    ]);
  });

  test('§21.3: says what it left out as sentences, and for programs as codes with their values', async () => {
    const file = fileOf(draft('Odd', { colour: 'red' }), draft('Odd'));
    for (const query of ['?dryRun=true', '']) {
      const { report } = await importFile(service, owner(`remarks${query}`), file, query);
      const { results } = report;
      expect(results.map(({ notes, remarks }) => [notes, remarks])).toEqual([
        [['There is no field "colour": it is left out.'], [{ code: 'unknownField', values: { field: 'colour' } }]],
        [
          ['Record 1 of the file has the same name, amount, currency, period, day and payer.'],
          [{ code: 'earlierRecord', values: { row: '1' } }],
        ],
      ]);
    }
  });

  test('§21.3: with another currency or interval is no duplicate', async () => {
    const key = owner('others');
    await service.create({ name: 'Paper', currency: 'EUR', period: 'custom', customDate: '7' }, key);
    const file = fileOf(
      draft('Paper', { currency: 'EUR', period: 'custom', customDate: '14' }),
      draft('Paper', { currency: 'GBP', period: 'custom', customDate: '7' }),
      draft('Paper', { currency: 'EUR', period: 'custom', customDate: '7' }),
    );
    expect(outcomes((await importFile(service, key, file)).report.results)).toEqual(['created', 'created', 'skipped']);
  });

  test('§21.2: with a faulty record writes nothing, or leaves it out: with the fault that a POST has', async () => {
    const key = owner('faulty');
    const file = fileOf(draft('Right'), draft('Wrong', { amount: 1.005 }), draft('', { currency: 'XXX' }));
    for (const query of ['', '?dryRun=true']) {
      const { answer, report } = await importFile(service, key, file, query);
      expectRefusal(answer, 422, { code: 'import_refused' });
      expect([report.failed, report.id, await named(key)]).toEqual([2, undefined, []]);
      expect(report.results.map(({ error }) => error?.field)).toEqual([undefined, 'amount', 'name']);
    }
    const { json } = await service.call('POST', '/api/v1/subscriptions', {
      key,
      json: draft('Wrong', { amount: 1.005 }),
    });
    const { answer, report } = await importFile(service, key, file, '?onError=skip');
    expect([answer.status, outcomes(report.results)]).toEqual([200, ['created', 'failed', 'failed']]);
    const { code, field, message } = json.error;
    expect(report.results[1]?.error).toMatchObject({ code, field: field ?? '', message });
    expect(await named(key)).toEqual([['Right', validDraft.amount]]);
  });

  test('§21.2: refuses payments of the future, and the same one twice', async () => {
    const payment = { dueOn: '2026-06-17', paidOn: '2026-06-17', amount: 5, currency: 'EUR', source: 'manual' };
    const rescheduled = { ...payment, paidOn: '2026-06-10' };
    const lists = [[{ ...payment, paidOn: '2026-06-18' }], [payment, payment], [payment, rescheduled]];
    const file = fileOf(...lists.map((payments, index) => draft(`Paid ${index}`, { payments })));
    const { report } = await importFile(service, owner('paid'), file, '?dryRun=true&onError=skip');
    expect(report.results.map(({ error }) => error?.message)).toEqual([
      'Payment 1: paidOn is after tomorrow.',
      'Payment 2: another one has the same dueOn and paidOn.',
      undefined,
    ]);
  });

  test('§21.2: that is a dry run shows the values and writes nothing, not even a revision', async () => {
    const key = owner('dry');
    const before = await revisionOf(key);
    const { answer, report } = await importFile(
      service,
      key,
      fileOf(draft('Dry', { details: { notes: 'x' } })),
      '?dryRun=true',
    );
    expect(answer.json['dryRun']).toBe(true);
    expect(report.results).toMatchObject([{ outcome: 'created', draft: draft('Dry'), details: { notes: 'x' } }]);
    expect([report.results[0]?.id, report.id, await revisionOf(key), await named(key)]).toEqual([
      undefined,
      undefined,
      before,
      [],
    ]);
  });

  test('§21.4: costs one request for every hundred records, and nothing is written when fewer are left', async () => {
    const key = owner('costs');
    const file = fileOf(...Array.from({ length: 250 }, (_, index) => draft(`Service ${index}`)));
    for (const query of ['?dryRun=true', '']) {
      const { cost } = await costOf(service, key, () => importFile(service, key, file, query));
      expect(cost).toBe(3);
    }
    const small = await startService({ quota: { limit: 2, windowSeconds: 3600 } });
    const { answer } = await importFile(small, small.keys.write, file);
    expectRefusal(answer, 429, { code: 'rate_limit_exceeded' });
    expect(answer.text).toContain('Send at most 100 records');
    expect(small.database.query('SELECT count(*) AS count FROM subscriptions').get()).toEqual({ count: 0 });
  });

  test('§21.5: is made once for an idempotency key, and refused for another file with it', async () => {
    const key = owner('once');
    const headers = { 'idempotency-key': 'once' };
    const first = await importFile(service, key, fileOf(draft('Once')), '', headers);
    const again = await importFile(service, key, fileOf(draft('Once')), '', headers);
    expect([again.report, again.answer.headers.get('idempotency-replayed')]).toEqual([first.report, 'true']);
    const other = await importFile(service, key, fileOf(draft('Other')), '', headers);
    expectRefusal(other.answer, 422, { code: 'idempotency_key_reused' });
    expect(await named(key)).toEqual([['Once', validDraft.amount]]);
  });

  test('§21.5: keeps the idempotency key also where it had nothing to write', async () => {
    const key = owner('nothing');
    await service.create({ name: 'There' }, key);
    const headers = { 'idempotency-key': 'nothing' };
    const first = await importFile(service, key, fileOf(draft('There')), '', headers);
    expect(first.report).toMatchObject({ created: 0, skipped: 1 });
    const again = await importFile(service, key, fileOf(draft('There')), '', headers);
    expect([again.report, again.answer.headers.get('idempotency-replayed')]).toEqual([first.report, 'true']);
    const other = await importFile(service, key, fileOf(draft('Other')), '', headers);
    expectRefusal(other.answer, 422, { code: 'idempotency_key_reused' });
  });

  test('§21.4: needs the scope write, and takes no If-Match', async () => {
    const key = service.makeKey('reads', 'read');
    expectRefusal((await importFile(service, key, fileOf(draft('Read')))).answer, 403, { code: 'insufficient_scope' });
    const { answer } = await importFile(service, owner('reads'), fileOf(draft('Read')), '', { 'if-match': '*' });
    expectRefusal(answer, 400, { code: 'unexpected_if_match' });
  });

  test('§21.4: refuses a mapping and symbols that it cannot read', async () => {
    for (const [query, field] of [
      ['mapping=Betrag', 'mapping'],
      ['mapping=Betrag:amuont', 'mapping'],
      ['mapping=A:amount,B:amount', 'mapping'],
      ['mapping=N:name,n:category', 'mapping'],
      ['currencyFor=$', 'currencyFor'],
      ['currencyFor=$:XXX', 'currencyFor'],
      ['format=excel', 'format'],
      ['encoding=cp850', 'encoding'],
      ['encoding=', 'encoding'],
    ] as const) {
      const { answer } = await importFile(service, owner('pairs'), fileOf(), `?${query}`);
      expectRefusal(answer, 400, { code: 'invalid_query', field });
    }
  });
});
