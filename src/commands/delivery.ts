import type { ChangeMessage } from '../domain/channels/message.ts';
import type { AttemptResult, DeliveryState } from '../domain/reminders/delivery.ts';
import type { RemindedOf } from '../domain/reminders/messages.ts';
import type { Audited, Missing, Stale, WriteOptions, WriteOrigin } from './origin.ts';

/** How far the plan of reminders has come: the subscriptions of an owner after an instant of creation and a sequence number. */
export interface PlanCursor {
  readonly ownerId: number;
  readonly createdAt: string;
  readonly sequence: number;
}

/** What a delivery tells of: events that are due, or a change. */
export type DeliveryContent = { readonly reminders: readonly RemindedOf[] } | { readonly change: ChangeMessage };

/** Which deliveries are deleted: those made before some instants, ISO 8601 UTC. */
export interface OldDeliveries {
  readonly before: string;
  /** Before it, only the data of changes. */
  readonly dataBefore: string;
}

/** A place among the deliveries: an owner, and the delivery of that owner that was looked at last, or 0. */
export interface TrimPlace {
  readonly ownerId: number;
  readonly sequence: number;
}

/** The commands on deliveries, by kind, with their possible results. Those of the service have no actor and no audit entries. */
export interface DeliveryCommands {
  /** Stores some of the reminders that are due as deliveries, from a cursor on. */
  readonly 'delivery.plan': {
    readonly input: {
      /** The instant up to which reminders are due; the same for all commands of a run. ISO 8601 UTC. */
      readonly until: string;
      /** The IANA time zone of days and times. */
      readonly timeZone: string;
      readonly cursor?: PlanCursor;
    };
    readonly result: {
      readonly outcome: 'planned';
      /** Where the next command continues; absent when nothing is left. */
      readonly cursor?: PlanCursor;
    };
  };
  /** Begins an attempt of a delivery that is due, or decides that it is not sent. */
  readonly 'delivery.start': {
    readonly input: {
      readonly deliveryId: string;
      /** The instant of the attempt, ISO 8601 UTC. */
      readonly at: string;
      /** The IANA time zone of days. */
      readonly timeZone: string;
    };
    readonly result:
      | ({ readonly outcome: 'started'; readonly ownerId: number; readonly channelId: string } & DeliveryContent)
      /** It is not pending, not due yet, or not sent for a reason that is stored. */
      | { readonly outcome: 'notStarted' };
  };
  /** Stores the result of an attempt. */
  readonly 'delivery.end': {
    readonly input: {
      readonly deliveryId: string;
      /** ISO 8601 UTC. */
      readonly at: string;
      readonly result: AttemptResult;
    };
    readonly result: { readonly outcome: 'ended'; readonly state: DeliveryState };
  };
  /** Deletes some deliveries that are not pending, and the data of some changes that cannot be sent any more. */
  readonly 'delivery.purge': {
    readonly input: OldDeliveries;
    readonly result: { readonly outcome: 'purged'; readonly isMore: boolean };
  };
  /** Deletes some changes that have ended, of owners with too many deliveries. */
  readonly 'delivery.trim': {
    /** Where the command before it has stopped. */
    readonly input: { readonly from: TrimPlace };
    readonly result: {
      readonly outcome: 'trimmed';
      /** Where to go on; null after the last owner. */
      readonly next: TrimPlace | null;
    };
  };
  /** Sends a delivery again that failed, or was skipped for what may have changed. */
  readonly 'delivery.retry': {
    readonly input: WriteOrigin & WriteOptions & Audited & { readonly deliveryId: string };
    readonly result:
      | {
          readonly outcome: 'stored';
          /** The delivery as JSON. */
          readonly viewJson: string;
          readonly dryRun?: true;
        }
      | { readonly outcome: 'notFailed'; readonly state: DeliveryState }
      /** Its channel is disabled or deleted. */
      | { readonly outcome: 'channelOff' }
      | Missing
      | Stale;
  };
}
