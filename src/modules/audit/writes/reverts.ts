import type { AuditCommands } from '../commands.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { Actor, Missing, Stale } from '../../../core/writer/origin.ts';
import { revertibleActions, type EntityType, type UpdatedType } from '../../../core/audit/auditEntry.ts';
import { changedFields, decideRevert, type ValueChange, type Values } from '../../../core/audit/revert.ts';
import { scopeIncludes, type Scope } from '../../../core/access/scope.ts';
import { revertRequest } from './requestReverts.ts';
import { refuseStale, type Tools, type Verbs } from '../../../core/writer/executor.ts';

type Revert = CommandOf<'audit.revert'>;
type Result = OutcomeOf<'audit.revert'>;

/** An update that restores values. */
interface Restoring {
  readonly entityId: string;
  readonly restored: Values;
  /** The entry whose update is reverted; the entry of the new update names it in `metadata.reverts`. */
  readonly reverted: { readonly entryId: string; readonly metadata: unknown };
}

/** How the updates of a type of entity are reverted. */
interface Revertible {
  /** The scope that its updates need, and so their reverts. */
  readonly needs: Scope | ((tools: Tools, actor: Actor, entityId: string) => Scope);
  /** The fields that an update may change. */
  readonly fields: readonly string[];
  /** The values before and after an update, given the metadata of its entry, parsed. */
  readonly valueChangeOf: (metadata: unknown) => ValueChange;
  /** The stored entity: as JSON, which `If-Match` compares, and its values. Undefined when the actor sees none. */
  readonly find: (
    tools: Tools,
    actor: Actor,
    entityId: string,
  ) => { readonly viewJson: string; readonly values: Values } | undefined;
  /** Stores the restored values with an audit entry; refuses when a field no longer fits the others, or the rest of the data. */
  readonly restore: (
    tools: Tools,
    command: Omit<Revert, 'kind' | 'revertedEntryId' | 'ifMatch'>,
    restoring: Restoring,
  ) =>
    | Extract<Result, { outcome: 'stored' }>
    | Omit<Extract<Result, { outcome: 'conflict' }>, 'of'>
    | { readonly outcome: 'refused'; readonly fault: { readonly field: string } }
    | Missing
    | Stale;
}

/** How the updates of each type of entity that clients update are reverted. */
export type Revertibles = { readonly [Type in UpdatedType]: Revertible };

/** The verbs that revert the updates of all entities, by what each type of entity gives. */
export function revertVerbs(revertibles: Revertibles): Verbs<AuditCommands> {
  const ofTypes: Readonly<Partial<Record<EntityType, Revertible>>> = revertibles;
  return {
    'audit.revert': {
      perform: (tools, command) => revert(tools, command, ofTypes),
      // It finds its record by the entry.
      current: undefined,
      storesOutcome: true,
    },
    'audit.revertRequest': {
      perform: (tools, command) =>
        revertRequest(tools, command, {
          revertEntry: (one) => revert(tools, one, ofTypes),
          nameOf: ({ entityType, entityId }) =>
            ofTypes[entityType]?.find(tools, command.actor, entityId)?.values['name'],
        }),
      current: undefined,
      storesOutcome: true,
    },
  };
}

type Entry = NonNullable<ReturnType<Tools['updates']['find']>>;

function revert(tools: Tools, command: Revert, ofTypes: Readonly<Partial<Record<EntityType, Revertible>>>): Result {
  const { actor, revertedEntryId, ifMatch } = command;
  const entry = tools.updates.find(actor.ownerId, revertedEntryId);
  if (entry === undefined) return { outcome: 'entryMissing' };
  const { entityType: of, entityId, action } = entry;
  const revertible = ofTypes[of];
  if (revertible === undefined) return notRevertible(entry, 'otherAction');
  // First of all: the other refusals show the entity.
  const { needs } = revertible;
  const needed = typeof needs === 'string' ? needs : needs(tools, actor, entityId);
  if (!scopeIncludes(actor.scope, needed)) return { outcome: 'scopeMissing', needed, of };
  const stored = revertible.find(tools, actor, entityId);
  if (stored === undefined) return { outcome: 'entryMissing' };
  const stale = ifMatch && refuseStale(ifMatch, stored.viewJson);
  if (stale?.outcome === 'stale') return { ...stale, of };
  if (!revertibleActions.includes(action)) return notRevertible(entry, 'otherAction');
  return revertUpdate(tools, command, entry, { ...revertible, now: stored.values });
}

function revertUpdate(
  tools: Tools,
  { revertedEntryId: entryId, ifMatch: _ifMatch, kind: _kind, ...write }: Revert,
  entry: Entry,
  { fields, valueChangeOf, restore, now }: Revertible & { readonly now: Values },
): Result {
  const { entityType: of, entityId, sequence } = entry;
  const metadata: unknown = JSON.parse(entry.metadata);
  const change = valueChangeOf(metadata);
  const changed = changedFields(fields, change);
  if (changed.length === 0) return notRevertible(entry, 'unchanged');
  const changedBy = (later: string) => changedFields(fields, valueChangeOf(JSON.parse(later)));
  const entity = { ownerId: write.actor.ownerId, entityType: of, entityId };
  const later = tools.updates.laterChanges({ ...entity, sequence, changed, changedBy });
  if (later === undefined) return notRevertible(entry, 'tooOld');
  const decision = decideRevert(changed, now, change, later);
  if ('overwritten' in decision) {
    const { overwritten, ...origins } = decision;
    return { outcome: 'overwritten', of, fields: overwritten, ...origins };
  }
  const { restored } = decision;
  const result = restore(tools, write, { entityId, restored, reverted: { entryId, metadata } });
  if (result.outcome === 'missing') return { outcome: 'entryMissing' };
  // A field on which the change depends has changed since, so the old value does not fit any more.
  if (result.outcome === 'refused') return { outcome: 'overwritten', of, fields: [result.fault.field] };
  return result.outcome === 'stored' ? result : { ...result, of };
}

function notRevertible(
  { entityType: of, entityId, action }: Entry,
  reason: Extract<Result, { outcome: 'notRevertible' }>['reason'],
): Result {
  return { outcome: 'notRevertible', reason, of, action, entityId };
}
