import type { Given, Tool } from './carelessCalls.ts';
import { changeOf, hundredthsOf, type Known, type Ledger } from './carelessLedger.ts';
import { anyChange, anyFields, bodyOf, draftBodyOf, shownFields, type Fields } from '../generator/fields.ts';
import { sorts } from '../../src/http/api/subscriptions/schema.ts';
import { below, pick, type Random } from '../generator/random.ts';
import { writableFields } from '../support/expectations.ts';

/** What identifies the target of a wish when its id was wrong. */
export interface Target {
  readonly subscriptionId: string;
  readonly marker: string;
  /** The audit entry, if the target is one. */
  readonly entryId?: string;
}

/** A goal of an agent. */
export interface Wish {
  readonly tool: Tool;
  /** The arguments of the tool. */
  readonly given: Given;
  readonly isWrite: boolean;
  /** The target; for a batch, one for each operation. */
  readonly targets: readonly (Target | undefined)[];
  /** Whether an answer shows the effect, on the intended record and with the intended values. */
  readonly isGranted: (body: Given) => boolean;
  /** Records the effect in the ledger. */
  readonly enter: (body: Given) => void;
  /** The wish when a record, at an index of a batch, has another state than the agent believed. */
  readonly knowing?: (current: Given, index: number) => Wish;
}

/** An older version of a record that an agent remembers. */
export interface Seen {
  readonly id: string;
  readonly marker: string;
  readonly amountHundredths: number;
  readonly etag: string;
}

/** An audit entry of an update. */
export interface UpdateEntry {
  readonly id: string;
  readonly metadata: { readonly before: Given; readonly after: Given };
}

/** One operation of a batch. */
interface Step {
  readonly operation: Given;
  readonly target?: Target;
  readonly isGranted: (result: Given) => boolean;
  readonly enter: (result: Given) => void;
  readonly knowing?: (current: Given) => Step;
}

/** What a batch does beside creations. */
interface Batch {
  readonly doomed?: Known | undefined;
  readonly edited?: Known | undefined;
  readonly increased?: Seen | undefined;
  /** A record, and the due date of its next payment. */
  readonly paid?: { readonly known: Known; readonly dueOn: string } | undefined;
}

interface WishOptions {
  readonly random: Random;
  readonly ledger: Ledger;
}

const today = '2026-06-15';
const moves: readonly (readonly [tool: Tool, status: string])[] = [
  ['cancelSubscription', 'cancelled'],
  ['pauseSubscription', 'paused'],
  ['resumeSubscription', 'active'],
];

/** Creates the wishes of agents. */
export function createWishes({ random, ledger }: WishOptions) {
  const newMarker = () => `marker ${(ledger.markers += 1)}`;

  /** The options of a write: always an idempotency key, often an ETag, sometimes a dry run. */
  function options(seen: Seen | undefined) {
    return {
      idempotencyKey: Bun.randomUUIDv7(),
      ...(random() < 0.2 && { dryRun: true }),
      ...(seen !== undefined && random() < 0.4 && { ifMatch: seen.etag }),
    };
  }

  function create(): Wish {
    const fields: Fields = { ...anyFields(random, today), category: newMarker(), status: 'active' };
    const given = { ...withoutNulls(draftBodyOf(random, fields)), ...options(undefined) };
    return {
      ...writing('createSubscription', given),
      isGranted: ({ data }) => shows(data, shownFields(fields)),
      enter: ({ data }) => ledger.enterCreation(data as Given),
    };
  }

  function change(tool: Tool, { id, marker }: Known | Seen, patch: Given, given: Given, shown: Given = patch): Wish {
    return {
      ...writing(tool, { id, ...given }, { subscriptionId: id, marker }),
      isGranted: ({ data }) => shows(data, { id, ...shown }),
      enter: () => ledger.enterChange(id, changeOf({ patch })),
    };
  }

  /** Changes one or two fields of a record unconditionally. */
  function edit(known: Known, seen: Seen | undefined): Wish {
    // The category is the marker, and the ledger knows every amount.
    const { category: _category, amountHundredths: _amount, ...drawn } = anyChange(random, today);
    const fields = Object.keys(drawn).length === 0 ? { notificationEnabled: false } : drawn;
    const patch = withoutNulls(bodyOf(fields));
    return change('updateSubscription', known, patch, { ...patch, ...options(seen) }, shownFields(fields));
  }

  function move(known: Known, seen: Seen | undefined): Wish {
    const [tool, status] = pick(random, moves);
    return change(tool, known, { status }, options(seen));
  }

  /** Adds a hundredth to the remembered amount, on the condition that it is current. */
  function increase(seen: Seen, kept: Given = { ...options(undefined), ifMatch: seen.etag }): Wish {
    const amount = (seen.amountHundredths + 1) / 100;
    return {
      ...change('updateSubscription', seen, { amount }, { amount, ...kept }),
      enter: () => ledger.enterChange(seen.id, changeOf({ patch: { amount } }), 1),
      knowing: (current) => increase({ ...seen, amountHundredths: hundredthsOf(current['amount']) }, kept),
    };
  }

  /** Records that the next payment was made, whose due date the agent has just read. */
  function pay(known: Known, dueOn: string): Wish {
    const payment = { dueOn, ...(random() < 0.5 && { amount: (1 + below(random, 5000)) / 100 }) };
    const patch = { lastPaymentDate: dueOn };
    return change('renewSubscription', known, patch, { ...payment, ...options(undefined) });
  }

  /** Changes details that change nothing of the subscription. */
  function describe({ id, marker }: Known): Wish {
    const all = { notes: newMarker(), tags: [marker], paymentMethod: 'Visa 1234', cancelBefore: '2026-12-31' };
    const name = pick(random, Object.keys(all) as (keyof typeof all)[]);
    const details = { notes: all.notes, [name]: all[name] };
    return {
      ...writing('updateDetails', { id, ...details, ...options(undefined) }, { subscriptionId: id, marker }),
      isGranted: ({ data }) => shows(data, details),
      enter: () => ledger.enterChange(id, changeOf({ details: { patch: details } })),
    };
  }

  function remove({ id, marker }: Known, seen: Seen | undefined): Wish {
    const given = { id, ...options(seen) };
    const isDryRun = given.dryRun === true;
    if (!isDryRun) ledger.enterDeletion(id, 'isDoomed');
    return {
      ...writing('deleteSubscription', given, { subscriptionId: id, marker }),
      isGranted: ({ data, deleted }) => (isDryRun ? shows(data, { id }) : deleted === true),
      enter: () => ledger.enterDeletion(id, 'isDeleted'),
    };
  }

  /** Reverts an update. */
  function revert({ id: subscriptionId, marker }: Known, { id, metadata }: UpdateEntry, seen: Seen | undefined): Wish {
    const { before, after } = metadata;
    const back = changedFields(metadata).map((field) => [field, before[field]] as const);
    const added = hundredthsOf(before['amount']) - hundredthsOf(after['amount']);
    return {
      ...writing('revertAuditEntry', { id, ...options(seen) }, { subscriptionId, marker, entryId: id }),
      isGranted: ({ data }) => shows(data, { id: subscriptionId, ...Object.fromEntries(back) }),
      enter: () => ledger.enterChange(subscriptionId, changeOf({ reverts: id }), added),
    };
  }

  return {
    create,
    edit,
    move,
    increase,
    pay,
    describe,
    remove,
    revert,

    /** A batch of these: all of them, or none. */
    batch({ doomed, edited, increased, paid }: Batch): Wish {
      const given = options(undefined);
      const steps: Step[] = [stepOf(create()), ...(random() < 0.5 ? [stepOf(create())] : [])];
      if (edited !== undefined) steps.push(stepOf(edit(edited, undefined)));
      if (increased !== undefined) steps.push(stepOf(increase(increased)));
      if (paid !== undefined) steps.push(stepOf(pay(paid.known, paid.dueOn)));
      if (doomed !== undefined && given.dryRun !== true) steps.push(deletion(ledger, doomed));
      return batchOf(steps, given);
    },

    /** Reads a record, a list or a report. */
    look(known: Known): Wish {
      const { id, marker } = known;
      const list = { limit: 1 + below(random, 20), offset: 0 };
      const sort = pick(random, sorts);
      const target = { subscriptionId: id, marker };
      const horizonDays = pick(random, [30, 365]);
      return pick(random, [
        reading('listSubscriptions', { ...list, sort }, ({ pagination, query }) =>
          shows({ ...(pagination as Given), ...(query as Given) }, { ...list, sort }),
        ),
        reading('listSubscriptions', { limit: 20, status: 'cancelled' }, ({ query }) =>
          Bun.deepEquals((query as Given)['filters'], { status: 'cancelled' }),
        ),
        reading('getSubscription', { id }, ({ data }) => shows(data, { id, category: marker }), target),
        reading('getSpendSummary', { horizonDays }, ({ summary }) =>
          renewalsIn(summary).every(({ daysUntilRenewal }) => Number(daysUntilRenewal) <= horizonDays),
        ),
        reading('getDetails', { id }, ({ data }) => shows(data, { endsOn: null }), target),
        reading('listUpcomingPayments', list, ({ pagination }) => shows(pagination, list)),
        reading('listAuditLog', { limit: 5 }, ({ pagination }) => shows(pagination, { limit: 5 })),
      ]);
    },
  };
}

/** The fields that an update changed. */
export function changedFields({ before, after }: UpdateEntry['metadata']): readonly string[] {
  return writableFields.filter((field) => before[field] !== after[field]);
}

/** The values without `customDate: null`: leaving it out is no fault. */
function withoutNulls(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function writing(tool: Tool, given: Given, target?: Target) {
  return { tool, given, isWrite: true, targets: [target] };
}

function reading(tool: Tool, given: Given, isGranted: Wish['isGranted'], target?: Target): Wish {
  return { tool, given, isWrite: false, targets: [target], isGranted, enter: () => undefined };
}

/** A wish as one operation of a batch, whose only option is the ETag. */
function stepOf({ tool, given, targets: [target], isGranted, enter, knowing }: Wish): Step {
  const { id, ifMatch, idempotencyKey: _, dryRun: __, ...fields } = given;
  const record = { id, ...(ifMatch !== undefined && { ifMatch }) };
  const operation =
    tool === 'createSubscription'
      ? { action: 'create', subscription: fields }
      : tool === 'renewSubscription'
        ? { action: 'renew', ...record, ...fields }
        : { action: 'update', ...record, patch: fields };
  return {
    operation,
    ...(target !== undefined && { target }),
    isGranted: (result) => result['action'] === operation.action && isGranted(result),
    enter,
    ...(knowing !== undefined && { knowing: (current: Given) => stepOf(knowing(current, 0)) }),
  };
}

function deletion(ledger: Ledger, { id, marker }: Known): Step {
  ledger.enterDeletion(id, 'isDoomed');
  return {
    operation: { action: 'delete', id },
    target: { subscriptionId: id, marker },
    isGranted: (result) => result['action'] === 'delete' && result['id'] === id && result['deleted'] === true,
    enter: () => ledger.enterDeletion(id, 'isDeleted'),
  };
}

function batchOf(steps: readonly Step[], options: Given): Wish {
  return {
    tool: 'batchSubscriptions',
    given: { operations: steps.map(({ operation }) => operation), ...options },
    isWrite: true,
    targets: steps.map(({ target }) => target),
    isGranted({ results }) {
      const all = (results ?? []) as readonly Given[];
      return all.length === steps.length && steps.every((step, index) => step.isGranted(all[index] ?? {}));
    },
    enter: ({ results }) => steps.forEach((step, index) => step.enter((results as readonly Given[])[index] ?? {})),
    knowing: (current, place) =>
      batchOf(
        steps.map((step, index) => (index === place ? (step.knowing?.(current) ?? step) : step)),
        options,
      ),
  };
}

function renewalsIn(summary: unknown): readonly Given[] {
  return (summary as { readonly upcomingRenewals: readonly Given[] }).upcomingRenewals;
}

/** Whether a value has these members with these values. */
function shows(value: unknown, members: Given): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const shown = value as Given;
  return Object.entries(members).every(([name, member]) => Bun.deepEquals(shown[name], member));
}
