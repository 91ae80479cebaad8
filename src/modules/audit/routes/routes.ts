import { Type, type Static } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { storedInstantAfterDay, storedInstantFromDay } from '../../../core/billing/instants.ts';
import { access, reads, writes, type AccessServices } from '../../../core/http/access.ts';
import { changeOf } from '../../../core/http/openapi/components.ts';
import { inToolset, answers, forReading, noTool, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { answerWith, pageOf } from '../../../core/http/openapi/words.ts';
import { changing } from '../../../core/http/openapi/writeWords.ts';
import { refuseReversed } from '../../../core/http/pipeline/dayRange.ts';
import { refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { storedAnswer, PageAnswer, ReportAnswer } from '../../../core/http/responses/answers.ts';
import { refuseIfMatchOf } from '../../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { exampleSubscription } from '../../subscriptions/model.ts';
import { warningsIn } from '../../subscriptions/routes/warnings.ts';
import { entriesOfRequestMax } from '../commands.ts';
import { requestRevertErrorOf, revertErrorExamples, revertErrorOf, type AllRevertWords } from '../errors.ts';
import {
  activityActors,
  ActivityEntry,
  ActivityQuery,
  AuditEntry,
  AuditEntryPath,
  AuditQuery,
  RequestPath,
  RequestReverted,
  revertAnswerOf,
} from './schema.ts';
import type { ActivityFilters } from '../store/activity.ts';
import type { AuditFilters } from '../store/auditTrail.ts';
import type { ModuleWords } from '../../../core/http/openapi/words.ts';

const createdAt = '2026-06-16T08:00:00.000Z';
const ids = { id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a', requestId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b' };
const exampleEntry = {
  ...ids,
  subscriptionId: exampleSubscription.id,
  apiKeyId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
  action: 'subscription.create',
  metadata: { after: exampleSubscription },
  createdAt,
};
const exampleActivity = {
  ...ids,
  entityType: 'owner',
  entityId: null,
  name: null,
  action: 'preferences.update',
  actor: { kind: 'session', name: 'alex' },
  metadata: { before: { autoRenew: false }, after: { autoRenew: true }, patch: { autoRenew: true } },
  amount: null,
  undone: false,
  createdAt,
};
const exampleReverted = { data: { reverted: 12, skipped: 0 } };

/** What the operations on the audit trail are made from. */
interface AuditServices extends RouteOptions, AccessServices {
  /** What each type of entity that clients update says of reverts. */
  readonly revertWords: AllRevertWords;
}

/** What the document says of the audit trail. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Audit', description: 'The history of changes, and reverts.' }],
  errorExamples: revertErrorExamples,
});

/** The operations on the audit trail: read it, see whether it has grown, and revert what it records. */
export const routes = (services: AuditServices) => {
  const { quota, store, timeZone, revertWords, currencies } = services;
  const ofTypes = Object.values(revertWords);
  const conflictCodes = ofTypes.flatMap(({ conflictCodes: codes = [] }) => codes);
  return new Elysia({ prefix: '/api/v1', tags: ['Audit'], detail: inToolset('audit'), normalize: false })
    .use(access(services))
    .get(
      '/audit',
      ({ call, caller, query: { limit, offset, include, ...asked } }) => {
        const page = { limit, offset };
        const filters = filtersOf(asked, timeZone);
        return new PageAnswer(call, store.auditTrail.list(caller.ownerId, filters, page, include === 'actor'), page);
      },
      {
        ...reads('read', AuditQuery),
        detail: {
          operationId: 'listAuditLog',
          summary: 'List the audit trail',
          description:
            'Each creation, update and renewal with the state before and after it, and its actor, newest first.\n\nWith include=actor, each entry says who made the change. Deleting a subscription also deletes its entries.',
          ...forReading({
            useWhen:
              'The user asks what was changed, when or by whom, or to undo it: the last change is the first entry.',
            doNotUseWhen: 'You only need the present state: read that.',
          }),
          ...answers(pageOf('AuditPage', AuditEntry, 'One page of entries.', [exampleEntry])),
        },
      },
    )
    .get(
      '/activity',
      ({ call, caller: { ownerId }, query: { limit, offset, include, ...asked } }) => {
        const page = { limit, offset };
        const entries = store.activity.list(ownerId, activityFiltersOf(asked, timeZone), page);
        return new PageAnswer(call, entries, page, include && { actors: store.activity.actors(ownerId) });
      },
      {
        ...reads('read', ActivityQuery),
        beforeHandle: refuseReversed,
        detail: {
          operationId: 'listActivity',
          summary: 'List the activity',
          description:
            'Each change of subscriptions, payments, keys, sessions, users and preferences, with who made it, newest first.\n\nEntries of deleted subscriptions are not in it: what is left of one is an entry with its name, and no id.',
          // Agents have listAuditLog, and each tool takes space in every conversation.
          ...noTool,
          ...forReading({
            useWhen: 'The user asks who changed what.',
            doNotUseWhen: 'You want changes of subscriptions only: listAuditLog.',
          }),
          ...answers(pageOf('ActivityPage', ActivityEntry, 'One page of changes.', [exampleActivity], activityActors)),
        },
      },
    )
    .get('/revision', ({ call, caller }) => new ReportAnswer(call, { revision: store.revisionOf(caller.ownerId) }), {
      ...reads('read'),
      detail: {
        operationId: 'getRevision',
        summary: 'See whether anything has changed',
        description:
          'A number that every stored change raises, deletions included. It is quick to read: poll it, and read again when it differs.',
        // Programs poll; a conversation does not.
        ...noTool,
        ...forReading({
          useWhen: 'You wait for a change by somebody else.',
          doNotUseWhen: 'You want to know what was changed: listAuditLog.',
        }),
        ...answers(
          answerWith('RevisionAnswer', { revision: Type.Integer({ minimum: 0 }) }, 'The revision.', { revision: 42 }),
        ),
      },
    })
    .post(
      '/audit/:id/revert',
      async ({ call, write, params }) => {
        const command = { kind: 'audit.revert', revertedEntryId: params.id, currencies: currencies.allowed } as const;
        const result = await write(command);
        return storedAnswer(call, result, () => revertErrorOf(result, revertWords), warningsIn(result));
      },
      {
        ...writes('write', 'nothing'),
        params: AuditEntryPath,
        detail: {
          operationId: 'revertAuditEntry',
          summary: 'Revert an update',
          description:
            'Undoes one update or renewal, unless a later write changed the same. To undo a whole batch: revertRequest. A creation cannot be reverted.\n\nA revert is an update with its own entry, which names the reverted one in metadata.reverts. The next payment date is computed again when a date or the period is restored. If a later write changed one of the fields, nothing is restored. Deleting a subscription also deletes its entries. An update of the preferences, a correction or removal of a payment, and, by a key of scope admin, an update of a user can be reverted, too: listActivity has their entries. Other changes of users, and those of keys and sessions, cannot be reverted. Takes no body.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed what to undo; listAuditLog has its id.',
            doNotUseWhen: 'You want to restore only some of its fields: update those.',
          }),
          ...answers(
            changing(
              revertAnswerOf(ofTypes.map(({ record }) => record)),
              {
                done: 'What the entry is about, restored.',
                dryRun: 'A dry run: what it would be after the revert.',
              },
              exampleSubscription,
            ),
            'audit_entry_not_found',
            'revert_conflict',
            'not_revertible',
            ...conflictCodes,
          ),
        },
      },
    )
    .post(
      '/requests/:id/revert',
      async ({ call, caller, write, params, set }) => {
        const revertedRequestId = params.id;
        const entries = store.entriesOfRequest(caller.ownerId, revertedRequestId, entriesOfRequestMax);
        quota.chargeRecords({ caller, set }, entries.length);
        const result = await write({ kind: 'audit.revertRequest', revertedRequestId, currencies: currencies.allowed });
        const answer = storedAnswer(call, result, () => requestRevertErrorOf(result, revertWords));
        delete set.headers['etag'];
        return answer;
      },
      {
        ...writes('write', 'nothing'),
        // The body comes first; `takes` would check it after this.
        beforeHandle: [refuseUnwantedBody, refuseIfMatchOf('Remove If-Match.')],
        params: RequestPath,
        detail: {
          operationId: 'revertRequest',
          summary: 'Revert what a request changed',
          description:
            'Undoes all updates and renewals that one request made, such as a batch or a run of automatic renewals, the newest first: all in one write, or nothing.\n\nid is the requestId of their entries. Entries without anything to undo are skipped: creations, deletions, and what is reverted already. If a later write changed one of the fields, nothing is reverted, and the message names the entry. At most 1,000 entries; every 100 count as one request. Takes no body.',
          ...inToolset('corrections'),
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed that everything the request changed is to be undone.',
            doNotUseWhen: 'One change is to be undone: revertAuditEntry. An import: revertImport.',
          }),
          ...answers(
            {
              requestHeaders: ['Idempotency-Key'],
              success: {
                status: 200,
                description: 'The number of changes that were undone.',
                schema: changeOf('RequestReverted', RequestReverted),
                example: exampleReverted,
              },
              dryRun: { description: 'A dry run: nothing is reverted.', example: { ...exampleReverted, dryRun: true } },
            },
            'unexpected_if_match',
            'request_not_found',
            'revert_conflict',
            'not_revertible',
            ...conflictCodes,
          ),
        },
      },
    );
};

type AskedFilters = Omit<Static<typeof AuditQuery>, 'limit' | 'offset' | 'include'>;

/** The filters of a query in the form in which entries store their ids and instants. */
function filtersOf({ subscriptionId, action, apiKeyId, since, until }: AskedFilters, timeZone: string): AuditFilters {
  return {
    ...(subscriptionId !== undefined && { subscriptionId: subscriptionId.toLowerCase() }),
    ...(action !== undefined && { action }),
    ...(apiKeyId !== undefined && { apiKeyId: apiKeyId.toLowerCase() }),
    ...(since !== undefined && { since: storedInstantFromDay(since, timeZone) }),
    ...(until !== undefined && { until: storedInstantFromDay(until, timeZone) }),
  };
}

type AskedActivity = Omit<Static<typeof ActivityQuery>, 'limit' | 'offset'>;

/** The filters of a query of the activity, with days as the instants at which they begin and end. */
function activityFiltersOf(
  { entityId, subscriptionId, q, from, to, ...others }: AskedActivity,
  timeZone: string,
): ActivityFilters {
  return {
    ...others,
    ...(entityId !== undefined && { entityId: entityId.toLowerCase() }),
    ...(subscriptionId !== undefined && { subscriptionId: subscriptionId.toLowerCase() }),
    ...(q !== undefined && q !== '' && { q }),
    ...(from !== undefined && { since: storedInstantFromDay(from, timeZone) }),
    ...(to !== undefined && { until: storedInstantAfterDay(to, timeZone) }),
  };
}
