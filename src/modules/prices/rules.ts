import { isCustom } from '../../core/billing/periodTable.ts';
import { amountOf, checkedHundredths, roundHalfUp } from '../../core/billing/money.ts';
import type { SubscriptionView } from '../subscriptions/model.ts';

/** What a subscription costs, and how often. */
type Price = Pick<SubscriptionView, 'amount' | 'currency' | 'period' | 'customDate'> & {
  /** The interval in months, where it takes the place of `customDate`. */
  readonly everyMonths?: number;
};

interface RecordedInterval {
  readonly everyMonths?: number | null;
}

/** A write of a subscription, as its audit entry records it. */
export interface RecordedWrite {
  readonly sequence: number;
  readonly id: string;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly metadata: {
    /** Absent for a creation. */
    readonly before?: SubscriptionView;
    readonly after: SubscriptionView;
    readonly details?: { readonly before?: RecordedInterval; readonly after: RecordedInterval };
    /** The id of the entry that the write reverts. */
    readonly reverts?: string;
  };
}

/** A price of a subscription, and since when it has had it. */
export interface PriceEntry {
  readonly price: Price;
  /** The instant of the write that set it, ISO 8601 UTC. */
  readonly since: string;
  /** The sequence number of that write's audit entry. */
  readonly sequence: number;
  /** The amount of the next older price of the same currency and period; undefined without one. */
  readonly previousAmount: number | undefined;
}

/**
 * The prices that a subscription has had, newest first. An update and its own revert cancel each other out, so neither of them
 * is in the history. What the revert changed beyond that is.
 *
 * @param writes the writes that changed the price, oldest first; others may be left out
 */
export function priceHistory(writes: readonly RecordedWrite[]): readonly PriceEntry[] {
  const entries: PriceEntry[] = [];
  const amounts = new Map<string, number>();
  let [state, last]: [State | undefined, Price | undefined] = [undefined, undefined];
  for (const write of withoutReverted(writes.map(changeOf))) {
    state = stateAfter(state, write);
    const price = priceOf(state);
    if (last !== undefined && kindOf(price) === kindOf(last) && price.amount === last.amount) continue;
    const kind = kindOf(price);
    entries.push({ price, since: write.at, sequence: write.sequence, previousAmount: amounts.get(kind) });
    amounts.set(kind, price.amount);
    last = price;
  }
  return entries.toReversed();
}

/**
 * The amount before the first of some writes, in the currency and period of the price that the last one set; undefined when they
 * leave the amount as it was.
 *
 * @param writes writes that changed the price, oldest first; earlier ones may be left out
 */
export function amountBefore(writes: readonly RecordedWrite[]): number | undefined {
  const { before, details } = writes[0]?.metadata ?? {};
  const interval = details?.before && { details: { after: details.before } };
  const start = before === undefined ? [] : [{ ...noEntry, metadata: { after: before, ...interval } }];
  const prices = priceHistory([...start, ...writes]).map(({ price }) => price);
  const [now, was] = [prices[0], prices.at(-1)];
  const isOther = now !== undefined && was !== undefined && kindOf(now) === kindOf(was) && now.amount !== was.amount;
  return isOther ? was.amount : undefined;
}

// What no audit entry has.
const noEntry = { sequence: 0, id: '', at: '' };

/**
 * The change from one amount to another in percent, with two decimals, halves away from zero; undefined when the earlier
 * amount is 0.
 */
export function changePercent(previousAmount: number, amount: number): number | undefined {
  const [from, to] = [checkedHundredths(previousAmount), checkedHundredths(amount)];
  if (from === 0) return undefined;
  const change = amountOf(roundHalfUp({ numerator: BigInt(Math.abs(to - from)) * 10_000n, denominator: BigInt(from) }));
  return to < from && change > 0 ? -change : change;
}

/** A write, with the state before it, undefined for a creation, and after it. */
interface Change extends Pick<RecordedWrite, 'sequence' | 'id' | 'at'> {
  readonly from: State | undefined;
  readonly to: State;
  readonly reverts: string | undefined;
}

function changeOf({ sequence, id, at, metadata: { before, after, details, reverts } }: RecordedWrite): Change {
  const from = before && stateOf(before, details?.before);
  return { sequence, id, at, from, to: stateOf(after, details?.after), reverts };
}

/** The writes that no later one reverted. Of a revert only its side effects are left, and nothing if it was itself reverted. */
function withoutReverted(writes: readonly Change[]): readonly Change[] {
  const byId = new Map(writes.map((write) => [write.id, write]));
  const reverted = new Set<string>();
  const kept = writes.toReversed().flatMap((write) => {
    if (reverted.has(write.id)) return [];
    const undone = write.reverts === undefined ? undefined : byId.get(write.reverts);
    if (undone === undefined) return [write];
    reverted.add(undone.id);
    return [sideEffectsOf(write, undone)];
  });
  return kept.toReversed();
}

/** The revert without what the reverted write had changed. It may end a custom period, and with it an interval that was set since. */
function sideEffectsOf(revert: Change, { from: first, to: last }: Change): Change {
  const { from = revert.to, to } = revert;
  const values = stateFields.map((name) => [name, (first?.[name] === last[name] ? from : to)[name]]);
  return { ...revert, from: Object.fromEntries(values) as State };
}

const stateFields = ['amount', 'currency', 'period', 'customDate', 'everyMonths'] as const;

/** What the price of a subscription follows from; null where there is no value. */
type State = { readonly [Name in 'amount' | 'currency' | 'period']: SubscriptionView[Name] } & {
  readonly customDate: string | null;
  readonly everyMonths: number | null;
};

/**
 * The state after a write. It takes over only what the write changed: the rest may come from a write that was reverted since. So
 * each value is that of the last write which set it, and after the last write the state is the present one.
 */
function stateAfter(last: State | undefined, { from, to }: Change): State {
  const kept = last ?? to;
  const values = stateFields.map((name) => [name, (from?.[name] === to[name] ? kept : to)[name]]);
  return Object.fromEntries(values) as State;
}

function stateOf(view: SubscriptionView, interval: RecordedInterval | undefined): State {
  const { amount, currency, period } = view;
  return { amount, currency, period, customDate: view.customDate ?? null, everyMonths: interval?.everyMonths ?? null };
}

function priceOf({ amount, currency, period, customDate, everyMonths }: State): Price {
  // The write that set an interval may have lost its custom period to a revert since.
  if (!isCustom(period)) return { amount, currency, period };
  return {
    amount,
    currency,
    period,
    ...(customDate !== null && { customDate }),
    ...(everyMonths !== null && { everyMonths }),
  };
}

/** Identifies the currency and period of a price: only amounts of the same ones are compared. */
function kindOf({ currency, period, customDate, everyMonths }: Price): string {
  return [currency, period, customDate, everyMonths].join(' ');
}
