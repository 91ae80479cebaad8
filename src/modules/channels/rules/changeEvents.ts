import type { AuditAction, EntityType } from '../../../core/audit/auditEntry.ts';
import { changeOfImport, importEvents } from '../../imports/rules/changeEvents.ts';
import { changeOfEntry, deletionOf, subscriptionEvents } from '../../subscriptions/rules/changeEvents.ts';

// An entity whose changes webhooks can get adds its events here, and how they follow from its audit entries.

/** The most channels of an owner that get changes: each write stores a delivery for each of them. */
export const changeChannelsMax = 5;

/** The changes that webhooks can get. */
export const changeEvents = [...subscriptionEvents, ...importEvents] as const;

/** A change that webhooks can get. */
export type ChangeEventName = (typeof changeEvents)[number];

/** What a webhook gets of a change. */
export interface Change {
  readonly event: ChangeEventName;
  readonly data: object;
}

/** How the changes of an entity follow from what is stored of them. */
interface EntityChanges {
  /** The change that an audit entry records, given its metadata as JSON and the id of the record. */
  readonly ofEntry: (action: AuditAction, metadata: string, entityId: string) => Change;
  /** The deletion of a record, given its last view as JSON; absent for an entity that clients cannot delete. */
  readonly ofDeletion?: (viewJson: string) => Change;
}

const changesOf: Readonly<Partial<Record<EntityType, EntityChanges>>> = {
  subscription: { ofEntry: changeOfEntry, ofDeletion: deletionOf },
  import: { ofEntry: changeOfImport },
};

/** Whether webhooks can get the changes of a type of entity. */
export function hasChangeEvents(entityType: EntityType): boolean {
  return changesOf[entityType] !== undefined;
}

/** The change that an audit entry records; undefined when webhooks cannot get it. */
export function changeOf(
  { entityType, entityId }: { readonly entityType: EntityType; readonly entityId: string },
  action: AuditAction,
  metadata: string,
): Change | undefined {
  return changesOf[entityType]?.ofEntry(action, metadata, entityId);
}

/** The deletion of a record, given its last view as JSON; undefined when webhooks cannot get it. */
export function deletionEventOf(entityType: EntityType, viewJson: string): Change | undefined {
  return changesOf[entityType]?.ofDeletion?.(viewJson);
}

/** The changes that the setting `events` of a channel names, as it is sent and stored. */
export function eventsIn(setting: string): readonly string[] {
  return setting.split(',').map((event) => event.trim());
}

/** Whether a text is a list of changes that webhooks can get: at least one, each once. */
export function areChangeEvents(setting: string): boolean {
  const named = eventsIn(setting);
  const known: readonly string[] = changeEvents;
  return new Set(named).size === named.length && named.every((event) => known.includes(event));
}
