import type {
  Audited,
  Deleted,
  Missing,
  OperatorOrigin,
  Stale,
  Stored,
  WriteOptions,
  WriteOrigin,
} from '../../core/writer/origin.ts';
import type { ReferenceRates } from './rules/referenceDocument.ts';
import type { StoredRates } from './rules/rates.ts';

type Origin = WriteOrigin & WriteOptions & Audited;

/** The bank has no rate of the base. */
interface BaseUnknown {
  readonly outcome: 'baseUnknown';
  readonly base: string;
}

/** The commands on exchange rates, by kind, with their possible results. */
export interface RatesCommands {
  /** Sets the rates of the owner of the write, or replaces them. */
  readonly 'rates.set': {
    readonly input: Origin & { readonly rates: StoredRates };
    readonly result: Stored | BaseUnknown | Missing | Stale;
  };
  readonly 'rates.delete': { readonly input: Origin; readonly result: Deleted | Missing | Stale };
  /** Stores the reference rates that were fetched, unless they are older than the stored ones; with an entry of each owner who follows them. */
  readonly 'rates.fetched': {
    readonly input: OperatorOrigin & { readonly reference: ReferenceRates };
    readonly result: { readonly outcome: 'fetched'; readonly isNew: boolean };
  };
}
