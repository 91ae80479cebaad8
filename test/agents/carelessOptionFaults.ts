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

/** Other names for the id. */
const idNames = {
  entry: ['entryId', 'auditEntryId', 'audit_id', 'ID'],
  subscription: ['subscriptionId', 'subscription_id', 'uuid', 'Id'],
} as const;

const options = ['dryRun', 'ifMatch', 'idempotencyKey'] as const;
type WriteOption = (typeof options)[number];

const misspellings: Readonly<Record<WriteOption, readonly string[]>> = {
  dryRun: ['dry_run', 'dryrun', 'DryRun', 'dry-run'],
  ifMatch: ['if_match', 'If-Match', 'ifmatch', 'IfMatch'],
  idempotencyKey: ['idempotency_key', 'Idempotency-Key', 'idempotencykey', 'IdempotencyKey'],
};

const requestPlaces: Readonly<Record<WriteOption, Where>> = {
  dryRun: ['query', 'dryRun'],
  ifMatch: ['header', 'If-Match'],
  idempotencyKey: ['header', 'Idempotency-Key'],
};

/** The faults in an id. */
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

/** The faults in the options of a write: dry run, If-Match, idempotency key. */
export const optionFaults: readonly Fault[] = [
  ...options.flatMap((option): Fault[] => [
    {
      name: `a misplaced or misspelt ${option}`,
      spoil: (call, { random, wish }) => (has(wish, option) ? misplaced(call, option, random) : undefined),
    },
    {
      name: `an empty ${option}`,
      spoil: (call, { random, wish }) => (has(wish, option) ? emptied(call, option, random) : undefined),
    },
  ]),
  {
    name: 'a key that was used before',
    spoil(call, { random, wish, spentKeys }) {
      const others = spentKeys.filter(({ tool }) => tool !== call.tool);
      // A dry run uses no idempotency key.
      if (others.length === 0 || wish.given['dryRun'] === true) return undefined;
      const [place, name] = rightPlaceOf(call, 'idempotencyKey');
      const { key } = pick(random, others);
      return change(call, place, (given) => (name in given ? { ...given, [name]: key } : undefined));
    },
  },
];

function has({ tool, given }: Wish, option: WriteOption): boolean {
  return option in given || (tool === 'batchSubscriptions' && operationsIn(given).some((one) => option in one));
}

function emptied(call: Call, option: WriteOption, random: Random): Call | undefined {
  if (call.tool === 'batchSubscriptions' && option === 'ifMatch') {
    return inOperation(
      call,
      (one) => option in one,
      random,
      (one) => ({ ...one, [option]: '' }),
    );
  }
  const [place, name] = rightPlaceOf(call, option);
  return change(call, place, (given) => ({ ...given, [name]: '' }));
}

/** An option under a similar name, or under its own name in the wrong place. */
function misplaced(call: Call, option: WriteOption, random: Random): Call | undefined {
  if (call.tool === 'batchSubscriptions') {
    if (option === 'ifMatch') return tagMisplaced(call, random);
    if (random() < 0.5) return intoOperation(call, option, random);
  }
  const [right, rightName] = rightPlaceOf(call, option);
  const place = call.channel === 'MCP' ? right : pick(random, ['query', 'body']);
  const names = [option, ...misspellings[option]].filter((name) => place !== right || name !== rightName);
  return moved(call, [right, rightName], [place, pick(random, names)]);
}

/** The ETag of one operation of a batch under another name, in its patch, or beside all operations. */
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

/** An option of the whole batch in one of its operations. */
function intoOperation(call: Call, option: WriteOption, random: Random): Call | undefined {
  const [place, name] = rightPlaceOf(call, option);
  const value = call.parts[place]?.[name];
  const left = change(call, place, (given) => without(given, name));
  const misname = pick(random, [option, ...misspellings[option]]);
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

function rightPlaceOf({ channel }: Call, option: WriteOption): Where {
  return channel === 'MCP' ? ['arguments', option] : requestPlaces[option];
}

function operationsIn(given: Given): readonly Given[] {
  return (given['operations'] ?? []) as readonly Given[];
}

/** Changes the id in the path, in the arguments, or in an operation of a batch. */
function withId(call: Call, alter: (given: Given) => Given, random: Random): Call | undefined {
  const hasId = (given: Given) => 'id' in given;
  if (call.tool === 'batchSubscriptions') return inOperation(call, hasId, random, alter);
  const place = call.channel === 'MCP' ? 'arguments' : 'path';
  return change(call, place, (given) => (hasId(given) ? alter(given) : undefined));
}
