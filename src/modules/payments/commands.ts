import type { CorrectionRefusal, PaymentPatch } from './model.ts';
import type { Audited, Deleted, Missing, Stale, Stored, WriteOptions, WriteOrigin } from '../../core/writer/origin.ts';

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
      | Stored
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
    readonly result: Deleted | Missing | Stale;
  };
}
