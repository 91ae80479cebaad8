import { eq } from 'drizzle-orm';
import type { Restoration } from '../../../core/backup/restore.ts';
import { deliveries } from '../../deliveries/table.ts';
import { restores } from '../../reminders/table.ts';

/** Marks a database as restored: what was due before is not sent, because the replaced database may have sent it. */
export function markRestored({ restored, at }: Pick<Restoration, 'restored' | 'at'>): void {
  restored.insert(restores).values({ restoredAt: at }).onConflictDoNothing().run();
  restored
    .update(deliveries)
    .set({ state: 'skipped', lastError: 'restored', nextAttemptAt: null })
    .where(eq(deliveries.state, 'pending'))
    .run();
}
