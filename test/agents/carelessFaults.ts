import { operationWith, type Schema } from '../generator/api.ts';
import type { Call, Given } from './carelessCalls.ts';
import { change, inOperation, placeOfFields, renamed, without, type Draw, type Fault } from './carelessSpoiling.ts';
import { idFaults, optionFaults } from './carelessOptionFaults.ts';
import { pick, type Random } from '../generator/random.ts';
import { wrongNames, wrongValues } from '../generator/values.ts';

type Spoil = (given: Given, random: Random) => Given | undefined;

// The fields of a subscription, its details and its payments, each with its schema.
const fieldSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  ['renewSubscription', 'updateDetails', 'createSubscription'].flatMap((id) =>
    Object.entries(operationWith(id).body?.properties ?? {}),
  ),
);

/** The name of any of the fields in a call. */
function anyFieldIn(given: Given, random: Random): string | undefined {
  const known = Object.keys(given).filter((name) => name in fieldSchemas);
  return known.length === 0 ? undefined : pick(random, known);
}

const fieldFaults: Readonly<Record<string, Spoil>> = {
  'a wrong field name'(given, random) {
    const name = anyFieldIn(given, random);
    return name === undefined ? undefined : renamed(given, name, pick(random, wrongNames(name)));
  },
  'a wrong value'(given, random) {
    const name = anyFieldIn(without(given, 'category'), random);
    if (name === undefined) return undefined;
    // A tool takes null for nothing.
    const wrong = wrongValues(fieldSchemas[name] ?? {}, given[name]).filter((value) => value !== null);
    return { ...given, [name]: pick(random, wrong) };
  },
  'a missing field'(given, random) {
    if (!('category' in given)) return undefined;
    const required = [...(operationWith('createSubscription').body?.required ?? []), 'customDate'];
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
      : Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(fieldSchemas, name))),
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
