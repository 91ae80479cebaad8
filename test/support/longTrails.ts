import { databaseOn } from '../../src/core/database/db.ts';
import type { Database } from 'bun:sqlite';
import type { SubscriptionPatch } from '../../src/modules/subscriptions/model.ts';
import { viewSubscription } from '../../src/modules/subscriptions/rules/subscription.ts';
import { updateSubscription } from '../../src/modules/subscriptions/rules/subscription.ts';
import { readSubscriptions } from '../../src/modules/subscriptions/store/subscriptions.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { TrailUpdate } from './revertOracle.ts';

const at = '2026-06-16T12:00:00.000Z';

/** The record whose trail is extended. */
interface Target {
  readonly ownerId: number;
  readonly apiKeyId: string;
  readonly subscriptionId: string;
}

/** An update to add, and the index in the trail of the update that it reverts, if any. */
interface Step {
  readonly patch: SubscriptionPatch;
  readonly reverts?: number;
}

/** Adds updates to the trail of a record without changing the record, and returns them. */
export function extendTrail(
  database: Database,
  { ownerId, apiKeyId, subscriptionId }: Target,
  count: number,
  stepAt: (place: number) => Step,
): TrailUpdate[] {
  let stored = readSubscriptions(databaseOn(database)).find(ownerId, subscriptionId);
  const insert = database.prepare(`INSERT INTO audit_entries
    (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
    VALUES (?, ?, 'subscription', ?, 'key', ?, ?, 'subscription.update', ?, ?)`);
  const trail: TrailUpdate[] = [];
  database.transaction(() => {
    for (let place = 0; place < count; place += 1) {
      if (stored === undefined) throw new Error('there is no such record');
      const { patch, reverts } = stepAt(place);
      const decision = updateSubscription(stored, patch, at);
      if ('fault' in decision) throw new Error(`the patch is refused: ${decision.fault.reason}`);
      const states = { before: viewSubscription(stored), after: viewSubscription(decision.value) };
      const origin = reverts === undefined ? {} : { reverts: trail[reverts]?.entryId ?? '' };
      const entryId = systemRandomness.uuid();
      const metadata = JSON.stringify({ ...states, patch, ...origin });
      insert.run(entryId, ownerId, subscriptionId, apiKeyId, systemRandomness.uuid(), metadata, at);
      trail.push({ ...states, ...origin, entryId });
      stored = decision.value;
    }
  })();
  return trail;
}
