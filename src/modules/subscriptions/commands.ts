import type { Audited, Deleted, Missing, Stale, Stored, WriteOptions, WriteOrigin } from '../../core/writer/origin.ts';
import type { DetailsPatch } from './detailModel.ts';
import type { CurrencyFault } from '../../core/billing/currencies.ts';
import type { SubscriptionDraft, SubscriptionPatch } from './model.ts';
import type { PaymentMade, RefusedRenewals, RenewalRefusal } from './rules/renewal.ts';
import type { RelationFault, StepFault } from './rules/subscription.ts';

type Origin = WriteOrigin & WriteOptions;

interface Target {
  readonly subscriptionId: string;
}

/**
 * What the result of a write shows as JSON, and If-Match compares: the record (by default), the record with its details, or
 * the details alone.
 */
export interface Shown {
  /** Details are shown as they are on the current day in the server's time zone, `YYYY-MM-DD`. */
  readonly shows?: { readonly parts: 'both' | 'details'; readonly today: string };
}

/** A write that may give a record another currency. */
export interface Restricted {
  /** The currencies that it may give; without it, any. A record that has another one keeps it. */
  readonly currencies?: readonly string[];
}

interface StoredRecord extends Stored {
  /** In a dry run: other subscriptions with the same normalised name, as in the duplicates report. */
  readonly duplicateIds?: readonly string[];
}

interface Refused {
  readonly outcome: 'refused';
  readonly fault: RelationFault | CurrencyFault | StepFault;
}

interface NotRenewed extends Omit<RefusedRenewals, 'refusal'> {
  readonly outcome: 'notRenewed';
  readonly reason: RenewalRefusal;
  /** The stored record. */
  readonly currentJson: string;
  /** The last day on which a payment may be due. */
  readonly endsOn: string | null;
  /** What the client sent. */
  readonly payment: PaymentMade;
  /** The current day in the server's time zone, `YYYY-MM-DD`. */
  readonly today: string;
}

/** The ids of a payment and of the audit entry of its renewal. */
export interface RenewalIds {
  readonly paymentId: string;
  readonly auditEntryId: string;
}

/** How far the search for due subscriptions has come. */
export type RenewalCursor =
  /** Those of one owner after a due date and, on that date, after a sequence number; and the payments made for the owner. */
  | {
      readonly phase: 'renewals';
      readonly ownerId: number;
      readonly day: string;
      readonly sequence: number;
      readonly made: number;
    }
  /** Those whose planned price has come: what is done is not found again. */
  | { readonly phase: 'prices' }
  /** Those whose last day is after a day and, on that day, those after a sequence number. */
  | { readonly phase: 'ends'; readonly day: string; readonly sequence: number };

/** More audit entries than one command of automatic renewals writes. */
export const entriesOfRenewDueMax = 100;

/** Renews some due subscriptions, from a cursor on. Days are `YYYY-MM-DD`. */
export interface RenewDue {
  readonly input: {
    /** The instant of the write, ISO 8601 UTC. */
    readonly at: string;
    /** The request id of its audit entries. */
    readonly requestId: string;
    /** The current day in the time zone. */
    readonly today: string;
    /** The IANA time zone of days. */
    readonly timeZone: string;
    /** Where the command before it stopped. */
    readonly cursor?: RenewalCursor;
  };
  readonly result: {
    readonly outcome: 'renewed';
    /** The number of payments made, of planned prices that became the amount, and of subscriptions ended. */
    readonly payments: number;
    readonly priced: number;
    readonly ended: number;
    /** The number of audit entries, fewer than {@link entriesOfRenewDueMax}. */
    readonly entries: number;
    /** Whether an owner has so much to renew that the rest is left to a later run. */
    readonly isRestLeft: boolean;
    /** Where the next command continues; absent when nothing is left. */
    readonly cursor?: RenewalCursor;
  };
}

/** The commands on subscriptions, by kind, with their possible results. */
export interface SubscriptionCommands {
  readonly 'subscription.create': {
    readonly input: Origin &
      Target &
      Audited &
      Shown & { readonly draft: SubscriptionDraft; readonly details?: DetailsPatch };
    readonly result: StoredRecord | Refused;
  };
  readonly 'subscription.update': {
    /** An empty patch changes details only. */
    readonly input: Origin &
      Target &
      Audited &
      Shown &
      Restricted & { readonly patch: SubscriptionPatch; readonly details?: DetailsPatch };
    readonly result: StoredRecord | Missing | Stale | Refused;
  };
  /** Clears all details of a subscription. */
  readonly 'subscription.deleteDetails': {
    readonly input: Origin &
      Target &
      Audited & {
        /** The current day in the server's time zone, `YYYY-MM-DD`. */
        readonly today: string;
      };
    readonly result: Deleted | Missing | Stale | Refused;
  };
  readonly 'subscription.delete': {
    readonly input: Origin & Target & Audited;
    readonly result: Deleted | Missing | Stale;
  };
  /** Records that payments were made: all of them, or none. */
  readonly 'subscription.renew': {
    readonly input: Origin &
      Target & {
        /** One for each payment, in the order of their due dates. */
        readonly renewals: readonly RenewalIds[];
        /** The current day in the server's time zone, `YYYY-MM-DD`. */
        readonly today: string;
        readonly payment: PaymentMade;
      };
    readonly result: StoredRecord | Missing | Stale | NotRenewed;
  };
}
