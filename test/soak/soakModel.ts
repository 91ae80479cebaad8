import { shownFields, type Fields, type Json } from '../generator/fields.ts';
import { oracleOf } from '../support/billingOracle.ts';
import { formatDay, parseDay } from '../support/calendar.ts';

/** A subscription as the model knows it. */
export interface SoakRecord extends Fields {
  readonly id: string;
  readonly nextPaymentDate: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An audit entry as the model knows it; its id is the server's choice, and known once an answer has told it. */
export interface SoakEntry {
  id: string | undefined;
  readonly subscriptionId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly action: 'subscription.create' | 'subscription.update';
  readonly metadata: Json;
  readonly createdAt: string;
}

/** All that an owner has: the records in the order of their creation, and the trail, oldest first. */
export interface OwnerModel {
  readonly records: Map<string, SoakRecord>;
  trail: SoakEntry[];
}

/** Which request made a change, and when, as the server tells. */
export interface Origin {
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly at: string;
}

/** Whether a change of these fields has the next payment computed anew. */
const scheduleFields = ['period', 'customDays', 'lastPaymentDate'] as const;

function nextPayment({ period, customDays, lastPaymentDate }: Fields): string {
  return formatDay(oracleOf(period).next(parseDay(lastPaymentDate), customDays ?? 0));
}

/** The record that a creation makes. */
export function created(fields: Fields, id: string, at: string): SoakRecord {
  return { ...fields, id, nextPaymentDate: nextPayment(fields), createdAt: at, updatedAt: at };
}

/** The record that a change leaves. */
export function changed(record: SoakRecord, change: Partial<Fields>, at: string): SoakRecord {
  const merged = { ...record, ...change, updatedAt: at };
  const next = { ...merged, customDays: merged.period === 'custom' ? merged.customDays : null };
  if (!scheduleFields.some((field) => field in change)) return next;
  return { ...next, nextPaymentDate: nextPayment(next) };
}

/** The record as answers and the trail show it. */
export function viewOf({ id, nextPaymentDate, createdAt, updatedAt, ...fields }: SoakRecord): Json {
  return { id, nextPaymentDate, createdAt, updatedAt, ...shownFields(fields) };
}

/** Takes a creation into the model. */
export function recordCreation(model: OwnerModel, record: SoakRecord, origin: Origin): void {
  model.records.set(record.id, record);
  addEntry(model, record.id, origin, 'subscription.create', { after: viewOf(record) });
}

/** Takes a change into the model; the patch is what the client sent. */
export function recordChange(model: OwnerModel, after: SoakRecord, patch: object, origin: Origin): void {
  const before = model.records.get(after.id);
  if (before === undefined) throw new Error(`the model has no record ${after.id}`);
  model.records.set(after.id, after);
  const metadata = { before: viewOf(before), after: viewOf(after), patch };
  addEntry(model, after.id, origin, 'subscription.update', metadata);
}

/** Takes a deletion into the model, and with it the trail of the record. */
export function recordDeletion(model: OwnerModel, id: string): void {
  model.records.delete(id);
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
