import { entityTagOf, matchesStrongly, type EntityTags } from '../../commands/entityTags.ts';
import type { CommandKind, CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { Missing, Stale } from '../../commands/origin.ts';

/** Executes the commands of one kind, within a transaction of its caller: plain data in, plain data out. */
export interface Verb<Kind extends CommandKind> {
  readonly perform: (command: CommandOf<Kind>) => OutcomeOf<Kind>;
  /** The record to compare with `If-Match`, as JSON. A verb without one finds its record later, or has none. */
  readonly current?: (command: CommandOf<Kind>) => string | undefined;
}

/** The verbs of some kinds of commands: each kind has one. */
export type Verbs<Kind extends CommandKind = CommandKind> = { readonly [One in Kind]: Verb<One> };

/** The refusal of a write whose record does not match `If-Match`; undefined when it does. */
export function refuseStale(ifMatch: EntityTags, currentJson: string | undefined): Missing | Stale | undefined {
  if (currentJson === undefined) return { outcome: 'missing' };
  return matchesStrongly(ifMatch, entityTagOf(currentJson)) ? undefined : { outcome: 'stale', currentJson };
}
