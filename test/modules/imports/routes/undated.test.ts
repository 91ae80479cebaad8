import { expect, test } from 'bun:test';
import { importFile } from '../../../support/imports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

test('§21.2: a dry run shows the next payment of a record that does not say how often it is paid', async () => {
  const csv = 'Name;Price;Currency;Next payment\nPaper;9.99;EUR;2027-01-31\n';
  const { report } = await importFile(
    service,
    service.makeKey('undated', 'write'),
    Buffer.from(csv),
    '?dryRun=true&onError=skip',
  );
  expect(report.results).toMatchObject([
    { outcome: 'failed', draft: { name: 'Paper', nextPaymentDate: '2027-01-31' }, error: { field: 'period' } },
  ]);
  expect(report.results[0]?.draft).not.toHaveProperty('lastPaymentDate');
});
