import type { Given, Tool } from './carelessCalls.ts';
import { changeOf, hundredthsOf, type Known, type Ledger } from './carelessLedger.ts';
import { anyChange, anyFields, bodyOf, draftBodyOf, shownFields, type Fields } from '../generator/fields.ts';
import { sorts } from '../generator/questions.ts';
import { below, pick, type Random } from '../generator/random.ts';
import { writableFields } from '../support/expectations.ts';

/** What is to be found again, by what an agent knows of it, when its id was wrong. */
export interface Target {
  readonly subscriptionId: string;
  readonly marker: string;
  /** The audit entry that is meant, when it is one. */
  readonly entryId?: string;
}

/** What an agent wants to come about. */
export interface Wish {
  readonly tool: Tool;
  /** What is to be given to the tool for it. */
  readonly given: Given;
  readonly isWrite: boolean;
  /** What it is about; for a batch, one for each operation. */
  readonly targets: readonly (Target | undefined)[];
  /** Whether an answer shows that it has come about, for the record that is meant and with the values that are meant. */
  readonly isGranted: (body: Given) => boolean;
  /** Enters into the ledger that it has come about. */
  readonly enter: (body: Given) => void;
  /** What is wished when a record, at a place of a batch, turns out to be another than it was believed to be. */
  readonly knowing?: (current: Given, index: number) => Wish;
}

/** An older version of a record that an agent remembers. */
export interface Seen {
  readonly id: string;
  readonly marker: string;
  readonly amountHundredths: number;
  readonly etag: string;
}

/** An entry of the audit trail that tells of an update. */
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

/** Gives the wishes that agents have. */
export function createWishes({ random, ledger }: WishOptions) {
  const newMarker = () => `marker ${(ledger.markers += 1)}`;

  /** The terms of a write: a key always, often a tag, sometimes it is a rehearsal. */
  function terms(seen: Seen | undefined) {
    return {
      idempotencyKey: Bun.randomUUIDv7(),
      ...(random() < 0.2 && { dryRun: true }),
      ...(seen !== undefined && random() < 0.4 && { ifMatch: seen.etag }),
    };
  }

  function create(): Wish {
    const fields: Fields = { ...anyFields(random, today), category: newMarker(), status: 'active' };
    const given = { ...withoutNulls(draftBodyOf(random, fields)), ...terms(undefined) };
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

  /** Changes a field or two of a record, whatever they were. */
  function edit(known: Known, seen: Seen | undefined): Wish {
    // The category is the marker, and every amount is accounted for.
    const { category: _category, amountHundredths: _amount, ...drawn } = anyChange(random, today);
    const fields = Object.keys(drawn).length === 0 ? { notificationEnabled: false } : drawn;
    const patch = withoutNulls(bodyOf(fields));
    return change('updateSubscription', known, patch, { ...patch, ...terms(seen) }, shownFields(fields));
  }

  function move(known: Known, seen: Seen | undefined): Wish {
    const [tool, status] = pick(random, moves);
    return change(tool, known, { status }, terms(seen));
  }

  /** Adds a hundredth to what the amount is believed to be, on the condition that it is. */
  function increase(seen: Seen, kept: Given = { ...terms(undefined), ifMatch: seen.etag }): Wish {
    const amount = (seen.amountHundredths + 1) / 100;
    return {
      ...change('updateSubscription', seen, { amount }, { amount, ...kept }),
      enter: () => ledger.enterChange(seen.id, changeOf({ patch: { amount } }), 1),
      knowing: (current) => increase({ ...seen, amountHundredths: hundredthsOf(current['amount']) }, kept),
    };
  }

  function remove({ id, marker }: Known, seen: Seen | undefined): Wish {
    const given = { id, ...terms(seen) };
    const isRehearsal = given.dryRun === true;
    if (!isRehearsal) ledger.enterDeletion(id, 'isDoomed');
    return {
      ...writing('deleteSubscription', given, { subscriptionId: id, marker }),
      isGranted: ({ data, deleted }) => (isRehearsal ? shows(data, { id }) : deleted === true),
      enter: () => ledger.enterDeletion(id, 'isDeleted'),
    };
  }

  /** Takes an update back. */
  function revert({ id: subscriptionId, marker }: Known, { id, metadata }: UpdateEntry, seen: Seen | undefined): Wish {
    const { before, after } = metadata;
    const back = changedFields(metadata).map((field) => [field, before[field]] as const);
    const added = hundredthsOf(before['amount']) - hundredthsOf(after['amount']);
    return {
      ...writing('revertAuditEntry', { id, ...terms(seen) }, { subscriptionId, marker, entryId: id }),
      isGranted: ({ data }) => shows(data, { id: subscriptionId, ...Object.fromEntries(back) }),
      enter: () => ledger.enterChange(subscriptionId, changeOf({ reverts: id }), added),
    };
  }

  return {
    create,
    edit,
    move,
    increase,
    remove,
    revert,

    /** Many of these at once: all of them, or none. */
    batch(doomed: Known | undefined, edited: Known | undefined, increased: Seen | undefined): Wish {
      const given = terms(undefined);
      const steps: Step[] = [stepOf(create()), ...(random() < 0.5 ? [stepOf(create())] : [])];
      if (edited !== undefined) steps.push(stepOf(edit(edited, undefined)));
      if (increased !== undefined) steps.push(stepOf(increase(increased)));
      if (doomed !== undefined && given.dryRun !== true) steps.push(deletion(ledger, doomed));
      return batchOf(steps, given);
    },

    /** To see something. */
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
        reading('listAuditLog', { limit: 5 }, ({ pagination }) => shows(pagination, { limit: 5 })),
      ]);
    },
  };
}

/** The fields that an update changed. */
export function changedFields({ before, after }: UpdateEntry['metadata']): readonly string[] {
  return writableFields.filter((field) => before[field] !== after[field]);
}

/** Without `customDate: null`: to leave it out, or to get it wrong, would be no fault. */
function withoutNulls(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function writing(tool: Tool, given: Given, target?: Target) {
  return { tool, given, isWrite: true, targets: [target] };
}

function reading(tool: Tool, given: Given, isGranted: Wish['isGranted'], target?: Target): Wish {
  return { tool, given, isWrite: false, targets: [target], isGranted, enter: () => undefined };
}

/** A wish as one operation of a batch, which has no terms of its own but the tag. */
function stepOf({ tool, given, targets: [target], isGranted, enter, knowing }: Wish): Step {
  const { id, ifMatch, idempotencyKey: _, dryRun: __, ...fields } = given;
  const operation =
    tool === 'createSubscription'
      ? { action: 'create', subscription: fields }
      : { action: 'update', id, ...(ifMatch !== undefined && { ifMatch }), patch: fields };
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

function batchOf(steps: readonly Step[], terms: Given): Wish {
  return {
    tool: 'batchSubscriptions',
    given: { operations: steps.map(({ operation }) => operation), ...terms },
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
        terms,
      ),
  };
}

function renewalsIn(summary: unknown): readonly Given[] {
  return (summary as { readonly upcomingRenewals: readonly Given[] }).upcomingRenewals;
}

/** Whether something has all these members, with these values. */
function shows(value: unknown, members: Given): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const shown = value as Given;
  return Object.entries(members).every(([name, member]) => Bun.deepEquals(shown[name], member));
}
