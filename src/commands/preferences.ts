import type { PreferencesPatch } from '../domain/owners/preferences.ts';
import type { Audited, Missing, Stale, WriteOptions, WriteOrigin } from './origin.ts';

/** The commands on the preferences of an owner, by kind, with their possible results. */
export interface PreferenceCommands {
  readonly 'preferences.update': {
    readonly input: WriteOrigin & WriteOptions & Audited & { readonly patch: PreferencesPatch };
    readonly result:
      | {
          readonly outcome: 'stored';
          /** The preferences as JSON. */
          readonly viewJson: string;
          /** Whether it was a dry run, so that nothing was stored. */
          readonly dryRun?: true;
        }
      | Missing
      | Stale;
  };
}
