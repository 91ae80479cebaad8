import { expect, test } from 'bun:test';
import { Registry } from 'prom-client';
import { measureDeliveries, type DeliveryView } from '../../src/observability/deliveryMetrics.ts';

test('deliveries are counted by state, with the age of the oldest that waits', async () => {
  const registry = new Registry();
  let figures: ReturnType<DeliveryView['read']>;
  measureDeliveries(registry, { read: () => figures, wallMilliseconds: () => 100_000 });
  const lines = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('duebook'));
  expect(await lines()).toEqual([]);
  figures = { byState: [{ state: 'sent', deliveries: 3 }], oldestPending: undefined };
  expect(await lines()).toEqual(['duebook_deliveries{state="sent"} 3', 'duebook_delivery_pending_age_seconds 0']);
  figures = { byState: [{ state: 'pending', deliveries: 1 }], oldestPending: 40_000 };
  expect(await lines()).toEqual(['duebook_deliveries{state="pending"} 1', 'duebook_delivery_pending_age_seconds 60']);
});
