import type { Limited, OwnerLimits } from '../../core/writer/ownerLimits.ts';
import { found, type Finder } from '../../core/http/reads/found.ts';

/** How many records an owner has of what can be limited, beside the limits of the server. */
export interface UsageRead {
  readonly kind: 'usage';
  readonly limits: OwnerLimits;
}

/** How many records an owner has, and may have. It counts by indexes. */
export const usage: Finder<UsageRead> = (sources, ownerId, { limits }) => {
  const counts = Object.entries(sources.usage(ownerId)) as [Limited, number][];
  const members = counts.map(([of, count]) => [of, { count, ...(limits[of] > 0 && { limit: limits[of] }) }]);
  return found({ usage: Object.fromEntries(members) as object });
};
