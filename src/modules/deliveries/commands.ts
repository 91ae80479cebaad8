import type { ChangeMessage } from '../../core/outgoing/message.ts';
import type { AttemptResult, DeliveryState } from './rules/delivery.ts';
import type { RemindedOf } from '../reminders/rules/messages.ts';
import type { PlanTime } from '../reminders/store/plan.ts';
import type { Audited, Missing, Stale, WriteOptions, WriteOrigin } from '../../core/writer/origin.ts';

/** What a delivery tells of: events that are due, or a change. */
export type DeliveryContent = { readonly reminders: readonly RemindedOf[] } | { readonly change: ChangeMessage };

/** Which deliveries are deleted: those made before some instants, ISO 8601 UTC. */
interface OldDeliveries {
  readonly before: string;
  /** Before it, only the data of changes. */
  readonly dataBefore: string;
}

/** The commands on deliveries, by kind, with their possible results. Those of the service have no actor and no audit entries. */
export interface DeliveryCommands {
  /** Stores the reminders of an owner that are due, unless they are stored already. */
  readonly 'delivery.plan': {
    readonly input: PlanTime & { readonly ownerId: number };
    readonly result: { readonly outcome: 'planned' };
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
      | { readonly outcome: 'notStarted' }
      /** Its channel must get its secrets first. */
      | { readonly outcome: 'secretsMissing' };
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
  /** Deletes old deliveries that are not pending, and the data of changes that cannot be sent any more. */
  readonly 'delivery.purge': {
    readonly input: OldDeliveries;
    readonly result: { readonly outcome: 'purged' };
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
