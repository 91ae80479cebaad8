import { describe, expect, test } from 'bun:test';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { instantAt } from '../../../../src/core/runtime/system.ts';
import { markRestored } from '../../../../src/modules/restores/writes/restoreMark.ts';
import { addDelivery } from '../../../support/reminders.ts';
import { addRule, day, hour, startHousehold, statesOf, titles } from '../../../support/remindedHousehold.ts';

describe('a server that was off for a week', () => {
  test('sends what is not over as one message, and stores nothing of what is over', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Over', lastPaymentDate: '2026-05-19' });
    await service.create({ name: 'Ahead', lastPaymentDate: '2026-05-25' });
    await service.create({ name: 'Tomorrow', lastPaymentDate: '2026-05-24' });
    await addRule(service, { daysBefore: [7, 3, 1, 0] });
    await job.start();
    await job.stop();
    service.clock.advance(7 * day);
    await job.start();
    expect(job.received).toHaveLength(1);
    expect(job.received[0]?.message.data).toMatchObject({
      reminders: [
        { name: 'Tomorrow', dueOn: '2026-06-24', daysLeft: 1 },
        { name: 'Ahead', dueOn: '2026-06-25', daysLeft: 2 },
      ],
    });
    expect(await statesOf(service)).toEqual(['sent']);
    await job.wait(day, 600);
    expect(job.received).toHaveLength(2);
    expect(job.received[1]?.message.title).toContain('2 reminders');
  });
});

describe('a message that waited while the server was off for a week', () => {
  test('is skipped as missed when its event is over', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-17' });
    await addRule(service, { daysBefore: [0] });
    await job.start();
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.wait(22 * hour, 600);
    await job.stop();
    const before = job.received.length;
    service.clock.advance(7 * day);
    await job.start();
    expect([job.received.length, await statesOf(service)]).toEqual([before, ['skipped missed']]);
  });
});

describe('a restored backup', () => {
  test('sends nothing that was due before, and everything that comes afterwards', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20' });
    await addRule(service);
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.start();
    await job.wait(22 * hour, 600);
    const before = job.received.length;
    expect(before).toBeGreaterThan(0);
    await job.stop();
    await service.create({ name: 'Spotify', lastPaymentDate: '2026-05-21' });
    service.clock.advance(2 * day);
    markRestored({ restored: databaseOn(service.database), at: instantAt(service.clock.wallMilliseconds()) });
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    await job.start();
    expect([job.received.length, await statesOf(service)]).toEqual([before, ['skipped restored', 'skipped restored']]);
    await job.wait(2 * day, 600);
    expect(titles(job).slice(before)).toEqual([
      ['2026-06-20T09:00', 'Netflix renews today'],
      ['2026-06-21T09:00', 'Spotify renews today'],
    ]);
  });
});

test('of the deliveries before 450 days, those that are pending are kept', async () => {
  const { service, job, channelIds } = await startHousehold();
  for (const state of ['pending', 'sent', 'failed', 'skipped'] as const)
    addDelivery(service, 'first', state, channelIds[0]);
  service.clock.advance(451 * day);
  await job.start();
  await job.wait(hour + 60, 600);
  expect(await statesOf(service)).toEqual(['pending']);
});

describe('the local time of reminders', () => {
  // The clocks change in the night of the second date.
  const nights = [
    ['Europe/Berlin', '02:30', '2026-03-28T12:00:00Z', '2026-03-29', '2026-03-29T01:00'],
    ['Europe/Berlin', '02:30', '2026-10-24T12:00:00Z', '2026-10-25', '2026-10-25T00:30'],
    ['America/New_York', '02:30', '2026-03-07T12:00:00Z', '2026-03-08', '2026-03-08T07:00'],
    ['America/New_York', '01:30', '2026-10-31T12:00:00Z', '2026-11-01', '2026-11-01T05:30'],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T06:00:00Z', '2026-10-04', '2026-10-03T15:30'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T06:00:00Z', '2026-04-05', '2026-04-04T14:45'],
    ['Pacific/Pago_Pago', '02:30', '2026-06-16T12:00:00Z', '2026-06-17', '2026-06-17T13:30'],
    ['Pacific/Kiritimati', '02:30', '2026-06-16T11:00:00Z', '2026-06-17', '2026-06-16T12:30'],
  ] as const;

  test.each(nights)(
    'is that of the server, once a day: %s at %s, from %s, due on %s, at %s',
    async (timeZone, time, now, dueOn, sentAt) => {
      const { service, job } = await startHousehold({ timeZone, now });
      const last = Temporal.PlainDate.from(dueOn).subtract({ days: 20 }).toString();
      await service.create({ lastPaymentDate: last, period: 'custom', customDate: '20' });
      await addRule(service, { daysBefore: [0], at: time });
      await job.start();
      await job.wait(36 * hour, 300);
      expect(job.received.map(({ at }) => at.slice(0, 16))).toEqual([sentAt]);
    },
  );
});
