import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { Shown, SubscriptionCommands } from '../commands.ts';
import {
  creationMetadata,
  updateMetadata,
  type AuditAction,
  type UpdateRecord,
} from '../../../core/audit/auditEntry.ts';
import { createDetailed, noDetails, type DetailedPatch } from '../rules/details.ts';
import type { Values } from '../../../core/audit/revert.ts';
import type { Details } from '../detailModel.ts';
import { recordRevertedRenewal, type RenewalRecord } from '../rules/renewal.ts';
import { patchOf, revertibleFields, valueChangeOf, valuesOf, type RecordedUpdate } from '../rules/revert.ts';
import { createSubscription, faultInSteps, type Subscription } from '../rules/subscription.ts';
import { detailedJson, ownDetailsRow } from '../store/details.ts';
import type { Revertibles } from '../../audit/writes/reverts.ts';
import { decideUpdate, sentOf, withNoDetails } from '../rules/decisions.ts';
import type { RecordStatements } from './statements.ts';
import { rowOf, subscriptionOf, type RecordRow } from '../store/subscriptions.ts';
import type { Tools, Verbs } from '../../../core/writer/executor.ts';

type Create = CommandOf<'subscription.create'>;
type Update = CommandOf<'subscription.update'>;
type Delete = CommandOf<'subscription.delete'>;
type DeleteDetails = CommandOf<'subscription.deleteDetails'>;
type Stored = Extract<OutcomeOf<'subscription.create'>, { outcome: 'stored' }>;

type Own = Omit<SubscriptionCommands, 'subscription.renew'>;

const ofRecords = { storesOutcome: true } as const;
const current = ({ records }: Tools, command: Update | Delete) => shownJson(records, command);

/** The verbs of subscriptions: the domain decides against the stored record, and the change is stored with its audit entry. */
export const verbs: Verbs<Own> = {
  'subscription.create': {
    ...ofRecords,
    perform: ({ records }, command) => create(records, command),
    current: undefined,
  },
  'subscription.update': { ...ofRecords, perform: ({ records }, command) => update(records, command), current },
  'subscription.delete': { ...ofRecords, perform: remove, current },
  'subscription.deleteDetails': {
    ...ofRecords,
    perform: ({ records }, command) => removeDetails(records, command),
    current: ({ records }, command) => shownDetails(records, command),
  },
};

type Recorded = RecordedUpdate & { readonly renewal?: RenewalRecord };

/** How updates of subscriptions and their details are reverted. */
export const reverts: Pick<Revertibles, 'subscription'> = {
  subscription: {
    needs: 'write',
    fields: revertibleFields,
    valueChangeOf: (metadata) => valueChangeOf(metadata as Recorded),
    find({ records: { reader } }, { ownerId }, id) {
      const row = reader.findRow(ownerId, id);
      if (row === undefined) return undefined;
      const details = reader.findDetails(ownerId, id) ?? noDetails;
      return { viewJson: row.viewJson, values: valuesOf({ subscription: subscriptionOf(row), details }) };
    },
    restore({ records }, write, { entityId: subscriptionId, restored, reverted: { entryId, metadata } }) {
      const { renewal } = metadata as Recorded;
      const result = restoreSubscription(records, { ...write, subscriptionId }, { restored, entryId, renewal });
      const isTakenOff = result.outcome === 'refused' && result.fault.reason === 'currencyTakenOff';
      return isTakenOff ? { outcome: 'conflict', reason: 'currencyTakenOff' } : result;
    },
  },
};

/** Gives a subscription the values that it had before an update, by another update. */
function restoreSubscription(
  statements: RecordStatements,
  about: Omit<Update, 'kind' | 'patch' | 'details'>,
  { restored, ...reverted }: RevertedUpdate & { readonly restored: Values },
): OutcomeOf<'subscription.update'> {
  const row = statements.reader.findRow(about.actor.ownerId, about.subscriptionId);
  if (row === undefined) return { outcome: 'missing' };
  return updateStored(statements, updateOf(about, patchOf(row, restored)), row, reverted);
}

/** What a write shows of the stored record, as JSON; undefined without a record. */
function shownJson(
  { reader }: RecordStatements,
  { actor: { ownerId }, subscriptionId, shows }: Shown & Pick<Update, 'actor' | 'subscriptionId'>,
): string | undefined {
  if (shows === undefined) return reader.findView(ownerId, subscriptionId);
  const { parts, today } = shows;
  return parts === 'both'
    ? reader.findDetailedView(ownerId, subscriptionId, today)
    : reader.findDetailsView(ownerId, subscriptionId, today);
}

function shownDetails(
  { reader }: RecordStatements,
  { actor: { ownerId }, subscriptionId, today }: DeleteDetails,
): string | undefined {
  return reader.findDetailsView(ownerId, subscriptionId, today);
}

function create(statements: RecordStatements, command: Create): OutcomeOf<'subscription.create'> {
  const { draft, details: sent, actor, subscriptionId, shows } = command;
  const birth = { id: subscriptionId, at: command.at };
  const decision =
    sent === undefined ? withNoDetails(createSubscription(draft, birth)) : createDetailed(draft, sent, birth);
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const { subscription, details } = decision.value;
  const row = rowOf(subscription);
  statements.room.require(actor.ownerId, { subscriptions: 1 });
  statements.insert({ ...row, ...(sent && ownDetailsRow(details)), ownerId: actor.ownerId });
  const recorded = sent === undefined ? undefined : JSON.stringify({ after: details });
  record(statements, command, 'subscription.create', creationMetadata(row.viewJson, recorded));
  const result = storedResult(statements, command, row);
  return shows === undefined ? result : { ...result, viewJson: detailedJson(row.viewJson, details, shows.today) };
}

/** The update that another one reverts. */
interface RevertedUpdate {
  readonly entryId: string;
  /** The renewal that it made. */
  readonly renewal: RenewalRecord | undefined;
}

function update(statements: RecordStatements, command: Update): OutcomeOf<'subscription.update'> {
  const { actor, subscriptionId, patch, details = {} } = command;
  const row = statements.reader.findRow(actor.ownerId, subscriptionId);
  if (row === undefined) return { outcome: 'missing' };
  const fault = faultInSteps(details, patch.lastPaymentDate ?? row.lastPaymentDate);
  return fault === undefined ? updateStored(statements, command, row) : { outcome: 'refused', fault };
}

function updateStored(
  statements: RecordStatements,
  command: Update,
  row: RecordRow,
  reverted?: RevertedUpdate,
): OutcomeOf<'subscription.update'> {
  const { actor, subscriptionId, shows } = command;
  const stored = subscriptionOf(row);
  const decided = decideUpdate(command, stored, () => statements.reader.findDetails(actor.ownerId, subscriptionId));
  if ('outcome' in decided) return decided;
  const { changed, details } = decided;
  const recorded = {
    ...decided.recorded,
    ...(reverted !== undefined && revertOf(statements, command, { stored, changed }, reverted)),
  };
  const result = storeChange(statements, command, { before: row, changed, details, recorded });
  return shows === undefined ? result : { ...result, viewJson: shownJson(statements, command) ?? result.viewJson };
}

/** Removes the payments of a reverted renewal, or brings them back; returns what the entry of the revert records. */
function revertOf(
  { payments }: RecordStatements,
  { actor, at, subscriptionId }: Update,
  { stored, changed }: { readonly stored: Subscription; readonly changed: Subscription },
  { entryId: reverted, renewal }: RevertedUpdate,
): Pick<UpdateRecord, 'reverts' | 'renewal'> {
  if (renewal === undefined) return { reverts: reverted };
  const { entryId = reverted } = renewal;
  payments.toggleOfRenewal({ ownerId: actor.ownerId, subscriptionId, entryId, at });
  return {
    reverts: reverted,
    renewal: JSON.stringify(recordRevertedRenewal({ ...renewal, entryId }, stored, changed)),
  };
}

/** A write that stores a changed subscription. */
export type ChangingWrite = Pick<Update, 'actor' | 'at' | 'auditEntryId' | 'subscriptionId' | 'dryRun'>;

/** A changed subscription, and what its audit entry records beside the views before and after. */
interface Change {
  readonly before: RecordRow;
  readonly changed: Subscription;
  /** The details after the change, if it concerns them. */
  readonly details?: Details | undefined;
  /** The column of earlier prices after the change, if it concerns them. */
  readonly earlierPrices?: string;
  readonly recorded: Omit<UpdateRecord, 'before' | 'after'>;
}

/** Stores a changed subscription with its audit entry. */
export function storeChange(
  statements: RecordStatements,
  command: ChangingWrite,
  { before, changed, details, earlierPrices, recorded }: Change,
): Stored {
  const row = rowOf(changed);
  const others = { ...(details && ownDetailsRow(details)), ...(earlierPrices && { earlierPrices }) };
  statements.update(command.actor.ownerId, { ...row, ...others }, before);
  const views = { before: before.viewJson, after: row.viewJson };
  record(statements, command, 'subscription.update', updateMetadata({ ...views, ...recorded }));
  return storedResult(statements, command, row, before);
}

/** An update of fields and details. */
function updateOf(about: Omit<Update, 'kind' | 'patch' | 'details'>, sent: DetailedPatch): Update {
  return { ...about, kind: 'subscription.update', ...sentOf(sent) };
}

/** Clears all details of a record, by an update. */
function removeDetails(statements: RecordStatements, command: DeleteDetails): OutcomeOf<'subscription.deleteDetails'> {
  const viewJson = shownDetails(statements, command);
  if (viewJson === undefined) return { outcome: 'missing' };
  const result = update(statements, updateOf(command, { patch: {}, details: noDetails }));
  if (result.outcome !== 'stored') return result;
  return command.dryRun === true ? { outcome: 'deleted', viewJson } : { outcome: 'deleted' };
}

/** Deletes a record and its audit entries. What is left is an entry with its name, which no id leads to. */
function remove({ records: statements, outcomes }: Tools, command: Delete): OutcomeOf<'subscription.delete'> {
  const { actor, at, auditEntryId, subscriptionId, dryRun } = command;
  const viewJson = dryRun === true ? statements.reader.findView(actor.ownerId, subscriptionId) : undefined;
  const deleted = statements.delete({ ownerId: actor.ownerId, id: subscriptionId, at });
  if (deleted === undefined) return { outcome: 'missing' };
  outcomes.forgetRecords(actor.ownerId, [subscriptionId]);
  const metadata = JSON.stringify({ before: { name: deleted.name } });
  const entity = { entityType: 'deletion', entityId: auditEntryId, action: 'subscription.delete' } as const;
  statements.recordWrite({ ...entity, actor, at, auditEntryId, metadata });
  return viewJson === undefined ? { outcome: 'deleted' } : { outcome: 'deleted', viewJson };
}

/** Adds an audit entry: the states before and after a write, each JSON already, and the patch. */
function record(statements: RecordStatements, command: ChangingWrite, action: AuditAction, metadata: string): void {
  const { actor, at, auditEntryId, subscriptionId } = command;
  const entity = { entityType: 'subscription', entityId: subscriptionId } as const;
  statements.recordWrite({ ...entity, actor, at, auditEntryId, action, metadata });
}

/** @param before what was stored until now, if anything was */
function storedResult(
  statements: RecordStatements,
  { dryRun, actor }: ChangingWrite,
  row: RecordRow,
  before?: RecordRow,
): Stored {
  const result = { outcome: 'stored', viewJson: row.viewJson } as const;
  if (dryRun !== true) return result;
  const isNews = before === undefined || comesAmongDuplicates(before, row);
  return { ...result, dryRun, duplicateIds: isNews ? statements.findDuplicates(actor.ownerId, row) : [] };
}

/** Whether an update can create a duplicate: by a new name, or by the end of the status `cancelled`. */
function comesAmongDuplicates({ nameNormalised, status }: RecordRow, row: RecordRow): boolean {
  return nameNormalised !== row.nameNormalised || (status === 'cancelled' && row.status !== 'cancelled');
}
