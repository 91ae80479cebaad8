import { expect, test } from 'bun:test';
import { makeFeed } from '../../../support/calendars.ts';
import { addRule, day, hour, startHousehold, statesOf } from '../../../support/remindedHousehold.ts';

test('§13.1, §17.5: a reminder that is planned and sent raises the revision, and leaves calendars as they are', async () => {
  const { service, job } = await startHousehold();
  await service.create({ lastPaymentDate: '2026-05-20' });
  await addRule(service);
  const { url } = await makeFeed(service);
  const revision = async () => Number((await service.call('GET', '/api/v1/revision')).json['revision']);
  const tag = async () => (await fetch(url)).headers.get('etag');
  job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
  await job.start();
  // The day begins before the reminder.
  await job.wait(15 * hour, 600);
  const before = { revision: await revision(), tag: await tag(), states: await statesOf(service) };
  await job.wait(7 * hour, 600);
  const failed = { revision: await revision(), tag: await tag(), states: await statesOf(service) };
  job.answer(() => ({ outcome: 'sent', status: 200 }));
  await job.wait(2 * hour, 600);
  const sent = { revision: await revision(), tag: await tag(), states: await statesOf(service) };
  expect([before.states, failed.states, sent.states]).toEqual([[], ['pending timeout'], ['sent']]);
  expect([failed.tag, sent.tag]).toEqual([before.tag, before.tag]);
  expect(failed.revision).toBeGreaterThan(before.revision + 1);
  expect(sent.revision).toBeGreaterThan(failed.revision);
  await job.wait(day, 600);
  expect(await tag()).not.toBe(before.tag);
});
