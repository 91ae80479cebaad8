import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { amountBefore, changePercent, priceHistory, type RecordedWrite } from '../../../../src/modules/prices/rules.ts';
import type { SubscriptionView } from '../../../../src/modules/subscriptions/model.ts';
import { anyAmount } from '../../../support/arbitraries.ts';

const view: SubscriptionView = {
  id: 'id',
  name: 'Netflix',
  category: 'Streaming',
  amount: 10,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-06-15',
  nextPaymentDate: '2026-07-15',
  notificationEnabled: true,
  status: 'active',
  createdAt: '',
  updatedAt: '',
};

type Details = NonNullable<RecordedWrite['metadata']['details']>;
interface Step {
  /** Undefined for a field that it clears. */
  readonly set: { readonly [Name in keyof SubscriptionView]?: SubscriptionView[Name] | undefined };
  readonly details?: Details;
  /** The position of the write that it reverts; 0 is the creation. */
  readonly reverts?: number;
}

/** The creation of a record and the updates that follow, each a day later. */
function writesOf(created: Partial<SubscriptionView>, steps: readonly Step[], details?: Details): RecordedWrite[] {
  const first = { ...view, ...created };
  const writes: RecordedWrite[] = [
    { sequence: 0, id: '0', at: 'day 0', metadata: { after: first, ...(details !== undefined && { details }) } },
  ];
  let before: SubscriptionView = first;
  for (const [place, { set, details: ofStep, reverts }] of steps.entries()) {
    const after = { ...before, ...set } as SubscriptionView;
    const others = {
      ...(ofStep !== undefined && { details: ofStep }),
      ...(reverts !== undefined && { reverts: String(reverts) }),
    };
    const [sequence, id] = [place + 1, String(place + 1)];
    writes.push({ sequence, id, at: `day ${id}`, metadata: { before, after, ...others } });
    before = after;
  }
  return writes;
}

/** A history as lines: the instant, the amount, its currency, its interval, and the amount before it. */
function linesOf(writes: readonly RecordedWrite[]): string[] {
  return priceHistory(writes).map(({ since, price, previousAmount }) => {
    const { amount, currency, period, customDate, everyMonths } = price;
    const interval = [period, customDate, everyMonths].filter((part) => part !== undefined).join(' ');
    return `${since}: ${amount} ${currency} ${interval}${previousAmount === undefined ? '' : `, was ${previousAmount}`}`;
  });
}

const custom = { period: 'custom', customDate: '91' } as const;
const quarterly = { everyMonths: 3 };
const none = { everyMonths: null };

describe('the prices of a subscription', () => {
  test.each<[string, Partial<SubscriptionView>, readonly Step[], readonly string[]]>([
    ['begin with that of the creation', {}, [], ['day 0: 10 USD monthly']],
    [
      'are newest first, without writes that changed no price',
      {},
      [{ set: { amount: 12 } }, { set: { name: 'Other', status: 'paused' } }, { set: { amount: 9 } }],
      ['day 3: 9 USD monthly, was 12', 'day 1: 12 USD monthly, was 10', 'day 0: 10 USD monthly'],
    ],
    [
      'compare amounts of the same currency and period, also over others in between',
      {},
      [{ set: { amount: 100, period: 'yearly' } }, { set: { amount: 12, period: 'monthly' } }],
      ['day 2: 12 USD monthly, was 10', 'day 1: 100 USD yearly', 'day 0: 10 USD monthly'],
    ],
    [
      'list a change of the currency, and of the custom interval',
      custom,
      [{ set: { currency: 'EUR' } }, { set: { customDate: '30' } }],
      ['day 2: 10 EUR custom 30', 'day 1: 10 EUR custom 91', 'day 0: 10 USD custom 91'],
    ],
    [
      'leave out an update that was reverted, with its revert',
      {},
      [{ set: { amount: 100 } }, { set: { amount: 10 }, reverts: 1 }, { set: { amount: 11 } }],
      ['day 3: 11 USD monthly, was 10', 'day 0: 10 USD monthly'],
    ],
    [
      'keep an update whose revert was reverted',
      {},
      [{ set: { amount: 12 } }, { set: { amount: 10 }, reverts: 1 }, { set: { amount: 12 }, reverts: 2 }],
      ['day 1: 12 USD monthly, was 10', 'day 0: 10 USD monthly'],
    ],
    [
      'are those of the record as if a reverted update had never been, also for what changed before its revert',
      {},
      [{ set: { amount: 100 } }, { set: { currency: 'EUR' } }, { set: { amount: 10 }, reverts: 1 }],
      ['day 2: 10 EUR monthly', 'day 0: 10 USD monthly'],
    ],
    [
      'treat a price that was changed back by hand as a new one',
      {},
      [{ set: { amount: 12 } }, { set: { amount: 10 } }],
      ['day 2: 10 USD monthly, was 12', 'day 1: 12 USD monthly, was 10', 'day 0: 10 USD monthly'],
    ],
  ])('§12.1: %s', (_, created, steps, lines) => {
    expect(linesOf(writesOf(created, steps))).toEqual([...lines]);
  });

  test.each<[string, RecordedWrite[], readonly string[]]>([
    [
      'is listed when it is set and cleared',
      writesOf(custom, [
        { set: {}, details: { before: none, after: quarterly } },
        { set: {}, details: { before: quarterly, after: none } },
      ]),
      ['day 2: 10 USD custom 91, was 10', 'day 1: 10 USD custom 91 3', 'day 0: 10 USD custom 91'],
    ],
    [
      'is kept by an update of other details and of the amount',
      writesOf(custom, [{ set: { amount: 12 }, details: { before: quarterly, after: quarterly } }], {
        after: quarterly,
      }),
      ['day 1: 12 USD custom 91 3, was 10', 'day 0: 10 USD custom 91 3'],
    ],
    [
      'is kept by an update without details',
      writesOf(custom, [{ set: { amount: 12 } }], { after: quarterly }),
      ['day 1: 12 USD custom 91 3, was 10', 'day 0: 10 USD custom 91 3'],
    ],
    [
      'is cleared by another period or custom interval',
      writesOf(custom, [{ set: { customDate: '92' }, details: { before: quarterly, after: none } }], {
        after: quarterly,
      }),
      ['day 1: 10 USD custom 92', 'day 0: 10 USD custom 91 3'],
    ],
    [
      'is kept when one update changes the custom interval and sets it again',
      writesOf(custom, [{ set: { customDate: '92' }, details: { before: quarterly, after: quarterly } }], {
        after: quarterly,
      }),
      ['day 1: 10 USD custom 92 3', 'day 0: 10 USD custom 91 3'],
    ],
    [
      'is no part of a period that a revert restored beneath it',
      writesOf({}, [
        { set: custom },
        { set: {}, details: { before: none, after: quarterly } },
        { set: { period: 'monthly', customDate: undefined }, details: { before: quarterly, after: none }, reverts: 1 },
        { set: { amount: 12 } },
      ]),
      ['day 4: 12 USD monthly, was 10', 'day 0: 10 USD monthly'],
    ],
  ])('§12.1: an interval in months %s', (_, writes, lines) => {
    expect(linesOf(writes)).toEqual([...lines]);
  });

  test('of an unknown record are none', () => {
    expect(priceHistory([])).toEqual([]);
  });
});

describe('the amount before some writes', () => {
  test.each<[string, Partial<SubscriptionView>, readonly Step[], number | undefined]>([
    ['of one', {}, [{ set: { amount: 12 } }], 10],
    ['of two is the one before both', {}, [{ set: { amount: 12 } }, { set: { amount: 9 } }], 10],
    ['is the present one when it came back', {}, [{ set: { amount: 12 } }, { set: { amount: 10 } }], undefined],
    [
      'is the present one after a revert',
      {},
      [{ set: { amount: 12 } }, { set: { amount: 10 }, reverts: 1 }],
      undefined,
    ],
    [
      'of a revert and another',
      {},
      [{ set: { amount: 12 } }, { set: { amount: 10 }, reverts: 1 }, { set: { amount: 11 } }],
      10,
    ],
    ['of another period is none', {}, [{ set: { amount: 100, period: 'yearly' } }], undefined],
    [
      'of an interval in months',
      custom,
      [{ set: {}, details: { before: none, after: quarterly } }, { set: { amount: 11 } }],
      undefined,
    ],
  ])('%s', (_, created, steps, amount) => {
    const writes = writesOf(created, steps);
    // With the creation, and without it.
    expect([amountBefore(writes), amountBefore(writes.slice(1))]).toEqual([amount, amount]);
  });

  test('of a change of the interval alone, then of the amount, is that of the same interval', () => {
    const writes = writesOf(custom, [
      { set: {}, details: { before: none, after: quarterly } },
      { set: { amount: 11 } },
    ]);
    expect(amountBefore(writes.slice(2))).toBe(10);
    expect(amountBefore([])).toBeUndefined();
  });
});

describe('a change in percent', () => {
  test.each([
    [0.01, 999_999.99, 9_999_999_800],
    [999_999.99, 999_999.98, 0],
    [800, 800.1, 0.01],
    [800, 799.9, -0.01],
    [800, 800.04, 0.01],
    [800, 799.96, -0.01],
    [800, 800.03, 0],
    [800, 799.97, 0],
  ])('§12.2: from %d to %d is %d', (previous, amount, percent) => {
    expect(changePercent(previous, amount)).toBe(percent);
  });

  test('§12.2: is not there after an amount of 0', () => {
    expect([changePercent(0, 5), changePercent(0, 0)]).toEqual([undefined, undefined]);
  });

  test('§12.2: is within half a hundredth of the exact one, has its sign, and is never minus zero', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (previous, amount) => {
        fc.pre(previous > 0);
        const percent = changePercent(previous, amount) ?? Number.NaN;
        const [from, to] = [BigInt(Math.round(previous * 100)), BigInt(Math.round(amount * 100))];
        const error = BigInt(Math.round(percent * 100)) * from - (to - from) * 10_000n;
        expect((error < 0n ? -error : error) * 2n <= from).toBe(true);
        expect(Object.is(percent, -0) || (percent !== 0 && percent < 0 !== amount < previous)).toBe(false);
        expect(Number(percent.toFixed(2))).toBe(percent);
      }),
    );
  });
});
