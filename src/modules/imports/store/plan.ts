import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../core/database/db.ts';
import type { PreparedRecord } from '../commands.ts';
import { creationMetadata, updateMetadata } from '../../../core/audit/auditEntry.ts';
import { amountOf, checkedHundredths } from '../../../core/billing/money.ts';
import type { ImportChoices, ImportOutcome, RowChoice } from '../rules/importPlan.ts';
import type { ImportRow } from '../rules/importTypes.ts';
import { matchRecords, type Match, type Wanted } from '../rules/matching.ts';
import { remark, type Remark } from '../rules/values/remarks.ts';
import { faultInCurrency, type CurrencyFault } from '../../../core/billing/currencies.ts';
import { createDetailed, noDetails, updateDetailed, type Detailed } from '../../subscriptions/rules/details.ts';
import type { DetailsPatch } from '../../subscriptions/detailModel.ts';
import type { SubscriptionDraft } from '../../subscriptions/model.ts';
import { viewSubscription, type Birth, type RelationFault } from '../../subscriptions/rules/subscription.ts';
import { ownDetailsRow } from '../../subscriptions/store/details.ts';
import { readRevisionsOfData } from '../../../core/audit/revisions.ts';
import { readSubscriptions, rowOf, type RecordRow } from '../../subscriptions/store/subscriptions.ts';
import { shownMatch, type ShownMatch } from './shownMatch.ts';
import { findTwins, readCurrencies, type Twin } from './twins.ts';

/** A record of a file whose fields and details have passed their own checks. */
export type ImportableRecord = Omit<ImportRow, 'draft' | 'details'> & {
  readonly draft: SubscriptionDraft;
  readonly details?: DetailsPatch | undefined;
};

/** What an import does with a record. */
export interface RecordDecision extends ShownMatch {
  readonly outcome: ImportOutcome;
  /** The subscription that is created, updated, or was there already. */
  readonly id?: string;
  readonly notes?: readonly Remark[];
  readonly fault?: RelationFault | CurrencyFault;
  /** Why none is updated although that is asked for. */
  readonly twinFault?: TwinFault;
}

/** Why a record updates no subscription: several could be meant, or there is none. */
export type TwinFault = { readonly code: 'severalTwins'; readonly count: number } | { readonly code: 'noTwin' };

/** For whom and how records are imported. */
interface PlanOptions extends ImportChoices {
  readonly ownerId: number;
  readonly importId: string;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  /** The currencies that a new subscription may have. */
  readonly currencies: readonly string[];
  readonly newId: () => string;
}

/** What an import of records would do, and the records ready to be stored. */
interface ImportPlan {
  readonly decisions: readonly RecordDecision[];
  readonly prepared: readonly PreparedRecord[];
  /** The currencies of what the owner pays or has paused. */
  readonly usedCurrencies: readonly string[];
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
      const { newId, at, ownerId } = options;
      const creations = records.map((record) => creationOf(record, { id: newId(), at }));
      const wanted = creations.filter((one) => 'created' in one);
      const matches = matchRecords(wanted, (name) => twinsOf(ownerId, name));
      const plan: Plan = { reader, options, ids: new Map(), prepared: [] };
      const decisions = creations.map((one) => ('created' in one ? decide(plan, one, matches.get(one)) : one));
      const usedCurrencies = readCurrencies(database, ownerId);
      return { decisions, prepared: plan.prepared, usedCurrencies, revision: revisionOf(ownerId) };
    });
  };
}

interface Plan {
  readonly reader: ReturnType<typeof readSubscriptions>;
  readonly options: PlanOptions;
  /** The subscriptions that records become or duplicate. */
  readonly ids: Map<Creation, string>;
  readonly prepared: PreparedRecord[];
}

/** A record as a new subscription. */
interface Creation extends Wanted {
  readonly id: string;
  readonly record: ImportableRecord;
  readonly created: Detailed;
  readonly stored: RecordRow;
}

function creationOf(record: ImportableRecord, birth: Birth): Creation | RecordDecision {
  const { draft, details = {}, fileId, payer } = record;
  const decision = createDetailed(draft, details, birth);
  if ('fault' in decision) return { outcome: 'failed', fault: decision.fault };
  const created = decision.value;
  return { record, id: birth.id, fileId, payer, created, stored: rowOf(created.subscription) };
}

function decide(plan: Plan, creation: Creation, match: Match<Creation, Twin> | undefined): RecordDecision {
  const choice = choiceFor(plan.options, creation.record.row, match?.isSameName === true);
  return { ...decisionOf(plan, creation, { choice, match }), ...shownMatch(match) };
}

/** A record with what is wanted for it, and what it duplicates. */
interface Wish {
  readonly choice: ReturnType<typeof choiceFor>;
  readonly match: Match<Creation, Twin> | undefined;
}

function decisionOf(plan: Plan, creation: Creation, { choice, match }: Wish): RecordDecision {
  if (choice === 'leaveOut') return { outcome: 'skipped' };
  if (choice === 'create') return create(plan, creation, match);
  if (match?.earlier !== undefined) {
    const id = plan.ids.get(match.earlier);
    return { outcome: 'skipped', ...(id !== undefined && { id }) };
  }
  if (match?.twin !== undefined) return keep(plan, creation, { choice, match: { ...match, twin: match.twin } });
  // Only what somebody asks for a single record must not become a new subscription instead.
  const isAsked = choice === 'update' && plan.options.rowChoices.has(creation.record.row);
  return isAsked ? { outcome: 'failed', twinFault: { code: 'noTwin' } } : create(plan, creation, match);
}

/** Leaves a subscription that is there as it is, or updates it. */
function keep(
  plan: Plan,
  creation: Creation,
  wish: { readonly choice: 'skip' | 'update'; readonly match: Match<Creation, Twin> & { readonly twin: Twin } },
): RecordDecision {
  const { twin, isSameName, candidates: count } = wish.match;
  if (wish.choice === 'update' && count > 1) return { outcome: 'failed', twinFault: { code: 'severalTwins', count } };
  plan.ids.set(creation, twin.id);
  const isSkipped = wish.choice === 'skip';
  const result = isSkipped ? skipped(creation.stored, twin, isSameName) : update(plan, creation.record, twin);
  return { ...result, id: twin.id };
}

/** What becomes of a record, as the client decides about it, or about all that are like it. */
function choiceFor(
  { onDuplicate, onSameName, rowChoices }: ImportChoices,
  row: number,
  isSameName: boolean,
): ImportChoices['onDuplicate'] | RowChoice {
  return rowChoices.get(row) ?? (isSameName ? onSameName : onDuplicate);
}

function create(plan: Plan, creation: Creation, match: Wish['match']): RecordDecision {
  const { id, stored } = creation;
  const fault = faultInCurrency('', stored.currency, plan.options.currencies);
  if (fault !== undefined) return { outcome: 'failed', fault };
  plan.ids.set(creation, id);
  prepareCreation(plan, creation);
  const isAlike = match?.twin !== undefined && match.isSameName;
  return { outcome: 'created', id, ...(isAlike && { notes: [sameName(match.twin)] }) };
}

/** Whoever has an old subscription of the same name learns that the one of the file is not there. */
function skipped({ status }: RecordRow, twin: Twin, isSameName: boolean): RecordDecision {
  if (isSameName) return { outcome: 'skipped', notes: [sameName(twin)] };
  const notes = [remark('existingStatus', { status: twin.status })];
  return { outcome: 'skipped', ...(twin.status !== status && { notes }) };
}

function sameName({ name, amountHundredths, currency, status }: Twin): Remark {
  return remark('sameName', { value: name, amount: amountOf(amountHundredths), currency, status });
}

function prepareCreation({ prepared, options }: Plan, { record, created, stored }: Creation): void {
  const { payments: made = [], details } = record;
  const { importId, newId } = options;
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
    ...(payments.length > 0 && { payments }),
  });
}

/** Prepares the update of an existing subscription with what the file says of it. */
function update({ reader, prepared, options }: Plan, record: ImportableRecord, { id }: Twin): RecordDecision {
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
    isUpdate: true,
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
  // The months of an interval do not go with the one of the file.
  const isOtherInterval = details.everyMonths === undefined && before.details.everyMonths !== null;
  return {
    patch: assumesCategory === true ? others : draft,
    details: { ...details, ...(isMoved && { anchorDay: null }), ...(isOtherInterval && { everyMonths: null }) },
  };
}

function isSame(before: Detailed, after: Detailed): boolean {
  const valuesOf = ({ subscription, details }: Detailed) => ({
    ...viewSubscription({ ...subscription, updatedAt: '' }),
    ...details,
  });
  return isDeepStrictEqual(valuesOf(before), valuesOf(after));
}
