import { describe, expect, test } from 'bun:test';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { options, readRowWith, type Mapping, type Table } from '../../../support/importTables.ts';

describe('a value in several columns', () => {
  const interval = ({ draft, details }: ReturnType<typeof readRowWith>) =>
    details?.['everyMonths'] ?? draft['customDate'] ?? draft['period'];

  test.each([
    [{ Frequency: 'Monthly', Interval: '3' }, 3],
    [{ Interval: '3', Frequency: 'Monthly' }, 3],
    [{ Period: 'Monthly', Every: '3' }, 3],
    [{ 'Billing cycle': 'Monthly', Every: '2' }, 2],
    [{ unit: 'months', count: '3' }, 3],
    [{ unit: 'months', interval: '3' }, 3],
    [{ Einheit: 'Monate', Anzahl: '18' }, 18],
    [{ Frequency: 'Weekly', Interval: '2' }, '14'],
    [{ Frequency: 'Yearly', Interval: '2' }, 24],
    [{ Frequency: 'Monthly', Interval: '1' }, 'monthly'],
    [{ Frequency: 'Monthly', Interval: '' }, 'monthly'],
    [{ Schedule: 'Every 2 Weeks', 'Schedule interval': '2' }, '14'],
    [{ Cycle: 'quarter', Interval: '2' }, 6],
    [{ Cycle: 'Month', 'Cycle frequency': '3' }, 3],
    [{ Frequency: 'Monthly', 'Repeat interval': '3' }, 3],
    [{ Frequency: 'Monthly', 'Recurrence interval': '3' }, 3],
    [{ 'Payment frequency': 'Monthly', 'Payment interval': '3' }, 3],
    [{ Frequency: 'Monthly', 'Frequency count': '3' }, 3],
    [{ Cycle: 'monthly', Days: '30' }, 'monthly'],
    [{ Cycle: 'every 3 months', Months: '3' }, 3],
    [{ Cycle: 'every 3 months', Months: '3', Days: '91' }, 3],
  ])('%p is one interval', (table, expected) => {
    const row = readRowWith(table, ['period']);
    expect([row.reasons, interval(row)]).toEqual([[], expected]);
    expect(row.columns.filter(([, field]) => field === 'period').length).toBeGreaterThan(0);
  });

  test.each([
    [{ Frequency: 'Quarterly', Interval: '3' }, 'period intervalInParts'],
    [{ Frequency: 'Monthly', Interval: '12' }, 'period intervalInParts'],
    [{ Frequency: 'Monthly', Interval: '30' }, 'period intervalInParts'],
    [{ Frequency: 'Yearly', Interval: '12' }, 'period intervalInParts'],
    [{ Frequency: 'Weekly', Interval: '7' }, 'period intervalInParts'],
    [{ Frequency: 'Monthly', Interval: '0' }, 'period intervalInParts'],
    [{ Frequency: 'every 2 months', Interval: '3' }, 'period intervalInParts'],
    [{ Frequency: 'every two months', Interval: '3' }, 'period intervalInParts'],
    [{ Frequency: 'Monthly', Interval: '3', Every: '2' }, 'period intervalInParts'],
    [{ Frequency: '', Interval: '3' }, 'period notAnInterval'],
    [{ Interval: '3' }, 'period notAnInterval'],
    [{ Cycle: 'monthly', Days: '90' }, 'period columnsDiffer'],
    [{ Cycle: 'every 2 months', Months: '3' }, 'period columnsDiffer'],
    [{ Cycle: 'custom', Months: '3', Days: '30' }, 'period columnsDiffer'],
    [{ Cycle: 'monthly', Count: '3' }, 'amount quantityBeside'],
    [{ Cycle: 'monthly', Quantity: '2' }, 'amount quantityBeside'],
  ])('%p is a question', (table, reason) => {
    expect(readRowWith(table, ['period']).reasons).toEqual([reason]);
  });

  test.each([
    [{ amount: '12', cents: '99' }, 12.99],
    [{ cents: '5', amount: '12 €' }, 12.05],
    [{ amount: '0', cents: '99' }, 0.99],
    [{ amount: '12.99', cents: '99' }, 12.99],
    [{ amount: '12.99', cents: '1299' }, 12.99],
    [{ Betrag: '12', Cent: '' }, 12],
    [{ amount: '12.50', cents: '99' }, 'amount columnsDiffer'],
    [{ amount: '12', cents: '1299' }, 'amount columnsDiffer'],
    [{ amount: '', cents: '99' }, 'amount columnsDiffer'],
    [{ amount: '12', cents: 'x' }, 'amount columnsDiffer'],
    [{ Debit: '12', Credit: '' }, 12],
    [{ Credit: '0,00', Debit: '12' }, 12],
    [{ Debit: '', Credit: '12' }, 'amount notPaid'],
    [{ Amount: '12', Debit: '', Credit: '12' }, 'amount notPaid'],
    [{ Amount: '12', 'Debit/Credit': 'debit' }, 12],
    [{ Amount: '12', 'Debit/Credit': 'Credit' }, 'amount notPaid'],
    [{ Amount: '12', Direction: 'sideways' }, 'amount notPaid'],
    [{ Amount: '12', Type: 'income' }, 'amount notPaid'],
    [{ Amount: '12', Type: 'Expense' }, 12],
    [{ Betrag: '12', Art: 'Einnahme' }, 'amount notPaid'],
    [{ Amount: '12', Type: 'Insurance' }, 12],
    [{ Amount: '12', Quantity: '1' }, 12],
  ])('%p is one amount, or a question', (table, expected) => {
    const { draft, reasons } = readRowWith(table, ['amount']);
    expect(reasons.length === 0 ? draft['amount'] : reasons.join()).toBe(expected);
  });

  test('income in one row of a column of types is a question, and the other rows have their types', () => {
    const file =
      'Name;Amount;Currency;Cycle;Next;Type\nA;1;EUR;monthly;2027-01-31;Video\nB;2;EUR;monthly;2027-01-31;Income\n';
    const reading = readImport(Buffer.from(file), options);
    const rows = 'rows' in reading ? reading.rows : [];
    expect(rows[0]?.draft['category']).toBe('Video');
    expect(rows.map(({ faults }) => faults.map(({ reason }) => reason.code))).toEqual([[], ['notPaid']]);
  });

  test.each([
    [{ 'Next payment day': '31', 'Next payment month': '1', 'Next payment year': '2027' }, {}],
    [{ 'Due year': '2027', 'Due month': 'January', 'Due day': '31' }, {}],
    [{ Tag: '31', Monat: '1', Jahr: '2027' }, { Tag: 'nextPaymentDate' }],
    [{ Day: '31', Month: 'Jan', Year: '2027' }, { Year: 'nextPaymentDate' }],
  ] as const)('%p is one day with %p', (table, mapping) => {
    const { draft, reasons, columns } = readRowWith(table, ['nextPaymentDate'], mapping);
    expect([reasons, draft['lastPaymentDate']]).toEqual([[], '2026-12-31']);
    expect(columns.filter(([, field]) => field === 'nextPaymentDate').length).toBe(3);
  });

  test('a day without a name is a question', () => {
    const { reasons, faults } = readRowWith({ Day: '31', Month: '1', Year: '2027' }, ['nextPaymentDate']);
    expect([reasons, faults[0]?.suggestedFix]).toEqual([
      ['nextPaymentDate dayOfWhat'],
      'Say which one, such as mapping=Day:nextPaymentDate.',
    ]);
    expect(readRowWith({ 'Start day': '1', 'Start year': '2026' }).reasons).toEqual([]);
  });
});

describe('an end that a header may mean', () => {
  const endOf = (table: Table, mapping: Mapping = {}) => {
    const { details, notes } = readRowWith(table, [], mapping);
    return [details?.['endsOn'], notes.map(({ code }) => code).filter((code) => code !== 'categoryMissing')];
  };

  test.each([
    [{ Expires: '2027-06-30', 'Auto renew': 'yes' }, undefined, ['renewsAtExpiry']],
    [{ Expiry: '2027-06-30', 'Auto renewal': 'yes' }, undefined, ['renewsAtExpiry']],
    [{ 'End date': '2027-01-31' }, undefined, ['renewsAtExpiry']],
    [{ 'Gültig bis': '2027-01-30' }, undefined, ['renewsAtExpiry']],
    [{ Expires: '2027-06-30' }, '2027-06-30', ['endGuessed']],
    [{ Expires: '2027-01-31', 'Auto renew': 'no' }, '2027-01-31', ['endGuessed']],
    [{ Expires: '2027-01-31', Status: 'cancelled' }, '2027-01-31', ['endGuessed', 'activeUntilEnd']],
    [{ 'Cancelled on': '2027-01-31', 'Auto renew': 'yes' }, '2027-01-31', ['endGuessed']],
    [{ 'Ends on': '2027-01-31', 'Auto renew': 'yes' }, '2027-01-31', []],
  ])('%p ends on %p, and notes say why', (table, endsOn, codes) => {
    expect(endOf(table)).toEqual([endsOn, codes]);
  });

  test('is one without a note when the request says so', () => {
    const table = { Expires: '2027-01-31', 'Auto renew': 'yes' };
    expect(endOf(table, { Expires: 'endsOn' })).toEqual(['2027-01-31', []]);
  });
});

test('planned prices are JSON, and whether the amount varies is a word', () => {
  const detailsOf = (priceSteps: string, amountVaries: string) => readRowWith({ priceSteps, amountVaries }).details;
  const steps = [{ from: '2027-06-01', amount: 3 }];
  const quoted = `"${JSON.stringify(steps).replaceAll('"', '""')}"`;
  expect(detailsOf(quoted, 'yes')).toMatchObject({ priceSteps: steps, amountVaries: true });
  expect(detailsOf('', 'nein')).toEqual({ amountVaries: false });
  expect(readRowWith({ amountVaries: 'perhaps' }).reasons.map((reason) => reason.split(' ')[0])).toEqual([
    'amountVaries',
  ]);
});
