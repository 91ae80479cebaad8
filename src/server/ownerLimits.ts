import type { OwnerLimits } from '../core/writer/roomForOwners.ts';
import type { Settings } from '../core/config/settings.ts';

/** The settings that limit what owners may store. */
type LimitSettings = Pick<Settings, 'subscriptionsPerOwner' | 'paymentsPerOwner' | 'auditEntriesPerOwner'>;

/** What owners may store by the settings. */
export function ownerLimitsOf(settings: LimitSettings): OwnerLimits {
  const { subscriptionsPerOwner, paymentsPerOwner, auditEntriesPerOwner } = settings;
  return { subscriptions: subscriptionsPerOwner, payments: paymentsPerOwner, auditEntries: auditEntriesPerOwner };
}
