import type { Database } from 'bun:sqlite';
import type { StagedRecord, StagedRow } from '../../commands/import.ts';
import { creationMetadata, updateMetadata } from '../../domain/audit/auditEntry.ts';
import { amountOf, checkedHundredths } from '../../domain/billing/money.ts';
import type { DuplicateChoice, ImportOutcome } from '../../domain/imports/importPlan.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { createDetailed, noDetails, updateDetailed, type Detailed } from '../../domain/subscriptions/details.ts';
import type { DetailsPatch } from '../../domain/subscriptions/detailFields.ts';
import type { Currency, SubscriptionDraft } from '../../domain/subscriptions/fields.ts';
import { viewSubscription, type RelationFault } from '../../domain/subscriptions/subscription.ts';
import type { Period } from '../../domain/billing/periodTable.ts';
import { ownDetailsRow } from '../entities/details.ts';
import { readRevisionsOfData } from '../entities/revisions.ts';
import { readSubscriptions, rowOf, type RecordRow } from '../entities/subscriptions.ts';
import { inTransaction } from '../sqlite/statement.ts';
import { findTwins, type Twin } from './twins.ts';

/** A payment of a record of a file. Days are `YYYY-MM-DD`. */
type ImportedPayment = Pick<Payment, 'dueOn' | 'paidOn' | 'currency' | 'source'> & { readonly amount: number };

/** A record of a file whose fields and details have passed their own checks. */
export interface ImportableRecord {
  /** Its place in the file, from 1. */
  readonly row: number;
  readonly draft: SubscriptionDraft;
  readonly details?: DetailsPatch;
  readonly payments?: readonly ImportedPayment[];
}

/** What an import does with a record. */
export interface RecordDecision {
  readonly outcome: ImportOutcome;
  /** The subscription that is created, updated, or was there already. */
  readonly id?: string;
  readonly duplicateOf?: Duplicated;
  readonly note?: string;
  readonly fault?: RelationFault;
}

/** What a record duplicates: a subscription with an id, or an earlier record of the file with its place. */
interface Duplicated {
  readonly id?: string;
  readonly row?: number;
  readonly name: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly period: Period;
}

/** For whom and how records are imported. */
interface PlanOptions {
  readonly ownerId: number;
  readonly importId: string;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly onDuplicate: DuplicateChoice;
  readonly newId: () => string;
}

/** What an import of records would do, and the records ready to be stored. */
interface ImportPlan {
  readonly decisions: readonly RecordDecision[];
  readonly staged: readonly StagedRecord[];
  /** The rows of the payments of new subscriptions. */
  readonly payments: readonly StagedRow[];
  /** The revision of the owner's data with which it was made. */
  readonly revision: number;
}

/** Plans the imports of an owner with one snapshot of the stored data. Writes nothing. */
export type PlanImport = (records: readonly ImportableRecord[], options: PlanOptions) => ImportPlan;

/** Creates a function that plans imports on a connection. */
export function planImports(database: Database): PlanImport {
  const reader = readSubscriptions(database);
  const findTwin = findTwins(database);
  const revisionOf = readRevisionsOfData(database);
  return function planImport(records, options) {
    return inTransaction(database, 'deferred', () => {
      const empty = { staged: [] as StagedRecord[], payments: [] as StagedRow[], rows: new Map<string, Planned>() };
      const plan = { reader, findTwin, options, ...empty };
      const decisions = records.map((record) => decide(plan, record));
      return { decisions, staged: plan.staged, payments: plan.payments, revision: revisionOf(options.ownerId) };
    });
  };
}

/** An earlier record of the file. */
interface Planned {
  readonly row: number;
  readonly id: string;
  readonly stored: RecordRow;
}

interface Plan {
  readonly reader: ReturnType<typeof readSubscriptions>;
  readonly findTwin: ReturnType<typeof findTwins>;
  readonly options: PlanOptions;
  readonly staged: StagedRecord[];
  readonly payments: StagedRow[];
  /** The records to be created or updated, by what makes another one a duplicate of it. */
  readonly rows: Map<string, Planned>;
}

function decide(plan: Plan, record: ImportableRecord): RecordDecision {
  const { rows, findTwin, options } = plan;
  const { ownerId, at, newId, onDuplicate } = options;
  const { draft, details = {}, row } = record;
  const id = newId();
  const decision = createDetailed(draft, details, { id, at });
  if ('fault' in decision) return { outcome: 'failed', fault: decision.fault };
  const stored = rowOf(decision.value.subscription);
  const key = keyOf(stored);
  const earlier = rows.get(key);
  if (earlier !== undefined && onDuplicate !== 'create')
    return { outcome: 'skipped', id: earlier.id, duplicateOf: { row: earlier.row, ...shownRow(earlier.stored) } };
  const twin = findTwin(ownerId, stored);
  const duplicateOf = twin === undefined ? shownEarlier(earlier) : { id: twin.id, ...shownRow(twin) };
  const duplicated = duplicateOf === undefined ? {} : { duplicateOf };
  if (twin !== undefined && onDuplicate !== 'create') {
    rows.set(key, { row, id: twin.id, stored });
    const result = onDuplicate === 'skip' ? { outcome: 'skipped' as const } : update(plan, record, twin);
    return { ...result, id: twin.id, ...duplicated };
  }
  if (earlier === undefined) rows.set(key, { row, id, stored });
  stageCreation(plan, record, decision.value, stored);
  return { outcome: 'created', id, ...duplicated };
}

function keyOf({ nameNormalised, currency, period, customDays, everyMonths }: RecordRow): string {
  return JSON.stringify([nameNormalised, currency, period, customDays, everyMonths]);
}

function shownEarlier(earlier: Planned | undefined): Duplicated | undefined {
  return earlier && { row: earlier.row, ...shownRow(earlier.stored) };
}

function shownRow({ name, amountHundredths, currency, period }: Omit<Twin, 'id' | 'revision'>) {
  return { name, amount: amountOf(amountHundredths), currency, period };
}

function stageCreation(
  { staged, payments, options }: Plan,
  { payments: made = [], details }: ImportableRecord,
  created: Detailed,
  stored: RecordRow,
): void {
  const { importId, newId, onDuplicate } = options;
  const auditEntryId = newId();
  const ofDetails = details === undefined ? undefined : JSON.stringify({ after: created.details });
  staged.push({
    id: stored.id,
    row: { ...stored, ...ownDetailsRow(created.details) },
    auditEntryId,
    metadata: creationMetadata(stored.viewJson, ofDetails, importId),
    ...(onDuplicate !== 'create' && { isUnique: true as const }),
  });
  const fixed = { subscriptionId: stored.id, auditEntryId, revertedAt: null, removedAt: null };
  for (const { amount, ...payment } of made)
    payments.push({ ...payment, ...fixed, id: newId(), amountHundredths: checkedHundredths(amount) });
}

const nothingNew = 'Everything is as in the file already.';
const paymentsLeftOut = 'Payments are imported with new subscriptions only.';

/** Stages the update of an existing subscription with what the file says of it. */
function update(
  { reader, staged, options }: Plan,
  { draft: patch, details = {}, payments = [] }: ImportableRecord,
  { id, revision }: Twin,
): RecordDecision {
  const { ownerId, at, importId, newId } = options;
  const subscription = reader.find(ownerId, id);
  if (subscription === undefined) throw new Error('a subscription is gone within one snapshot');
  const before: Detailed = { subscription, details: reader.findDetails(ownerId, id) ?? noDetails };
  const decision = updateDetailed(before, { patch, details }, at);
  if ('fault' in decision) return { outcome: 'failed', fault: decision.fault };
  const after = decision.value;
  if (isSame(before, after)) return { outcome: 'skipped', note: nothingNew };
  const [rowBefore, row] = [rowOf(before.subscription), rowOf(after.subscription)];
  const recorded = { before: before.details, after: after.details, patch: details };
  staged.push({
    id,
    update: { before: { ...rowBefore }, revision, row: { ...row, ...ownDetailsRow(after.details) } },
    auditEntryId: newId(),
    metadata: updateMetadata({
      before: rowBefore.viewJson,
      after: row.viewJson,
      patch: JSON.stringify(patch),
      details: JSON.stringify(recorded),
      importId,
    }),
  });
  return { outcome: 'updated', ...(payments.length > 0 && { note: paymentsLeftOut }) };
}

function isSame(before: Detailed, after: Detailed): boolean {
  const valuesOf = ({ subscription, details }: Detailed) => ({
    ...viewSubscription({ ...subscription, updatedAt: '' }),
    ...details,
  });
  return Bun.deepEquals(valuesOf(before), valuesOf(after));
}
