import { loadAll } from '../../subscriptions/api.ts';
import { type Forecast, type Reason, reasonOf } from './heavyMonth.ts';

/** What the overview knows by comparing all subscriptions. */
export interface Comparison {
  /** Why the heaviest month of a forecast is that. */
  readonly reasonOf: (forecast: Forecast) => Reason | undefined;
}

/** Loads all subscriptions and compares them. The first view does without this code. */
export async function compareAll(signal: AbortSignal): Promise<Comparison> {
  const all = await loadAll(signal);
  return { reasonOf: (forecast) => reasonOf(all, forecast) };
}
