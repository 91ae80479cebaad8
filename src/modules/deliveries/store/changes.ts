import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import type { DeliveryState } from '../rules/delivery.ts';
import { deliveries, deliveryChanges } from '../table.ts';

/** If a delivery has ended, the next change of its record can be sent from an instant on. What was sent is not kept. */
export function endChange(db: Db, deliverySequence: number, state: DeliveryState, at: string): void {
  if (state === 'pending') return;
  const ofDelivery = eq(deliveryChanges.deliverySequence, deliverySequence);
  const ended = db.select().from(deliveryChanges).where(ofDelivery).get();
  if (ended === undefined) return;
  if (state === 'sent') db.update(deliveryChanges).set({ dataJson: null }).where(ofDelivery).run();
  const next = db
    .select({ sequence: deliveries.sequence })
    .from(deliveryChanges)
    .innerJoin(deliveries, eq(deliveries.sequence, deliveryChanges.deliverySequence))
    .where(
      and(
        eq(deliveryChanges.channelId, ended.channelId),
        eq(deliveryChanges.entityId, ended.entityId),
        gt(deliveryChanges.deliverySequence, deliverySequence),
        eq(deliveries.state, 'pending'),
      ),
    )
    .orderBy(deliveryChanges.deliverySequence)
    .limit(1)
    .get();
  if (next === undefined) return;
  const waits = and(eq(deliveries.sequence, next.sequence), isNull(deliveries.nextAttemptAt));
  db.update(deliveries).set({ nextAttemptAt: at }).where(waits).run();
}
