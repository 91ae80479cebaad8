import type { ReminderDraft, ReminderPatch } from './model.ts';
import type { ReminderFault, TooManyReminders } from './rules/reminder.ts';
import type { Audited, Missing, Stale, WriteOptions, WriteOrigin } from '../../core/writer/origin.ts';

type Origin = WriteOrigin & WriteOptions & Audited & { readonly reminderId: string };

interface Stored {
  readonly outcome: 'stored';
  /** The rule as JSON. */
  readonly viewJson: string;
  /** Whether it was a dry run, so that nothing was stored. */
  readonly dryRun?: true;
}

/** The fields do not fit each other, or name what the owner does not have. */
interface Unfit {
  readonly outcome: 'unfit';
  readonly fault: ReminderFault;
}

/** The owner would have more rules than an owner may have, or more lead times in all rules. */
interface TooMany {
  readonly outcome: 'tooManyReminders';
  readonly of: TooManyReminders;
}

/** The commands on rules of reminders, by kind, with their possible results. */
export interface ReminderCommands {
  /** Stores a rule. */
  readonly 'reminder.create': {
    readonly input: Origin & { readonly draft: ReminderDraft };
    readonly result: Stored | Unfit | TooMany;
  };
  /** Changes a rule. */
  readonly 'reminder.update': {
    readonly input: Origin & { readonly patch: ReminderPatch };
    readonly result: Stored | Unfit | TooMany | Missing | Stale;
  };
  /** Deletes a rule. Its deliveries stay. */
  readonly 'reminder.delete': {
    readonly input: Origin;
    readonly result:
      | {
          readonly outcome: 'deleted';
          /** In a dry run: the rule that would be deleted. */
          readonly viewJson?: string;
        }
      | Missing
      | Stale;
  };
}
