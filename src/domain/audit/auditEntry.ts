/** The audit actions of each type of entity. */
interface ActionsOf {
  readonly subscription: 'subscription.create' | 'subscription.update';
  readonly key: 'key.create' | 'key.rotate' | 'key.undoRotation' | 'key.revoke';
  readonly owner: 'owner.rename';
}

/** A type of entity whose writes have audit entries. */
export type EntityType = keyof ActionsOf;

/** What an audit entry records. */
export type AuditAction = ActionsOf[EntityType];

/** The metadata of the entry of a creation, as JSON text. `after` is the entity's view, as JSON text. */
export function creationMetadata(after: string): string {
  return `{"after":${after}}`;
}

/** What the entry of an update records: both views and the patch, as JSON text each. */
interface UpdateRecord {
  readonly before: string;
  readonly after: string;
  readonly patch: string;
  /** The id of the entry whose update this one reverts, if it does. */
  readonly reverts: string | undefined;
}

/** The metadata of the entry of an update, as JSON text. */
export function updateMetadata({ before, after, patch, reverts }: UpdateRecord): string {
  const origin = reverts === undefined ? '' : `,"reverts":${JSON.stringify(reverts)}`;
  return `{"before":${before},"after":${after},"patch":${patch}${origin}}`;
}
