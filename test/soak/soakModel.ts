import { shownFields, type Fields, type Json } from '../generator/fields.ts';
import { oracleOf } from '../support/billingOracle.ts';
import { formatDay, parseDay } from '../support/calendar.ts';

/** A subscription in the model. */
export interface SoakRecord extends Fields {
  readonly id: string;
  readonly nextPaymentDate: string;
  /** The details that the test changes. */
  readonly anchorDay: number | null;
  readonly notes: string | null;
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

/** A change of details. */
export type DetailsChange = Partial<Pick<SoakRecord, 'anchorDay' | 'notes'>>;

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

type Schedule = Fields & Pick<SoakRecord, 'anchorDay'>;

function nextPayment({ period, customDays, lastPaymentDate, anchorDay }: Schedule): string {
  return formatDay(oracleOf(period).next(parseDay(lastPaymentDate), customDays ?? 0, anchorDay));
}

/** The record after a creation. */
export function created(fields: Fields, id: string, at: string): SoakRecord {
  const details = { anchorDay: null, notes: null };
  const nextPaymentDate = nextPayment({ ...fields, ...details });
  return { ...fields, ...details, id, nextPaymentDate, createdAt: at, updatedAt: at };
}

/** The record after a change. */
export function changed(record: SoakRecord, change: Partial<Fields>, at: string): SoakRecord {
  const merged = { ...record, ...change, updatedAt: at };
  const next = { ...merged, customDays: merged.period === 'custom' ? merged.customDays : null };
  if (!isMove(change)) return next;
  const isMoved = scheduleFields.some((field) => next[field] !== record[field]);
  const anchored = { ...next, anchorDay: isMoved ? null : record.anchorDay };
  return { ...anchored, nextPaymentDate: nextPayment(anchored) };
}

function isMove(change: Partial<Fields>): boolean {
  return scheduleFields.some((field) => field in change);
}

/** The record after its next payment. */
function renewed(record: SoakRecord, at: string): SoakRecord {
  const { period, nextPaymentDate: lastPaymentDate } = record;
  const anchorDay = record.anchorDay ?? parseDay(record.lastPaymentDate).day;
  const needsAnchor = oracleOf(period).months !== undefined && anchorDay !== parseDay(lastPaymentDate).day;
  const next = { ...record, lastPaymentDate, anchorDay: needsAnchor ? anchorDay : record.anchorDay, updatedAt: at };
  return { ...next, nextPaymentDate: nextPayment(next) };
}

/** The record after a change of its details. */
function described(record: SoakRecord, details: DetailsChange, at: string): SoakRecord {
  const next = { ...record, ...details };
  if (next.anchorDay === record.anchorDay) return next;
  const nextPaymentDate = nextPayment(next);
  return nextPaymentDate === record.nextPaymentDate ? next : { ...next, nextPaymentDate, updatedAt: at };
}

/** The details of a record in answers and in the trail. */
export function detailsOf({ notes, anchorDay }: SoakRecord): Json {
  const dates = { trialEndsOn: null, endsOn: null, cancelBefore: null };
  return { notes, url: null, paymentMethod: null, tags: [], ...dates, anchorDay, autoRenew: null, everyMonths: null };
}

/** The record in answers and in the trail. */
export function viewOf(record: SoakRecord): Json {
  const { id, nextPaymentDate, createdAt, updatedAt, anchorDay: _anchorDay, notes: _notes, ...fields } = record;
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
  const isAnchored = isMove(change) && before.anchorDay !== null;
  const details = { before: detailsOf(before), after: detailsOf(after), patch: {} };
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
    anchorDay: { before: before.anchorDay, after: after.anchorDay },
    nextPaymentDate: { before: before.nextPaymentDate, after: after.nextPaymentDate },
  };
  recordUpdate(model, after, { patch: { lastPaymentDate: dueOn }, renewal }, origin);
}

/** Records a change of details in the model. */
export function recordDetails(model: OwnerModel, id: string, patch: DetailsChange, origin: Origin): void {
  const before = recordIn(model, id);
  const after = described(before, patch, origin.at);
  const details = { before: detailsOf(before), after: detailsOf(after), patch };
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
