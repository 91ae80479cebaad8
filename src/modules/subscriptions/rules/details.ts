import { defaultsOf, storedOf } from '../../../core/fields/define.ts';
import {
  DetailFields,
  detailNames,
  type DetailField,
  type Details,
  type DetailsPatch,
  type DetailsView,
} from '../detailModel.ts';
import { noticeOf } from './notice.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../model.ts';
import {
  createSubscription,
  updateSubscription,
  type Birth,
  type Decision,
  type Subscription,
} from './subscription.ts';

/** The details on which the dates of a subscription depend; they are a part of it. */
const scheduleDetails = ['everyMonths', 'anchorDay', 'endsOn'] as const satisfies readonly DetailField[];

type OwnDetail = Exclude<DetailField, (typeof scheduleDetails)[number]>;

/** The details that are stored beside a subscription, because nothing of it depends on them. */
export type OwnDetails = Pick<Details, OwnDetail>;

/** Their names, in the order of the table. */
export const ownDetailNames: readonly OwnDetail[] = detailNames.filter(isOwnDetail);

function isOwnDetail(name: DetailField): name is OwnDetail {
  return !(scheduleDetails as readonly DetailField[]).includes(name);
}

/** A subscription with its details. */
export interface Detailed {
  readonly subscription: Subscription;
  readonly details: Details;
}

/** A change of a subscription and its details. An empty patch changes nothing of its part. */
export interface DetailedPatch {
  readonly patch: SubscriptionPatch;
  readonly details: DetailsPatch;
}

/** The details of a subscription without any; also the patch that clears all. */
export const noDetails = defaultsOf(DetailFields) as Details;

/** The details as answers have them on a day, `YYYY-MM-DD`. */
export function viewDetails(details: Details, today: string): DetailsView {
  return { ...details, noticeBy: noticeOf(details, today)?.noticeBy ?? null };
}

/** The whole details of a subscription, in the order of the table. */
function wholeDetails({ everyMonths, anchorDay, endsOn }: Subscription, own: OwnDetails): Details {
  return { ...noDetails, ...own, everyMonths, anchorDay, endsOn };
}

/** The subscription with details that a draft describes. */
export function createDetailed(draft: SubscriptionDraft, details: DetailsPatch, birth: Birth): Decision<Detailed> {
  const decision = createSubscription(draft, birth, details);
  if ('fault' in decision) return decision;
  return { value: { subscription: decision.value, details: changed(decision.value, noDetails, details) } };
}

/**
 * The subscription and its details after a change of both. Its `updatedAt` stays as it is when nothing else of what clients
 * see of the subscription changes.
 *
 * @param at the instant of the change, ISO 8601 UTC
 */
export function updateDetailed(stored: Detailed, { patch, details }: DetailedPatch, at: string): Decision<Detailed> {
  const before = stored.subscription;
  const decision = updateSubscription(before, patch, at, details);
  if ('fault' in decision) return decision;
  const isSame = Object.keys(patch).length === 0 && decision.value.nextPaymentDate === before.nextPaymentDate;
  const subscription = isSame ? { ...decision.value, updatedAt: before.updatedAt } : decision.value;
  return { value: { subscription, details: changed(subscription, stored.details, details) } };
}

/** The details after a patch, given the subscription after it. */
function changed(subscription: Subscription, details: Details, patch: DetailsPatch): Details {
  return wholeDetails(subscription, { ...details, ...(storedOf(DetailFields, patch) as Partial<Details>) });
}
