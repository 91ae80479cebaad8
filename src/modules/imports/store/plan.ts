import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../core/database/db.ts';
import type { PreparedRecord } from '../commands.ts';
import { creationMetadata, updateMetadata } from '../../../core/audit/auditEntry.ts';
import { amountOf, checkedHundredths } from '../../../core/billing/money.ts';
import type { DuplicateChoice, ImportOutcome } from '../rules/importPlan.ts';
import type { ImportRow } from '../rules/importTypes.ts';
import { remark, type Remark } from '../rules/values/remarks.ts';
import { faultInCurrency, type CurrencyFault } from '../../../core/billing/currencies.ts';
import { createDetailed, noDetails, updateDetailed, type Detailed } from '../../subscriptions/rules/details.ts';
import type { DetailsPatch } from '../../subscriptions/detailModel.ts';
import type { Currency, Status, SubscriptionDraft } from '../../subscriptions/model.ts';
import { viewSubscription, type Birth, type RelationFault } from '../../subscriptions/rules/subscription.ts';
import type { Period } from '../../../core/billing/periodTable.ts';
import { ownDetailsRow } from '../../subscriptions/store/details.ts';
import { readRevisionsOfData } from '../../../core/audit/revisions.ts';
import { readSubscriptions, rowOf, type RecordRow } from '../../subscriptions/store/subscriptions.ts';
import { matchRecords, type Planned } from './matching.ts';
import { findTwins, type Twin } from './twins.ts';

/** A record of a file whose fields and details have passed their own checks. */
export type ImportableRecord = Omit<ImportRow, 'draft' | 'details'> & {
  readonly draft: SubscriptionDraft;
  readonly details?: DetailsPatch | undefined;
};

/** What an import does with a record. */
export interface RecordDecision {
  readonly outcome: ImportOutcome;
  /** The subscription that is created, updated, or was there already. */
  readonly id?: string;
  readonly duplicateOf?: Duplicated;
  readonly notes?: readonly Remark[];
  readonly fault?: RelationFault | CurrencyFault;
  /** How many subscriptions of the same status it could update: none of them is updated. */
  readonly candidates?: number;
}

/** What a record duplicates: a subscription with an id, or an earlier record of the file with its place. */
interface Duplicated {
  readonly id?: string;
  readonly row?: number;
  readonly name: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly status: Status;
}

/** For whom and how records are imported. */
interface PlanOptions {
  readonly ownerId: number;
  readonly importId: string;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly onDuplicate: DuplicateChoice;
  /** The currencies that a new subscription may have. */
  readonly currencies: readonly string[];
  readonly newId: () => string;
}

/** What an import of records would do, and the records ready to be stored. */
interface ImportPlan {
  readonly decisions: readonly RecordDecision[];
  readonly prepared: readonly PreparedRecord[];
  /** The revision of the owner's data with which it was made. */
  readonly revision: number;
}

/** Plans the imports of an owner with one snapshot of the stored data. Writes nothing. */
export type PlanImport = (records: readonly ImportableRecord[], options: PlanOptions) => ImportPlan;

/** Creates a function that plans imports on a connection. */
export function planImports(database: Db): PlanImport {
  const reader = readSubscriptions(database);
  const twinsOf = findTwins(database);
  const revisionOf = readRevisionsOfData(database);
  return function planImport(records, options) {
    return database.transaction(() => {
      const { newId, at } = options;
      const creations = records.map((record) => creationOf(record, { id: newId(), at }));
      const wanted = creations.filter((one) => 'created' in one);
      const matching = matchRecords(wanted, (key) => twinsOf(options.ownerId, key));
      const plan: Plan = { reader, options, matching, prepared: [] };
      const decisions = creations.map((one) => ('created' in one ? decide(plan, one) : one));
      return { decisions, prepared: plan.prepared, revision: revisionOf(options.ownerId) };
    });
  };
}

interface Plan {
  readonly reader: ReturnType<typeof readSubscriptions>;
  readonly options: PlanOptions;
  readonly matching: ReturnType<typeof matchRecords>;
  readonly prepared: PreparedRecord[];
}

/** A record as a new subscription. */
interface Creation extends Planned {
  readonly record: ImportableRecord;
  readonly created: Detailed;
}

function creationOf(record: ImportableRecord, birth: Birth): Creation | RecordDecision {
  const { draft, details = {}, row, fileId, payer } = record;
  const decision = createDetailed(draft, details, birth);
  if ('fault' in decision) return { outcome: 'failed', fault: decision.fault };
  const created = decision.value;
  return { record, row, id: birth.id, fileId, payer, created, stored: rowOf(created.subscription) };
}

function decide(plan: Plan, creation: Creation): RecordDecision {
  const { matching, options } = plan;
  const { onDuplicate } = options;
  const { record, id, stored } = creation;
  const { earlier, twin, candidates } = matching.matchOf(creation);
  if (earlier !== undefined && onDuplicate !== 'create')
    return { outcome: 'skipped', id: earlier.id, duplicateOf: { row: earlier.row, ...shownRow(earlier.stored) } };
  const duplicateOf = twin === undefined ? shownEarlier(earlier) : { id: twin.id, ...shownRow(twin) };
  const duplicated = duplicateOf === undefined ? {} : { duplicateOf };
  if (twin !== undefined && onDuplicate !== 'create') {
    if (onDuplicate === 'update' && candidates > 1) return { outcome: 'failed', candidates, ...duplicated };
    matching.add({ ...creation, id: twin.id });
    const result = onDuplicate === 'skip' ? skipped(stored, twin) : update(plan, record, twin);
    return { ...result, id: twin.id, ...duplicated };
  }
  const fault = faultInCurrency('', stored.currency, options.currencies);
  if (fault !== undefined) return { outcome: 'failed', fault, ...duplicated };
  matching.add(creation);
  prepareCreation(plan, creation);
  return { outcome: 'created', id, ...duplicated };
}

/** Whoever has an old subscription of the same name learns that the one of the file is not there. */
function skipped({ status }: RecordRow, twin: Twin): RecordDecision {
  const notes = [remark('existingStatus', { status: twin.status })];
  return { outcome: 'skipped', ...(twin.status !== status && { notes }) };
}

function shownEarlier(earlier: Planned | undefined): Duplicated | undefined {
  return earlier && { row: earlier.row, ...shownRow(earlier.stored) };
}

function shownRow({ name, amountHundredths, currency, period, status }: Omit<Twin, 'id' | 'revision'>) {
  return { name, amount: amountOf(amountHundredths), currency, period, status };
}

function prepareCreation({ prepared, options }: Plan, { record, created, stored }: Creation): void {
  const { payments: made = [], details } = record;
  const { importId, newId, onDuplicate } = options;
  const auditEntryId = newId();
  const ofDetails = details === undefined ? undefined : JSON.stringify({ after: created.details });
  const fixed = { subscriptionId: stored.id, auditEntryId, revertedAt: null, removedAt: null };
  const payments = made.map(({ amount, ...payment }) => ({
    ...payment,
    ...fixed,
    id: newId(),
    amountHundredths: checkedHundredths(amount),
  }));
  prepared.push({
    id: stored.id,
    row: { ...stored, ...ownDetailsRow(created.details) },
    auditEntryId,
    metadata: creationMetadata(stored.viewJson, ofDetails, importId),
    ...(onDuplicate !== 'create' && { isUnique: true as const }),
    ...(payments.length > 0 && { payments }),
  });
}

/** Prepares the update of an existing subscription with what the file says of it. */
function update({ reader, prepared, options }: Plan, record: ImportableRecord, { id, revision }: Twin): RecordDecision {
  const { ownerId, at, importId, newId } = options;
  const subscription = reader.find(ownerId, id);
  if (subscription === undefined) throw new Error('a subscription is gone within one snapshot');
  const before: Detailed = { subscription, details: reader.findDetails(ownerId, id) ?? noDetails };
  const { payments = [] } = record;
  const { patch, details } = changeOf(record, before);
  const decision = updateDetailed(before, { patch, details }, at);
  if ('fault' in decision) return { outcome: 'failed', fault: decision.fault };
  const after = decision.value;
  if (isSame(before, after)) return { outcome: 'skipped', notes: [remark('nothingNew')] };
  const [rowBefore, row] = [rowOf(before.subscription), rowOf(after.subscription)];
  const recorded = { before: before.details, after: after.details, patch: details };
  prepared.push({
    id,
    row: { ...row, ...ownDetailsRow(after.details) },
    revision,
    auditEntryId: newId(),
    metadata: updateMetadata({
      before: rowBefore.viewJson,
      after: row.viewJson,
      patch: JSON.stringify(patch),
      details: JSON.stringify(recorded),
      importId,
    }),
  });
  const notes = [
    ...(row.status === rowBefore.status ? [] : [remark('statusChanged', { status: rowBefore.status })]),
    ...(payments.length > 0 ? [remark('paymentsLeftOut')] : []),
  ];
  return { outcome: 'updated', ...(notes.length > 0 && { notes }) };
}

/** What the file says of a subscription that is there. */
function changeOf({ draft, details = {}, assumesCategory, hasDueDate }: ImportableRecord, before: Detailed) {
  const { category: _category, ...others } = draft;
  // A day of the month that the file does not have would move the next payment.
  const isMoved = hasDueDate === true && details.anchorDay === undefined && before.details.anchorDay !== null;
  return {
    patch: assumesCategory === true ? others : draft,
    details: isMoved ? { ...details, anchorDay: null } : details,
  };
}

function isSame(before: Detailed, after: Detailed): boolean {
  const valuesOf = ({ subscription, details }: Detailed) => ({
    ...viewSubscription({ ...subscription, updatedAt: '' }),
    ...details,
  });
  return isDeepStrictEqual(valuesOf(before), valuesOf(after));
}
