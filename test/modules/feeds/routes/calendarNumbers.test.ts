import { expect, test } from 'bun:test';
import { calendarOf, eventsIn } from '../../../support/calendars.ts';
import { pathOf } from '../../../support/expectations.ts';
import { renewed } from '../../../support/payments.ts';
import { startService } from '../../../support/service.ts';

test('§17.4: a calendar keeps the identity of an event when an earlier payment of the same due date leaves its days', async () => {
  const service = await startService({ now: '2026-06-16T12:00:00.000Z', writesInline: true });
  const record = await service.create({ lastPaymentDate: '2026-05-20' });
  for (const paidOn of ['2026-05-22', '2026-06-10']) {
    await renewed(service, record, { dueOn: '2026-06-20', paidOn });
    await service.call('PATCH', pathOf(record), { json: { lastPaymentDate: '2026-05-20' } });
  }
  const uids = async (daysBack: number) => {
    const events = eventsIn((await calendarOf(service, { daysBack, daysAhead: 30 })).text);
    return events.map(({ uid, start }) => [uid.slice(record.id.length, -'@duebook'.length), start]);
  };
  const later = [
    ['-20260620-2', '2026-06-10'],
    ['-20260620-3', '2026-06-20'],
  ];
  expect(await uids(60)).toEqual([['-20260620', '2026-05-22'], ...later]);
  expect(await uids(10)).toEqual(later);
  expect(await uids(2)).toEqual(later.slice(1));
});
