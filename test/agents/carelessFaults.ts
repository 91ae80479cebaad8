import { namesWith } from '../../src/domain/fields/fieldTable.ts';
import { subscriptionFields } from '../../src/domain/subscriptions/fields.ts';
import type { Call, Given } from './carelessCalls.ts';
import { change, inOperation, placeOfFields, without, type Draw, type Fault } from './carelessSpoiling.ts';
import { idFaults, optionFaults } from './carelessOptionFaults.ts';
import { pick, type Random } from '../generator/random.ts';

type Spoil = (given: Given, random: Random) => Given | undefined;

const misnomers: Readonly<Record<string, readonly string[]>> = {
  amount: ['price', 'cost', 'ammount', 'Amount'],
  name: ['title', 'Name', 'nmae'],
  category: ['group', 'Category', 'categroy'],
  period: ['billingCycle', 'frequency', 'billing_period'],
  lastPaymentDate: ['last_payment_date', 'paymentDate', 'lastPaymentdate', 'startDate'],
  customDate: ['custom_date', 'intervalDays', 'days'],
  currency: ['currencyCode', 'Currency', 'curency'],
  notificationEnabled: ['notificationsEnabled', 'notify'],
  status: ['state', 'Status'],
  dueOn: ['due_on', 'DueOn', 'dueDate'],
  notes: ['note', 'Notes', 'comment'],
  tags: ['labels', 'Tags'],
  paymentMethod: ['payment_method', 'paidWith'],
  cancelBefore: ['cancel_before', 'cancelBy'],
};

const wordsFor: Readonly<Record<string, readonly string[]>> = {
  monthly: ['month', 'Monthly', 'per month'],
  yearly: ['year', 'Yearly', 'annual'],
  USD: ['usd', 'dollars', '$'],
  EUR: ['eur', 'Euro', '€'],
  JPY: ['jpy', 'yen', '¥'],
  active: ['Active', 'actve'],
  paused: ['Paused', 'pause', 'on hold'],
  cancelled: ['canceled', 'ended', 'CANCELLED'],
};

/** Notations of a value that the service does not accept. */
function wrongForms(name: string, value: unknown): readonly unknown[] {
  const text = String(value);
  switch (name) {
    case 'amount':
      return [text, Number(value) + 0.001, `$${text}`, null, 'free', -1];
    case 'name':
      return ['', '   ', 7, null];
    case 'notes':
      return [7, ['x']];
    case 'paymentMethod':
      return ['', 7, ['x']];
    case 'tags':
      return [5, {}];
    case 'dueOn':
    case 'cancelBefore':
    case 'lastPaymentDate':
      return [
        text.replace('-0', '-'),
        `${text}T10:00:00Z`,
        text.split('-').toReversed().join('.'),
        text.replace(/-28$/, '-30'),
        'yesterday',
        '',
      ].filter((form) => form !== text);
    case 'customDate':
      return [Number(value), ` ${text} `, `${text} days`, 0];
    case 'notificationEnabled':
      return [value === true ? 'yes' : 'no', text, value === true ? 1 : 0];
    default:
      return [...(wordsFor[text] ?? []), ''];
  }
}

const fieldFaults: Readonly<Record<string, Spoil>> = {
  'a wrong field name'(given, random) {
    const known = Object.keys(misnomers).filter((name) => name in given);
    if (known.length === 0) return undefined;
    const name = pick(random, known);
    const { [name]: value, ...rest } = given;
    return { ...rest, [pick(random, misnomers[name] ?? [])]: value };
  },
  'a wrong value'(given, random) {
    const known = Object.keys(misnomers).filter((name) => name in given && name !== 'category');
    if (known.length === 0) return undefined;
    const name = pick(random, known);
    return { ...given, [name]: pick(random, wrongForms(name, given[name])) };
  },
  'a missing field'(given, random) {
    if (!('category' in given)) return undefined;
    const required = [...namesWith(subscriptionFields, 'isRequired'), 'customDate'];
    return without(
      given,
      pick(
        random,
        required.filter((name) => name in given),
      ),
    );
  },
  'a field that the server sets, or nobody knows': (given, random) => ({
    ...given,
    [pick(random, ['nextPaymentDate', 'createdAt', 'color', ...('notes' in given ? [] : ['notes'])])]: 'x',
  }),
  'no field at all': (given) =>
    // All fields of a payment are optional.
    'category' in given || 'dueOn' in given
      ? undefined
      : Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(misnomers, name))),
};

const pageFaults: Readonly<Record<string, Spoil>> = {
  'a page that is none': (given, random) =>
    'offset' in given
      ? pick(random, [
          { ...given, limit: `${String(given['limit'])}.0` },
          { ...given, offset: -1 },
          { ...given, page: 1 },
        ])
      : undefined,
  'an order or a filter that is none'(given, random) {
    const { sort, status } = given;
    if (status === 'cancelled') return { ...given, status: pick(random, ['canceled', 'Cancelled']) };
    if (sort === 'amount') return { ...given, sort: pick(random, ['price', 'Amount', 'cost']) };
    return sort === undefined ? undefined : { ...without(given, 'sort'), [pick(random, ['sortBy', 'order_by'])]: sort };
  },
  'a horizon that is none'(given, random) {
    const { horizonDays } = given;
    if (horizonDays === undefined) return undefined;
    return {
      ...given,
      horizonDays: horizonDays === 365 ? pick(random, [400, 1000]) : pick(random, ['30.0', '3e1', '']),
    };
  },
};

/** An additional field of a status change, which the server must neither write nor ignore. */
const extraFault: Fault = {
  name: 'a field more than the tool takes',
  spoil(call, { random }) {
    const given = call.parts['arguments'];
    if (given === undefined || !/^(cancel|pause|resume)Subscription$/.test(call.tool)) return undefined;
    const extra = pick(random, [
      { name: 'Meddled' },
      { amount: 0.07 },
      { period: 'yearly' },
      { notes: 'x' },
      { status: call.tool === 'cancelSubscription' ? 'active' : 'cancelled' },
    ]);
    return { ...call, parts: { arguments: { ...given, ...extra } } };
  },
};

const faults: readonly Fault[] = [
  ...Object.entries(fieldFaults).map(([name, spoil]) => ({ name, spoil: inFields(spoil) })),
  ...Object.entries(pageFaults).map(([name, spoil]) => ({ name, spoil: inQuery(spoil) })),
  extraFault,
  ...idFaults,
  ...optionFaults,
];

/** A call with one fault in it, and the fault's name; undefined if no fault fits the call. */
export function spoiled(call: Call, draw: Draw): { call: Call; fault: string } | undefined {
  const fitting = faults.flatMap(({ name, spoil }) => {
    const bad = spoil(call, draw);
    return bad === undefined ? [] : [{ call: bad, fault: name }];
  });
  return fitting.length === 0 ? undefined : pick(draw.random, fitting);
}

const toolsWithFields = new Set(['createSubscription', 'updateSubscription', 'updateDetails', 'renewSubscription']);

/** Puts a fault into the fields of a subscription: those of the call, or of one operation of a batch. */
function inFields(spoil: Spoil): Fault['spoil'] {
  return function spoilFields(call, { random }) {
    if (call.tool === 'batchSubscriptions') {
      const member = pick(random, ['subscription', 'patch']);
      const fits = (operation: Given) => spoil((operation[member] ?? {}) as Given, () => 0) !== undefined;
      return inOperation(
        call,
        (operation) => member in operation && fits(operation),
        random,
        (operation) => ({
          ...operation,
          [member]: spoil(operation[member] as Given, random) ?? operation[member],
        }),
      );
    }
    if (!toolsWithFields.has(call.tool)) return undefined;
    return change(call, placeOfFields(call), (given) => spoil(given, random));
  };
}

function inQuery(spoil: Spoil): Fault['spoil'] {
  return function spoilQuery(call, { random, wish }) {
    if (wish.isWrite) return undefined;
    return change(call, call.channel === 'MCP' ? 'arguments' : 'query', (given) => spoil(given, random));
  };
}
