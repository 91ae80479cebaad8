/** The audit actions of each type of entity. */
const actionsOf = {
  subscription: ['subscription.create', 'subscription.update'],
  // What is left of a record that was deleted with all its entries: its name.
  deletion: ['subscription.delete'],
  payment: ['payment.update', 'payment.delete'],
  rates: ['rates.create', 'rates.update', 'rates.fetch', 'rates.delete'],
  key: ['key.create', 'key.rotate', 'key.undoRotation', 'key.revoke'],
  feed: ['feed.create', 'feed.delete'],
  owner: ['owner.rename', 'preferences.update'],
  session: ['session.create', 'session.end', 'session.createCode'],
  user: ['user.create', 'user.update', 'user.delete', 'user.setPassword', 'user.createCode', 'user.invite'],
  channel: ['channel.create', 'channel.update', 'channel.delete'],
  reminder: ['reminder.create', 'reminder.update', 'reminder.delete'],
  delivery: ['delivery.retry'],
  import: ['import.run', 'import.revert'],
} as const;

/** A type of entity whose writes have audit entries. */
export type EntityType = keyof typeof actionsOf;
/** The types of entities whose writes have audit entries. */
export const entityTypes = Object.keys(actionsOf) as readonly EntityType[];

/** What an audit entry of one type of entity records. */
export type ActionOf<Type extends EntityType> = (typeof actionsOf)[Type][number];
/** What an audit entry records. */
export type AuditAction = ActionOf<EntityType>;
/** What audit entries record. */
export const auditActions: readonly AuditAction[] = Object.values(actionsOf).flat();

type UpdateActionOf<Type extends EntityType> = Extract<ActionOf<Type>, `${string}.update`>;

/** A type of entity that clients update, so that its updates can be reverted. */
export type UpdatedType = {
  [Type in EntityType]: [UpdateActionOf<Type>] extends [never] ? never : Type;
}[EntityType];

// A removed payment is kept, so that it can be brought back.
const revertibleDeletions: ReadonlySet<AuditAction> = new Set(['payment.delete']);

/** The audit actions whose entries can be reverted. */
export const revertibleActions: readonly AuditAction[] = auditActions.filter(
  (action) => action.endsWith('.update') || revertibleDeletions.has(action),
);

// Each ends something that there is, as a deletion does, or is kept a limited number of times, so there can be only so many.
const endings: ReadonlySet<AuditAction> = new Set([
  ...auditActions.filter((action) => action.endsWith('.delete')),
  ...(['import.revert', 'key.revoke', 'key.undoRotation', 'session.end', 'session.createCode'] as const),
]);
// These can be repeated without end.
const passwordsAndCodes: ReadonlySet<AuditAction> = new Set(['user.setPassword', 'user.createCode', 'user.invite']);
const passwordsAndCodesMax = 1000;

/**
 * How many entries beyond the limit an owner may have after an action; infinite for one that ends something. Otherwise an owner at
 * the limit could not make room, revoke a leaked key or replace a forgotten password.
 */
export function entriesBeyondLimit(action: AuditAction): number {
  if (endings.has(action)) return Number.POSITIVE_INFINITY;
  return passwordsAndCodes.has(action) ? passwordsAndCodesMax : 0;
}

/**
 * The metadata of the entry of a creation, as JSON text: the view of the entity and its details, as JSON text each, and the id
 * of the import that made it.
 */
export function creationMetadata(after: string, details?: string, importId?: string): string {
  const ofDetails = details === undefined ? '' : `,"details":${details}`;
  return `{"after":${after}${ofDetails}${ofImport(importId)}}`;
}

function ofImport(importId: string | undefined): string {
  return importId === undefined ? '' : `,"import":${JSON.stringify(importId)}`;
}

/** What the entry of an update records, as JSON text each. */
export interface UpdateRecord {
  /** The view before and after the update. */
  readonly before: string;
  readonly after: string;
  readonly patch: string;
  /** The change of the details, which are whole: `{before, after, patch}`. */
  readonly details?: string;
  /** The renewal that the update made. */
  readonly renewal?: string;
  /** The last day of the subscription, `YYYY-MM-DD`, when its end is the reason of the update. */
  readonly endsOn?: string;
  /** The planned price that became the amount, when that is the reason of the update: `{from, amount}`. */
  readonly priceStep?: string;
  /** The id of the entry whose update this one reverts. */
  readonly reverts?: string;
  /** The id of the import that made the update, or whose revert did. */
  readonly importId?: string;
}

/** The metadata of the entry of an update, as JSON text. */
export function updateMetadata({ before, after, patch, details, renewal, endsOn, ...other }: UpdateRecord): string {
  const { priceStep, reverts, importId } = other;
  const ofDetails = details === undefined ? '' : `,"details":${details}`;
  const ofRenewal = renewal === undefined ? '' : `,"renewal":${renewal}`;
  const ofEnd = endsOn === undefined ? '' : `,"endsOn":${endsOn}`;
  const ofStep = priceStep === undefined ? '' : `,"priceStep":${priceStep}`;
  const origin = reverts === undefined ? '' : `,"reverts":${JSON.stringify(reverts)}`;
  return `{"before":${before},"after":${after},"patch":${patch}${ofDetails}${ofRenewal}${ofEnd}${ofStep}${origin}${ofImport(importId)}}`;
}
