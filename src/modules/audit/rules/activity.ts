import { entityTypes, type EntityType } from '../../../core/audit/auditEntry.ts';

const typesOf = {
  subscriptions: ['subscription', 'payment', 'deletion'],
  reminders: ['channel', 'reminder', 'delivery', 'feed'],
} as const;

/** The parts of the activity: subscriptions and their payments, what reminds of them, and everything else. */
export const areas = ['subscriptions', 'reminders', 'people'] as const;

/** One of {@link areas}. */
export type Area = (typeof areas)[number];

/** The filters of the activity that decide which types of entities it has. */
interface TypeFilters {
  readonly entityType?: EntityType;
  readonly area?: Area;
  readonly subscriptionId?: string;
  readonly q?: string;
}

/** The types of entities whose entries pass some filters. */
export function typesIn({ entityType, area, subscriptionId, q }: TypeFilters): readonly EntityType[] {
  const isOfSubscriptions = subscriptionId !== undefined || q !== undefined;
  return entityTypes.filter(
    (type) =>
      (entityType === undefined || type === entityType) &&
      (area === undefined || areaOf(type) === area) &&
      (!isOfSubscriptions || type === 'subscription' || type === 'payment'),
  );
}

function areaOf(type: EntityType): Area {
  const has = (types: readonly EntityType[]) => types.includes(type);
  if (has(typesOf.subscriptions)) return 'subscriptions';
  return has(typesOf.reminders) ? 'reminders' : 'people';
}
