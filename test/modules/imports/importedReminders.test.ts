import { expect, test } from 'bun:test';
import { fileOf, importFile } from '../../support/imports.ts';
import { addRule, day, deliveriesOf, startHousehold } from '../../support/remindedHousehold.ts';
import { validDraft } from '../../support/service.ts';

test('§21.7: what was due before an import is neither sent nor stored, and what comes due afterwards is sent', async () => {
  const { service, job } = await startHousehold();
  await addRule(service, { daysBefore: [30, 7, 3, 0] });
  await addRule(service, { event: 'overdue', daysAfter: [1, 2, 3], daysBefore: null });
  await job.start();
  await job.wait(day, 600);
  // The 17th of June: the payments of all but one were due from the 14th of May to the 10th of June.
  const old = Array.from({ length: 500 }, (_, index) => ({
    ...validDraft,
    name: `Old ${index}`,
    period: 'custom',
    customDate: '1900',
    lastPaymentDate: `2021-03-${String(1 + (index % 28)).padStart(2, '0')}`,
  }));
  const file = fileOf(...old, { ...validDraft, name: 'Soon', lastPaymentDate: '2026-05-21' });
  const { report } = await importFile(service, service.keys.write, file);
  expect(report.created).toBe(501);
  await job.wait(2 * day, 600);
  expect((await deliveriesOf(service)).map(({ dueOn, state }) => [dueOn, state])).toEqual([['2026-06-21', 'sent']]);
  // Started again, the service finds nothing to make up for.
  await job.start();
  await job.wait(day / 2, 600);
  expect(job.received).toHaveLength(1);
  expect(job.log).toEqual([]);
});
