import { expect, test } from 'bun:test';
import { Registry } from 'prom-client';
import { measureDeliveries, type DeliveryView } from '../../../src/core/observability/deliveryMetrics.ts';

const mails = () => ({ sent: 7, failed: 2, refused: 1 });

test('mails are counted by outcome, however often they are read', async () => {
  const registry = new Registry();
  measureDeliveries(registry, { mails, read: () => undefined, wallMilliseconds: () => 0 });
  await registry.metrics();
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('duebook_mails_total'));
  expect(lines).toEqual([
    'duebook_mails_total{outcome="sent"} 7',
    'duebook_mails_total{outcome="failed"} 2',
    'duebook_mails_total{outcome="refused"} 1',
  ]);
});

test('deliveries are counted by state, with the age of the oldest that waits', async () => {
  const registry = new Registry();
  let figures: ReturnType<DeliveryView['read']>;
  measureDeliveries(registry, { mails, read: () => figures, wallMilliseconds: () => 100_000 });
  const lines = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('duebook_deliver'));
  expect(await lines()).toEqual([]);
  figures = { byState: [{ state: 'sent', deliveries: 3 }], oldestPending: undefined };
  expect(await lines()).toEqual(['duebook_deliveries{state="sent"} 3', 'duebook_delivery_pending_age_seconds 0']);
  figures = { byState: [{ state: 'pending', deliveries: 1 }], oldestPending: 40_000 };
  expect(await lines()).toEqual(['duebook_deliveries{state="pending"} 1', 'duebook_delivery_pending_age_seconds 60']);
});
