import { expect, test } from 'bun:test';
import { createKey, startServer } from '../support/binary.ts';
import type { ImportReport } from '../support/imports.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const wallos = (payer: string, price: string, day: string) => ({
  Name: 'Music',
  'Payment Cycle': 'Monthly',
  'Next Payment': day,
  'Paid By': payer,
  Price: price,
});

test('§21.1, §21.3: no file with several columns for one value, or several payers, loses or changes money', async () => {
  const cwd = temporaryDirectory();
  const { key } = await createKey(cwd, 'home', 'write');
  const server = await startServer([], { cwd });
  const send = async (file: unknown, query = '') => {
    const raw = typeof file === 'string' ? file : JSON.stringify(file);
    const address = new URL(`/api/v1/import${query}`, server.origin);
    const answer = await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: raw });
    return { status: answer.status, report: ((await answer.json()) as { readonly import: ImportReport }).import };
  };
  const company =
    'Company,Name,Price,Currency,Cycle,Next Payment\nAcme,Video,1,EUR,Monthly,2027-01-05\nAcme,Cloud,2,EUR,Monthly,2027-01-05\n';
  expect((await send(company)).report).toMatchObject({
    created: 2,
    results: [{ name: 'Video' }, { name: 'Cloud' }],
    columns: [{ header: 'Company', field: '', candidateFor: 'name' }, {}, {}, {}, {}, {}],
  });
  const quarterly = 'Name,Price,Currency,Frequency,Interval,Next\nWater,30,EUR,Monthly,3,2027-01-31\n';
  const draft = { period: 'custom', customDate: '91' };
  expect((await send(quarterly, '?dryRun=true')).report.results).toMatchObject([
    { draft, details: { everyMonths: 3 } },
  ]);
  const prices = 'Name,Price,Cost,Currency,Cycle,Next\nGym,10,120,EUR,monthly,2027-01-31\n';
  const asked = await send(prices);
  expect([asked.status, asked.report.results[0]?.error?.field]).toEqual([422, 'amount']);
  expect((await send(prices, '?mapping=Price:amount')).report.created).toBe(1);
  const two = [wallos('Ann', '€9.99', '2027-01-31'), wallos('Kid', '€9.99', '2027-01-31')];
  expect((await send(two)).report).toMatchObject({ created: 2, skipped: 0 });
  expect((await send(two)).report).toMatchObject({ created: 0, skipped: 2 });
  await server.stop();
});
