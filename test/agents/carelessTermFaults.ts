import type { Call, Given } from './carelessCalls.ts';
import { change, inOperation, placeOfFields, renamed, without, type Fault } from './carelessSpoiling.ts';
import type { Wish } from './carelessWishes.ts';
import { pick, type Random } from '../generator/random.ts';

const inventedIds = [
  '',
  '42',
  'netflix',
  '00000000-0000-4000-8000-000000000000',
  '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
];

/** Other names for the id: not those of one operation for that of another. */
const idNames = {
  entry: ['entryId', 'auditEntryId', 'audit_id', 'ID'],
  subscription: ['subscriptionId', 'subscription_id', 'uuid', 'Id'],
} as const;

const terms = ['dryRun', 'ifMatch', 'idempotencyKey'] as const;
type Term = (typeof terms)[number];

const misspellings: Readonly<Record<Term, readonly string[]>> = {
  dryRun: ['dry_run', 'dryrun', 'DryRun', 'dry-run'],
  ifMatch: ['if_match', 'If-Match', 'ifmatch', 'IfMatch'],
  idempotencyKey: ['idempotency_key', 'Idempotency-Key', 'idempotencykey', 'IdempotencyKey'],
};

const requestPlaces: Readonly<Record<Term, Where>> = {
  dryRun: ['query', 'dryRun'],
  ifMatch: ['header', 'If-Match'],
  idempotencyKey: ['header', 'Idempotency-Key'],
};

/** The ways to get an id wrong. */
export const idFaults: readonly Fault[] = [
  {
    name: 'an invented id',
    spoil(call, { random, wish }) {
      const another = wish.targets[0]?.entryId === undefined ? [] : [wish.targets[0].subscriptionId];
      return withId(call, (given) => ({ ...given, id: pick(random, [...inventedIds, ...another]) }), random);
    },
  },
  {
    name: 'the id under another name',
    spoil(call, { random }) {
      if (call.channel === 'REST' && call.tool !== 'batchSubscriptions') return undefined;
      const names = call.tool === 'revertAuditEntry' ? idNames.entry : idNames.subscription;
      return withId(call, (given) => renamed(given, 'id', pick(random, names)), random);
    },
  },
];

/** The ways to get the terms of a write wrong: what is to make it a rehearsal, to guard it, or to make it once. */
export const termFaults: readonly Fault[] = [
  ...terms.flatMap((term): Fault[] => [
    {
      name: `a misplaced or misspelt ${term}`,
      spoil: (call, { random, wish }) => (has(wish, term) ? misplaced(call, term, random) : undefined),
    },
    {
      name: `an empty ${term}`,
      spoil: (call, { random, wish }) => (has(wish, term) ? emptied(call, term, random) : undefined),
    },
  ]),
  {
    name: 'a key that was used before',
    spoil(call, { random, wish, spentKeys }) {
      const others = spentKeys.filter(({ tool }) => tool !== call.tool);
      // A rehearsal uses no key.
      if (others.length === 0 || wish.given['dryRun'] === true) return undefined;
      const [place, name] = rightPlaceOf(call, 'idempotencyKey');
      const { key } = pick(random, others);
      return change(call, place, (given) => (name in given ? { ...given, [name]: key } : undefined));
    },
  },
];

function has({ tool, given }: Wish, term: Term): boolean {
  return term in given || (tool === 'batchSubscriptions' && operationsIn(given).some((one) => term in one));
}

function emptied(call: Call, term: Term, random: Random): Call | undefined {
  if (call.tool === 'batchSubscriptions' && term === 'ifMatch') {
    return inOperation(
      call,
      (one) => term in one,
      random,
      (one) => ({ ...one, [term]: '' }),
    );
  }
  const [place, name] = rightPlaceOf(call, term);
  return change(call, place, (given) => ({ ...given, [name]: '' }));
}

/** A term under a name that is not quite its own, or under its own and yet not where it belongs. */
function misplaced(call: Call, term: Term, random: Random): Call | undefined {
  if (call.tool === 'batchSubscriptions') {
    if (term === 'ifMatch') return tagMisplaced(call, random);
    if (random() < 0.5) return intoOperation(call, term, random);
  }
  const [right, rightName] = rightPlaceOf(call, term);
  const place = call.channel === 'MCP' ? right : pick(random, ['query', 'body']);
  const names = [term, ...misspellings[term]].filter((name) => place !== right || name !== rightName);
  return moved(call, [right, rightName], [place, pick(random, names)]);
}

/** The tag of one operation of a batch under another name, in its patch, or beside all operations. */
function tagMisplaced(call: Call, random: Random): Call | undefined {
  const name = pick(random, misspellings.ifMatch);
  const tag = operationsIn(call.parts[placeOfFields(call)] ?? {}).find((one) => 'ifMatch' in one)?.['ifMatch'];
  const untagged = (alter: (operation: Given) => Given) =>
    inOperation(
      call,
      (one) => 'ifMatch' in one,
      random,
      (one) => alter(without(one, 'ifMatch')),
    );
  const [place, rightName] = rightPlaceOf(call, 'ifMatch');
  const beside = untagged((one) => one);
  return pick(random, [
    untagged((one) => ({ ...one, [name]: tag })),
    untagged((one) => ({ ...one, patch: { ...(one['patch'] as Given), [pick(random, ['ifMatch', name])]: tag } })),
    beside && change(beside, place, (given) => ({ ...given, [rightName]: tag })),
  ]);
}

/** A term of the whole batch in one of its operations. */
function intoOperation(call: Call, term: Term, random: Random): Call | undefined {
  const [place, name] = rightPlaceOf(call, term);
  const value = call.parts[place]?.[name];
  const left = change(call, place, (given) => without(given, name));
  const misname = pick(random, [term, ...misspellings[term]]);
  return (
    left &&
    inOperation(
      left,
      () => true,
      random,
      (one) => ({ ...one, [misname]: value }),
    )
  );
}

type Where = readonly [place: string, name: string];

function moved(call: Call, [from, name]: Where, [to, misname]: Where): Call | undefined {
  const value = call.parts[from]?.[name];
  const left = change(call, from, (given) => without(given, name));
  return left && change(left, to, (given) => ({ ...given, [misname]: value }));
}

function rightPlaceOf({ channel }: Call, term: Term): Where {
  return channel === 'MCP' ? ['arguments', term] : requestPlaces[term];
}

function operationsIn(given: Given): readonly Given[] {
  return (given['operations'] ?? []) as readonly Given[];
}

/** Changes where the id stands: in the path, among the arguments, or in an operation of a batch. */
function withId(call: Call, alter: (given: Given) => Given, random: Random): Call | undefined {
  const hasId = (given: Given) => 'id' in given;
  if (call.tool === 'batchSubscriptions') return inOperation(call, hasId, random, alter);
  const place = call.channel === 'MCP' ? 'arguments' : 'path';
  return change(call, place, (given) => (hasId(given) ? alter(given) : undefined));
}
