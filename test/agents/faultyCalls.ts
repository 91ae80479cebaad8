import type { Channel, Given, Parts, Tool } from './agentCalls.ts';

/** What the calls of the table are about: a record, a second one, and an update of the first that can be reverted. */
export interface Targets {
  readonly id: string;
  readonly etag: string;
  /** The version of its details. */
  readonly detailsEtag: string;
  readonly staleEtag: string;
  readonly otherId: string;
  readonly entryId: string;
  /** A new idempotency key, and that of another call. */
  readonly key: string;
  readonly spentKey: string;
}

/** A call with one fault in it. */
export interface FaultyCall {
  readonly tool: Tool;
  readonly fault: string;
  /** The code of the error; over MCP a body cannot be told from a query. */
  readonly code: string | Readonly<Record<Channel, string>>;
  /** The arguments that the agent means. */
  readonly right: (targets: Targets) => Given;
  /** Puts the fault into the arguments, or into the parts of the request over REST. */
  readonly wrong?: (right: Given, targets: Targets) => Given;
  readonly wrongParts?: (right: Parts, targets: Targets) => Parts;
  /** The channel over which alone the fault is possible. */
  readonly only?: Channel;
  /** What the record has, where it is unusual. */
  readonly record?: Given;
  /** Whether the fix chooses a value, so that the corrected call is not the intended one to the letter. */
  readonly isOtherwise?: boolean;
}

export type Wrong = NonNullable<FaultyCall['wrong']>;
export type WrongParts = NonNullable<FaultyCall['wrongParts']>;

const draft = {
  name: 'Music',
  category: 'Fun',
  amount: 9.99,
  currency: 'EUR',
  period: 'custom',
  customDate: '30',
  lastPaymentDate: '2026-06-10',
  notificationEnabled: true,
  status: 'active',
};

/** The calls that an agent means. */
export const rights = {
  createSubscription: ({ key }) => ({ ...draft, idempotencyKey: key }),
  updateSubscription: ({ id, etag, key }) => ({
    id,
    amount: 12.5,
    notificationEnabled: false,
    idempotencyKey: key,
    ifMatch: etag,
  }),
  updateDetails: ({ id, detailsEtag, key }) => ({
    id,
    notes: 'Shared',
    tags: ['home'],
    cancelBefore: '2026-12-31',
    idempotencyKey: key,
    ifMatch: detailsEtag,
  }),
  renewSubscription: ({ id, etag, key }) => ({
    id,
    dueOn: '2026-07-15',
    paidOn: '2026-06-16',
    amount: 15.5,
    idempotencyKey: key,
    ifMatch: etag,
  }),
  cancelSubscription: ({ id, etag, key }) => ({ id, idempotencyKey: key, ifMatch: etag }),
  deleteSubscription: ({ id, etag, key }) => ({ id, idempotencyKey: key, ifMatch: etag }),
  revertAuditEntry: ({ entryId, etag, key }) => ({ id: entryId, idempotencyKey: key, ifMatch: etag }),
  batchSubscriptions: ({ id, etag, otherId, key }) => ({
    operations: [
      { action: 'create', subscription: draft },
      { action: 'update', id, ifMatch: etag, patch: { amount: 12.5 } },
      { action: 'renew', id: otherId, dueOn: '2026-07-15' },
    ],
    idempotencyKey: key,
  }),
  getSubscription: ({ id }) => ({ id }),
  listSubscriptions: () => ({ status: 'cancelled', sort: 'amount', limit: 5, offset: 0 }),
  listUpcomingPayments: () => ({ limit: 5, offset: 0 }),
  getSpendSummary: () => ({ horizonDays: 365 }),
} as const satisfies Partial<Record<Tool, FaultyCall['right']>>;

function without(given: Given, name: string): Given {
  return Object.fromEntries(Object.entries(given).filter(([known]) => known !== name));
}

export const renamed =
  (from: string, to: string): Wrong =>
  (given) => ({ ...without(given, from), [to]: given[from] });
export const set =
  (values: Given): Wrong =>
  (given) => ({ ...given, ...values });
export const lacking =
  (name: string): Wrong =>
  (given) =>
    without(given, name);
/** A fault in an operation of a batch, or in its `subscription` or `patch`. */
export const inOperation =
  (index: number, wrong: Wrong, member?: string): Wrong =>
  (given, targets) => {
    const operations = given['operations'] as readonly Given[];
    const operation = operations[index] ?? {};
    const spoiled =
      member === undefined
        ? wrong(operation, targets)
        : { ...operation, [member]: wrong(operation[member] as Given, targets) };
    return { ...given, operations: operations.with(index, spoiled) };
  };
export const moved =
  (from: string, name: string, to: string, as: string): WrongParts =>
  (parts) => ({
    ...parts,
    [from]: without(parts[from] ?? {}, name),
    [to]: { ...parts[to], [as]: parts[from]?.[name] },
  });

export type ToolOfTable = keyof typeof rights;
export type Row = readonly [
  tool: ToolOfTable,
  fault: string,
  wrong: Wrong,
  code: FaultyCall['code'],
  more?: Partial<FaultyCall>,
];
