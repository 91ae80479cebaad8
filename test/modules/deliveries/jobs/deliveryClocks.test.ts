import { describe, expect, test } from 'bun:test';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { markRestored } from '../../../../src/modules/restores/writes/restoreMark.ts';
import { addChannel } from '../../../support/reminders.ts';
import { ageKeys } from '../../../support/operator.ts';
import { addRule, day, hour, startHousehold, statesOf, titles } from '../../../support/remindedHousehold.ts';

describe('a clock', () => {
  test('that is set back sends nothing twice', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service);
    await job.start();
    await job.wait(5 * day, 600);
    expect(job.received).toHaveLength(2);
    for (const instant of ['2026-06-16T00:00:00.000Z', '2026-06-19T23:00:00.000Z', '2026-06-10T00:00:00.000Z']) {
      service.clock.setWall(instant);
      await job.start();
      await job.wait(5 * day, 600);
    }
    expect(job.received).toHaveLength(2);
  });

  test('that was a year ahead for an hour loses nothing that comes afterwards', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [0] });
    await job.start();
    service.clock.setWall('2027-06-16T12:00:00.000Z');
    await job.wait(hour, 60);
    expect(job.received).toEqual([]);
    service.clock.setWall('2026-06-16T13:00:00.000Z');
    await job.wait(5 * day, 600);
    expect(titles(job)).toEqual([['2026-06-20T09:00', 'Netflix renews today']]);
  });

  test('that was a year ahead delays what failed by half a day at most', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    await job.start();
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.wait(22 * hour, 600);
    service.clock.setWall('2027-06-17T12:00:00.000Z');
    await job.wait(hour);
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    service.clock.setWall('2026-06-17T12:00:00.000Z');
    await job.wait(13 * hour, 600);
    expect(await statesOf(service)).toContain('sent');
  });

  test('that was ahead when a rule was made does not silence the rule once it is right', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20' });
    service.clock.setWall('2027-06-16T12:00:00.000Z');
    await addRule(service, { daysBefore: [3] });
    service.clock.setWall('2026-06-16T12:00:00.000Z');
    await job.start();
    await job.wait(day, 600);
    expect(titles(job)).toEqual([['2026-06-17T09:00', 'Netflix renews in 3 days']]);
  });

  test('that was ahead when a backup was restored silences nothing once it is right', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    await job.start();
    markRestored({ restored: databaseOn(service.database), at: '2027-06-16T12:00:00.000Z' });
    await job.wait(day, 600);
    expect(titles(job)).toEqual([['2026-06-17T09:00', 'Netflix renews in 3 days']]);
  });

  test('that starts in the past plans nothing, so that it repeats nothing old once it is right', async () => {
    const { service, job } = await startHousehold();
    await addRule(service, { daysBefore: [5, 3] });
    await job.start();
    await job.wait(2 * day, 600);
    await service.create({ lastPaymentDate: '2026-05-22' });
    await job.stop();
    service.clock.setWall('2000-01-01T00:00:00.000Z');
    await job.start();
    await job.wait(hour);
    service.clock.setWall('2026-06-18T13:00:00.000Z');
    await job.wait(hour);
    expect(titles(job)).toEqual([]);
    await job.wait(day, 600);
    expect(job.received).toHaveLength(1);
  });

  test('that starts in the past sends nothing, and a change of that time once it is right', async () => {
    const { service, job } = await startHousehold({ channels: 0 });
    addChannel(service, 'first', 1, { events: 'subscription.created' });
    ageKeys(service.database);
    service.clock.setWall('2000-01-01T00:00:00.000Z');
    await job.start();
    await service.create();
    job.noteWrites();
    await job.wait(120);
    expect(job.changes).toEqual([]);
    service.clock.setWall('2026-06-16T13:00:00.000Z');
    await job.wait(60);
    expect(job.changes.map(({ at }) => at.slice(0, 10))).toEqual(['2000-01-01']);
  });
});
