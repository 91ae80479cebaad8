import { Kind } from '@sinclair/typebox';
import { shownFields, type Fields, type Json } from '../generator/fields.ts';
import { oracleOf } from '../support/billingOracle.ts';
import { DetailFields, type DetailField } from '../../src/modules/subscriptions/detailModel.ts';
import type { NoticeDetails } from '../../src/modules/subscriptions/rules/notice.ts';
import { operationWith } from '../generator/api.ts';
import { below, pick, type Random } from '../generator/random.ts';
import { anyValue } from '../generator/values.ts';
import { formatDay, parseDay } from '../support/calendar.ts';
import { expectedNotice } from '../support/noticeOracle.ts';

/** A subscription in the model. */
export interface SoakRecord extends Fields {
  readonly id: string;
  readonly nextPaymentDate: string;
  readonly details: SoakDetails;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An audit entry in the model. The server chooses its id, which is known once an answer has shown it. */
export interface SoakEntry {
  id: string | undefined;
  readonly subscriptionId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly action: 'subscription.create' | 'subscription.update';
  readonly metadata: Json;
  readonly createdAt: string;
}

/** A payment in the model. */
export interface SoakPayment {
  readonly subscriptionId: string;
  readonly dueOn: string;
  readonly paidOn: string;
  readonly amountHundredths: number;
  readonly currency: string;
}

/** The details of a record, each as answers show it. */
export type SoakDetails = Json & Readonly<Record<'anchorDay', number | null>> & NoticeDetails;

const detailSchemas = operationWith('updateDetails').body?.properties ?? {};

/** The details without any. */
const noDetails = Object.fromEntries(
  Object.entries(detailSchemas).map(([name, { type }]) => [name, type?.includes('array') === true ? [] : null]),
) as SoakDetails;

// These change more than the details, now or by a job; notes and tags are also stored without their case.
const peculiarDetails = new Set(['autoRenew', 'endsOn', 'everyMonths', 'notes', 'priceSteps', 'tags']);

/** Any change of one detail. */
export function anyDetailsChange(random: Random, today: string): Json {
  const text = `note ${below(random, 100)}`;
  const names = Object.keys(detailSchemas).filter((one) => !peculiarDetails.has(one));
  const name = pick(random, names);
  const about = { today, ids: [] };
  const other = { [name]: anyValue(random, detailSchemas[name] ?? {}, about) };
  return pick(random, [
    { notes: pick(random, [text, null]) },
    { tags: pick(random, [[text, 'family'], [], null]) },
    other,
  ]);
}

/** The value of a detail as it is shown: trimmed where its row says so, and an empty list for none. */
function shownDetail([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  const isTrimmed = DetailFields.properties[name as DetailField][Kind] === 'Label';
  if (typeof value === 'string' && isTrimmed) return [name, value.trim()];
  return [name, value ?? noDetails[name]];
}

/** The data of an owner: the records in the order of their creation, the payments and the trail, oldest first. */
export interface OwnerModel {
  readonly records: Map<string, SoakRecord>;
  payments: SoakPayment[];
  trail: SoakEntry[];
}

/** The request of a change, and its time according to the server. */
export interface Origin {
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly at: string;
}

/** A write without an answer. */
export type Pending =
  | { readonly kind: 'create'; readonly fields: Fields }
  | { readonly kind: 'update'; readonly id: string; readonly enter: (origin: Origin) => void }
  | { readonly kind: 'delete'; readonly id: string };

/** Whether a change of these fields changes the next payment. */
const scheduleFields = ['period', 'customDays', 'lastPaymentDate'] as const;

type Schedule = Fields & Pick<SoakRecord, 'details'>;

function nextPayment({ period, customDays, lastPaymentDate, details: { anchorDay } }: Schedule): string {
  return formatDay(oracleOf(period).next(parseDay(lastPaymentDate), customDays ?? 0, anchorDay));
}

/** The record after a creation. */
export function created(fields: Fields, id: string, at: string): SoakRecord {
  const record = { ...fields, details: noDetails };
  return { ...record, id, nextPaymentDate: nextPayment(record), createdAt: at, updatedAt: at };
}

/** The record after a change. */
export function changed(record: SoakRecord, change: Partial<Fields>, at: string): SoakRecord {
  const merged = { ...record, ...change, updatedAt: at };
  const next = { ...merged, customDays: merged.period === 'custom' ? merged.customDays : null };
  if (!isMove(change)) return next;
  const isMoved = scheduleFields.some((field) => next[field] !== record[field]);
  const anchored = isMoved ? anchoredAt(next, null) : next;
  return { ...anchored, nextPaymentDate: nextPayment(anchored) };
}

function anchoredAt(record: SoakRecord, anchorDay: number | null): SoakRecord {
  return { ...record, details: { ...record.details, anchorDay } };
}

function isMove(change: Partial<Fields>): boolean {
  return scheduleFields.some((field) => field in change);
}

/** The record after its next payment. */
function renewed(record: SoakRecord, at: string): SoakRecord {
  const { period, nextPaymentDate: lastPaymentDate } = record;
  const anchorDay = record.details.anchorDay ?? parseDay(record.lastPaymentDate).day;
  const needsAnchor = oracleOf(period).months !== undefined && anchorDay !== parseDay(lastPaymentDate).day;
  const paid = { ...record, lastPaymentDate, updatedAt: at };
  const next = needsAnchor ? anchoredAt(paid, anchorDay) : paid;
  return { ...next, nextPaymentDate: nextPayment(next) };
}

/** The record after a change of its details. */
function described(record: SoakRecord, change: Json, at: string): SoakRecord {
  const shown = Object.fromEntries(Object.entries(change).map(shownDetail));
  const next = { ...record, details: { ...record.details, ...shown } };
  if (next.details.anchorDay === record.details.anchorDay) return next;
  const nextPaymentDate = nextPayment(next);
  return nextPaymentDate === record.nextPaymentDate ? next : { ...next, nextPaymentDate, updatedAt: at };
}

/** The details of a record in answers, on a day. */
export function shownDetails(model: OwnerModel, id: string, today: string): Json {
  const { details } = recordIn(model, id);
  return { ...details, noticeBy: expectedNotice(details, today)?.noticeBy ?? null };
}

/** The record in answers and in the trail. */
export function viewOf(record: SoakRecord): Json {
  const { id, nextPaymentDate, createdAt, updatedAt, details: _details, ...fields } = record;
  return { id, nextPaymentDate, createdAt, updatedAt, ...shownFields(fields) };
}

/** Records a creation in the model. */
export function recordCreation(model: OwnerModel, record: SoakRecord, origin: Origin): void {
  model.records.set(record.id, record);
  addEntry(model, record.id, origin, 'subscription.create', { after: viewOf(record) });
}

/** Records a change in the model; the body is what the client sent. */
export function recordChange(model: OwnerModel, id: string, change: Partial<Fields>, body: Json, origin: Origin): void {
  const before = recordIn(model, id);
  const after = changed(before, change, origin.at);
  // A date or period that is set may clear the anchor day.
  const isAnchored = isMove(change) && before.details.anchorDay !== null;
  const details = { before: before.details, after: after.details, patch: {} };
  recordUpdate(model, after, { patch: body, ...(isAnchored && { details }) }, origin);
}

/** Records in the model that the next payment was made; without an amount, for the price of the record. */
export function recordRenewal(
  model: OwnerModel,
  id: string,
  amountHundredths: number | undefined,
  origin: Origin,
): void {
  const before = recordIn(model, id);
  const after = renewed(before, origin.at);
  const [dueOn, today] = [before.nextPaymentDate, origin.at.slice(0, 10)];
  const paidOn = today < dueOn ? today : dueOn;
  const { currency } = before;
  const amount = amountHundredths ?? before.amountHundredths;
  model.payments.push({ subscriptionId: id, dueOn, paidOn, amountHundredths: amount, currency });
  const renewal = {
    dueOn,
    paidOn,
    anchorDay: { before: before.details.anchorDay, after: after.details.anchorDay },
    nextPaymentDate: { before: before.nextPaymentDate, after: after.nextPaymentDate },
  };
  recordUpdate(model, after, { patch: { lastPaymentDate: dueOn }, renewal }, origin);
}

/** Records a change of details in the model. */
export function recordDetails(model: OwnerModel, id: string, patch: Json, origin: Origin): void {
  const before = recordIn(model, id);
  const after = described(before, patch, origin.at);
  const details = { before: before.details, after: after.details, patch };
  recordUpdate(model, after, { patch: {}, details }, origin);
}

function recordIn({ records }: OwnerModel, id: string): SoakRecord {
  const record = records.get(id);
  if (record === undefined) throw new Error(`the model has no record ${id}`);
  return record;
}

function recordUpdate(model: OwnerModel, after: SoakRecord, recorded: Json, origin: Origin): void {
  const before = viewOf(recordIn(model, after.id));
  model.records.set(after.id, after);
  addEntry(model, after.id, origin, 'subscription.update', { before, after: viewOf(after), ...recorded });
}

/** Records a deletion in the model, which also deletes the payments and the trail of the record. */
export function recordDeletion(model: OwnerModel, id: string): void {
  model.records.delete(id);
  model.payments = model.payments.filter((payment) => payment.subscriptionId !== id);
  model.trail = model.trail.filter((entry) => entry.subscriptionId !== id);
}

function addEntry(
  { trail }: OwnerModel,
  subscriptionId: string,
  { apiKeyId, requestId, at }: Origin,
  action: SoakEntry['action'],
  metadata: SoakEntry['metadata'],
): void {
  trail.push({ id: undefined, subscriptionId, apiKeyId, requestId, action, metadata, createdAt: at });
}
