import type { CommandOf, OutcomeOf } from '../commands.ts';
import { isDryRun } from '../../core/writer/origin.ts';
import type { PaymentCommands } from './commands.ts';
import { correctPayment, viewPayment, type PaymentPatch } from './model.ts';
import {
  auditPayment,
  paymentChangeOf,
  paymentValuesOf,
  revertiblePaymentFields,
  type PaymentRecord,
  type PaymentState,
} from './rules/revert.ts';
import type { Values } from '../../core/audit/revert.ts';
import { checkedHundredths } from '../../core/billing/money.ts';
import type { StoredPayment } from './store/payments.ts';
import type { RecordStatements } from '../subscriptions/writes/statements.ts';
import type { Revertible } from '../audit/writes/reverts.ts';
import type { Tools, Verbs } from '../../core/writer/verbs.ts';

type Update = CommandOf<'payment.update'>;
type Delete = CommandOf<'payment.delete'>;
type Write = Pick<Update, 'actor' | 'at' | 'auditEntryId' | 'dryRun'>;

const ofPayments = { current: currentJson, storesOutcome: true } as const;

/** The verbs that correct payments made. */
export const paymentVerbs: Verbs<keyof PaymentCommands> = {
  'payment.update': { ...ofPayments, perform: correct },
  'payment.delete': { ...ofPayments, perform: remove },
};

/**
 * How corrections and removals of payments are reverted. The revert of a renewal does not undo them. What a revert shows is a
 * payment that lists show, unless it removes it.
 */
export const paymentReverts: Revertible = {
  needs: 'write',
  fields: revertiblePaymentFields,
  valueChangeOf: (metadata) => paymentChangeOf(metadata as PaymentRecord),
  find({ records }, ownerId, id) {
    const stored = findStored(records, ownerId, id);
    return stored && { viewJson: JSON.stringify(viewPayment(stored.payment)), values: paymentValuesOf(stored) };
  },
  restore(tools, write, { entityId, restored, reverted: { entryId } }) {
    const stored = findStored(tools.records, write.actor.ownerId, entityId);
    if (stored === undefined) return { outcome: 'missing' };
    if (stored.isReverted) return { outcome: 'conflict', reason: 'renewalReverted' };
    const state = restoredState(stored, restored);
    if (stored.isRemoved && state.isRemoved) return { outcome: 'refused', fault: { field: 'removed' } };
    return store(tools, write, stored, state, { reverts: entryId });
  },
};

/** A payment, also one that is removed or whose renewal is reverted. */
function findStored({ payments }: RecordStatements, ownerId: number, id: string): StoredPayment | undefined {
  return payments.find(ownerId, id);
}

/** A payment that lists show. */
function findMade(records: RecordStatements, { actor, paymentId }: Update | Delete): StoredPayment | undefined {
  const stored = findStored(records, actor.ownerId, paymentId);
  return stored === undefined || stored.isRemoved || stored.isReverted ? undefined : stored;
}

function currentJson({ records }: Tools, command: Update | Delete): string | undefined {
  const stored = findMade(records, command);
  return stored && JSON.stringify(viewPayment(stored.payment));
}

function correct(tools: Tools, command: Update): OutcomeOf<'payment.update'> {
  const { patch, today } = command;
  const stored = findMade(tools.records, command);
  if (stored === undefined) return { outcome: 'missing' };
  const { payment, paidAfter, recordedOn } = stored;
  const decision = correctPayment(payment, patch, { today, paidAfter, recordedOn });
  if ('refusal' in decision) return { outcome: 'notCorrected', reason: decision.refusal, paidAfter, today };
  return store(tools, command, stored, { payment: decision.corrected, isRemoved: false }, { patch });
}

function remove(tools: Tools, command: Delete): OutcomeOf<'payment.delete'> {
  const stored = findMade(tools.records, command);
  if (stored === undefined) return { outcome: 'missing' };
  const { viewJson } = store(tools, command, stored, { ...stored, isRemoved: true }, {});
  return isDryRun(command) ? { outcome: 'deleted', viewJson } : { outcome: 'deleted' };
}

/** Stores a changed payment with its audit entry. */
function store(
  { records, record }: Tools,
  command: Write,
  before: StoredPayment,
  after: PaymentState,
  recorded: Pick<PaymentRecord, 'patch' | 'reverts'>,
) {
  const { actor, at } = command;
  const { id, paidOn, amountHundredths } = after.payment;
  const { ownerId } = actor;
  records.payments.update({ id, ownerId, paidOn, amountHundredths, removedAt: after.isRemoved ? at : null });
  const action = after.isRemoved && !before.isRemoved ? 'payment.delete' : 'payment.update';
  const states = { name: before.name, before: auditPayment(before), after: auditPayment(after) };
  record(command, action, { entityType: 'payment', entityId: id, ownerId }, { ...states, ...recorded });
  const result = { outcome: 'stored', viewJson: JSON.stringify(viewPayment(after.payment)) } as const;
  return isDryRun(command) ? ({ ...result, dryRun: true } as const) : result;
}

type RestoredValues = Required<PaymentPatch> & { readonly removed: boolean };

function restoredState({ payment, isRemoved }: StoredPayment, restored: Values): PaymentState {
  const { amount, paidOn = payment.paidOn, removed = isRemoved } = restored as Partial<RestoredValues>;
  const amountHundredths = amount === undefined ? payment.amountHundredths : checkedHundredths(amount);
  return { payment: { ...payment, paidOn, amountHundredths }, isRemoved: removed };
}
