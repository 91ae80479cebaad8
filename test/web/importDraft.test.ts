import { expect, test } from 'bun:test';
import { draftValues } from '../../src/web/pages/import/draftValues.ts';
import type { ReportRow } from '../../src/web/pages/import/report.ts';

test('the form for a row that does not say how often it is paid keeps its next payment', () => {
  const draft = { name: 'Paper', nextPaymentDate: '2027-01-31' };
  const row: ReportRow = { row: 1, outcome: 'failed', name: 'Paper', draft };
  const reader = { today: '2026-06-16', locale: 'de-DE', currencies: ['EUR'] } as const;
  expect(draftValues(row, reader)).toMatchObject({ nextPaymentDate: '2027-01-31', lastPaymentDate: '' });
});
