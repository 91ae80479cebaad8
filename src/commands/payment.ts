import type { CorrectionRefusal, PaymentPatch } from '../domain/payments/payment.ts';
import type { Audited, Missing, Stale, WriteOptions, WriteOrigin } from './origin.ts';

type Origin = WriteOrigin & WriteOptions & Audited & { readonly paymentId: string };

/** The commands on payments made, by kind, with their possible results. Both leave the subscription as it is. */
export interface PaymentCommands {
  /** Corrects the day or the amount of a payment. */
  readonly 'payment.update': {
    readonly input: Origin & {
      /** The current day in the server's time zone, `YYYY-MM-DD`. */
      readonly today: string;
      readonly patch: PaymentPatch;
    };
    readonly result:
      | {
          readonly outcome: 'stored';
          /** The payment as JSON. */
          readonly viewJson: string;
          /** Whether it was a dry run, so that nothing was stored. */
          readonly dryRun?: true;
        }
      | Missing
      | Stale
      | {
          readonly outcome: 'notCorrected';
          readonly reason: CorrectionRefusal;
          /** The last payment date before the renewal, and the current day, `YYYY-MM-DD`. */
          readonly paidAfter: string;
          readonly today: string;
        };
  };
  /** Removes a payment. A revert brings it back. */
  readonly 'payment.delete': {
    readonly input: Origin;
    readonly result:
      | {
          readonly outcome: 'deleted';
          /** In a dry run: the payment that would be removed. */
          readonly viewJson?: string;
        }
      | Missing
      | Stale;
  };
}
