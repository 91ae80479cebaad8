import type { ValueChange, Values } from '../../../core/audit/revert.ts';
import { viewPayment, type Payment, type PaymentView } from '../model.ts';

/** A payment as the audit trail sees it: also one that was removed. */
export type AuditedPayment = PaymentView & { readonly removed: boolean };

/** What the entry of a correction or a removal records. */
export interface PaymentRecord {
  /** The name of the subscription at that time. */
  readonly name: string;
  readonly before: AuditedPayment;
  readonly after: AuditedPayment;
  /** What the client sent; absent for a removal. */
  readonly patch?: object;
  /** The id of the entry that this one reverts. */
  readonly reverts?: string;
}

/** A payment, and whether it was removed. */
export interface PaymentState {
  readonly payment: Payment;
  readonly isRemoved: boolean;
}

/** The fields that a revert restores: removing a payment changes `removed`. */
export const revertiblePaymentFields = ['paidOn', 'amount', 'removed'] as const;

/** A payment for the audit trail. */
export function auditPayment({ payment, isRemoved }: PaymentState): AuditedPayment {
  return { ...viewPayment(payment), removed: isRemoved };
}

/** The values before and after a correction or a removal. */
export function paymentChangeOf({ before, after }: PaymentRecord): ValueChange {
  return { before: { ...before }, after: { ...after } };
}

/** The values of a payment. */
export function paymentValuesOf(state: PaymentState): Values {
  return { ...auditPayment(state) };
}
