import { pick, type Random } from './random.ts';
import type { ToolCall } from './carelessCalls.ts';

type Given = Readonly<Record<string, unknown>>;

interface Fault {
  readonly name: string;
  /** The arguments with the fault in them; undefined when it does not fit the call. */
  readonly spoil: (given: Given, random: Random) => Given | undefined;
}

const misnomers: Readonly<Record<string, readonly string[]>> = {
  amount: ['price', 'cost', 'ammount', 'Amount'],
  name: ['title', 'Name', 'nmae'],
  period: ['billingCycle', 'frequency', 'billing_period'],
  lastPaymentDate: ['last_payment_date', 'paymentDate', 'lastPaymentdate', 'startDate'],
  currency: ['currencyCode', 'Currency', 'curency'],
  notificationEnabled: ['notificationsEnabled', 'notify'],
};

const wrongValues: Readonly<Record<string, readonly unknown[]>> = {
  amount: ['12.5', 19.999, -3, null, 'free'],
  name: ['', '   ', 7, null],
  period: ['month', 'Yearly', 'weekly', 'annual', ''],
  lastPaymentDate: ['2026-6-1', '2026-02-30', '2026-06-01T10:00:00Z', 'yesterday', ''],
  currency: ['usd', 'Euro', '€', 'dollars', ''],
  notificationEnabled: ['yes', 'true', 1],
};

const inventedIds = [
  '',
  '42',
  'netflix',
  '00000000-0000-4000-8000-000000000000',
  '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  '..',
];

const faults: readonly Fault[] = [
  {
    name: 'a wrong field name',
    spoil(given, random) {
      const known = Object.keys(misnomers).filter((name) => name in given);
      if (known.length === 0) return undefined;
      const name = pick(random, known);
      const { [name]: value, ...rest } = given;
      return { ...rest, [pick(random, misnomers[name] ?? [])]: value };
    },
  },
  {
    name: 'a wrong value',
    spoil(given, random) {
      const known = Object.keys(wrongValues).filter((name) => name in given);
      if (known.length === 0) return undefined;
      const name = pick(random, known);
      return { ...given, [name]: pick(random, wrongValues[name] ?? []) };
    },
  },
  {
    name: 'a missing field',
    spoil(given, random) {
      if (!('lastPaymentDate' in given)) return undefined;
      const name = pick(random, ['name', 'amount', 'currency', 'period', 'lastPaymentDate']);
      return Object.fromEntries(Object.entries(given).filter(([known]) => known !== name));
    },
  },
  {
    name: 'a field that the server sets, or nobody knows',
    spoil: (given, random) =>
      'lastPaymentDate' in given
        ? { ...given, [pick(random, ['nextPaymentDate', 'createdAt', 'color', 'notes'])]: 'x' }
        : undefined,
  },
  {
    name: 'an invented id',
    spoil: (given, random) =>
      'id' in given && !('ifMatch' in given) ? { ...given, id: pick(random, inventedIds) } : undefined,
  },
  {
    name: 'a page that is none',
    spoil: (given, random) =>
      'limit' in given
        ? { ...given, ...pick(random, [{ limit: 1000 }, { limit: 0 }, { offset: -1 }, { page: 2 }]) }
        : undefined,
  },
  {
    name: 'an order or a filter that is none',
    spoil: (given, random) =>
      'limit' in given
        ? {
            ...given,
            ...pick(random, [{ sort: 'price' }, { status: 'canceled' }, { sortBy: 'name' }, { search: 'x' }]),
          }
        : undefined,
  },
  {
    name: 'a horizon that is none',
    spoil: (given, random) =>
      'horizonDays' in given ? { ...given, horizonDays: pick(random, [0, 1000, '1e1', '']) } : undefined,
  },
];

/** A call with one fault in it, and the fault's name; undefined when none fits the call. */
export function spoiled(random: Random, { tool, given }: ToolCall): { call: ToolCall; fault: string } | undefined {
  const fitting = faults.flatMap(({ name, spoil }) => {
    const bad = spoil(given, random);
    return bad === undefined ? [] : [{ call: { tool, given: bad }, fault: name }];
  });
  return fitting.length === 0 ? undefined : pick(random, fitting);
}
