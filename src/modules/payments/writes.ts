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
import { findStoredPayment, updatePayment, type StoredPayment } from './store/storedPayments.ts';
import type { Db } from '../../core/database/db.ts';
import type { Revertibles } from '../audit/writes/reverts.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';

type Update = CommandOf<'payment.update'>;
type Delete = CommandOf<'payment.delete'>;
type Write = Pick<Update, 'actor' | 'at' | 'auditEntryId' | 'dryRun'>;

const ofPayments = { current: currentJson, storesOutcome: true } as const;

/** The verbs that correct payments made. */
export const verbs: Verbs<PaymentCommands> = {
  'payment.update': { ...ofPayments, perform: correct },
  'payment.delete': { ...ofPayments, perform: remove },
};

/**
 * How corrections and removals of payments are reverted. The revert of a renewal does not undo them. What a revert shows is a
 * payment that lists show, unless it removes it.
 */
export const reverts: Pick<Revertibles, 'payment'> = {
  payment: {
    needs: 'write',
    fields: revertiblePaymentFields,
    valueChangeOf: (metadata) => paymentChangeOf(metadata as PaymentRecord),
    find({ database }, { ownerId }, id) {
      const stored = findStoredPayment(database, ownerId, id);
      return stored && { viewJson: JSON.stringify(viewPayment(stored.payment)), values: paymentValuesOf(stored) };
    },
    restore(tools, write, { entityId, restored, reverted: { entryId } }) {
      const stored = findStoredPayment(tools.database, write.actor.ownerId, entityId);
      if (stored === undefined) return { outcome: 'missing' };
      if (stored.isReverted) return { outcome: 'conflict', reason: 'renewalReverted' };
      const state = restoredState(stored, restored);
      if (stored.isRemoved && state.isRemoved) return { outcome: 'refused', fault: { field: 'removed' } };
      return store(tools, write, stored, state, { reverts: entryId });
    },
  },
};

/** A payment that lists show. */
function findMade(db: Db, { actor, paymentId }: Update | Delete): StoredPayment | undefined {
  const stored = findStoredPayment(db, actor.ownerId, paymentId);
  return stored === undefined || stored.isRemoved || stored.isReverted ? undefined : stored;
}

function currentJson({ database }: Tools, command: Update | Delete): string | undefined {
  const stored = findMade(database, command);
  return stored && JSON.stringify(viewPayment(stored.payment));
}

function correct(tools: Tools, command: Update): OutcomeOf<'payment.update'> {
  const { patch, today } = command;
  const stored = findMade(tools.database, command);
  if (stored === undefined) return { outcome: 'missing' };
  const { payment, paidAfter, recordedOn } = stored;
  const decision = correctPayment(payment, patch, { today, paidAfter, recordedOn });
  if ('refusal' in decision) return { outcome: 'notCorrected', reason: decision.refusal, paidAfter, today };
  return store(tools, command, stored, { payment: decision.corrected, isRemoved: false }, { patch });
}

function remove(tools: Tools, command: Delete): OutcomeOf<'payment.delete'> {
  const stored = findMade(tools.database, command);
  if (stored === undefined) return { outcome: 'missing' };
  const { viewJson } = store(tools, command, stored, { ...stored, isRemoved: true }, {});
  return isDryRun(command) ? { outcome: 'deleted', viewJson } : { outcome: 'deleted' };
}

/** Stores a changed payment with its audit entry. */
function store(
  { database, record }: Tools,
  command: Write,
  before: StoredPayment,
  after: PaymentState,
  recorded: Pick<PaymentRecord, 'patch' | 'reverts'>,
) {
  const { actor, at } = command;
  const { payment, isRemoved } = after;
  const { ownerId } = actor;
  updatePayment(database, ownerId, { payment, removedAt: isRemoved ? at : null });
  const action = isRemoved && !before.isRemoved ? 'payment.delete' : 'payment.update';
  const states = { name: before.name, before: auditPayment(before), after: auditPayment(after) };
  record(command, action, { entityType: 'payment', entityId: payment.id, ownerId }, { ...states, ...recorded });
  const result = { outcome: 'stored', viewJson: JSON.stringify(viewPayment(payment)) } as const;
  return isDryRun(command) ? ({ ...result, dryRun: true } as const) : result;
}

type RestoredValues = Required<PaymentPatch> & { readonly removed: boolean };

function restoredState({ payment, isRemoved }: StoredPayment, restored: Values): PaymentState {
  const { amount, paidOn = payment.paidOn, removed = isRemoved } = restored as Partial<RestoredValues>;
  const amountHundredths = amount === undefined ? payment.amountHundredths : checkedHundredths(amount);
  return { payment: { ...payment, paidOn, amountHundredths }, isRemoved: removed };
}
