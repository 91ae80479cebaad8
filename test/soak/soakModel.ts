import { shownFields, type Fields, type Json } from '../generator/fields.ts';
import { oracleOf } from '../support/billingOracle.ts';
import { formatDay, parseDay } from '../support/calendar.ts';

/** A subscription in the model. */
export interface SoakRecord extends Fields {
  readonly id: string;
  readonly nextPaymentDate: string;
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

/** The data of an owner: the records in the order of their creation, and the trail, oldest first. */
export interface OwnerModel {
  readonly records: Map<string, SoakRecord>;
  trail: SoakEntry[];
}

/** The request of a change, and its time according to the server. */
export interface Origin {
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly at: string;
}

/** Whether a change of these fields changes the next payment. */
const scheduleFields = ['period', 'customDays', 'lastPaymentDate'] as const;

function nextPayment({ period, customDays, lastPaymentDate }: Fields): string {
  return formatDay(oracleOf(period).next(parseDay(lastPaymentDate), customDays ?? 0));
}

/** The record after a creation. */
export function created(fields: Fields, id: string, at: string): SoakRecord {
  return { ...fields, id, nextPaymentDate: nextPayment(fields), createdAt: at, updatedAt: at };
}

/** The record after a change. */
export function changed(record: SoakRecord, change: Partial<Fields>, at: string): SoakRecord {
  const merged = { ...record, ...change, updatedAt: at };
  const next = { ...merged, customDays: merged.period === 'custom' ? merged.customDays : null };
  if (!scheduleFields.some((field) => field in change)) return next;
  return { ...next, nextPaymentDate: nextPayment(next) };
}

/** The record in answers and in the trail. */
export function viewOf({ id, nextPaymentDate, createdAt, updatedAt, ...fields }: SoakRecord): Json {
  return { id, nextPaymentDate, createdAt, updatedAt, ...shownFields(fields) };
}

/** Records a creation in the model. */
export function recordCreation(model: OwnerModel, record: SoakRecord, origin: Origin): void {
  model.records.set(record.id, record);
  addEntry(model, record.id, origin, 'subscription.create', { after: viewOf(record) });
}

/** Records a change in the model; the patch is what the client sent. */
export function recordChange(model: OwnerModel, after: SoakRecord, patch: object, origin: Origin): void {
  const before = model.records.get(after.id);
  if (before === undefined) throw new Error(`the model has no record ${after.id}`);
  model.records.set(after.id, after);
  const metadata = { before: viewOf(before), after: viewOf(after), patch };
  addEntry(model, after.id, origin, 'subscription.update', metadata);
}

/** Records a deletion in the model, which also deletes the trail of the record. */
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
