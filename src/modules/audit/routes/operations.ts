import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import { changeOf, exactly, isDryRun, requestId } from '../../../core/http/openapi/components.ts';
import type { AllRevertWords, RevertWords } from './revertErrors.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import {
  confirmed,
  type EntityWords,
  pageOf,
  reading,
  type Tag,
  taggedAnswer,
} from '../../../core/http/openapi/words.ts';
import { exampleSubscription } from '../../subscriptions/model.ts';
import { warnings } from '../../subscriptions/routes/warnings.ts';
import { auditEntry, requestReverted } from './schema.ts';

/** The tag of the audit trail. */
export const auditTag: Tag = { name: 'Audit', description: 'The history of changes, and reverts.' };

/** The answer to a revert. */
function revertAnswerOf(records: readonly TObject[]) {
  // One schema with the members of all: nothing in the records says by what to tell them apart, and some clients take the
  // first of several schemas.
  const members = Type.Partial(Type.Object(membersOf(records)), {
    additionalProperties: false,
    description: 'What the entry is about, as its own updates answer it.',
  });
  return named(
    'RevertAnswer',
    exactly(
      { data: members, dryRun: Type.Optional(isDryRun), warnings, requestId },
      { dependentRequired: { warnings: ['dryRun'] } },
    ),
  );
}

/** The members of all records; of two texts with one name, the one that may be longer, or null. */
function membersOf(records: readonly TObject[]): Readonly<Record<string, TSchema>> {
  const members: Record<string, TSchema> = {};
  for (const [name, schema] of records.flatMap(({ properties }) => Object.entries(properties)))
    if (roomOf(members[name]) <= roomOf(schema)) members[name] = schema;
  return members;
}

function roomOf(schema: TSchema | undefined): number {
  return Number(schema?.['maxLength'] ?? 0) + Number(Array.isArray(schema?.['type']));
}

const operations: EntityWords['operations'] = {
  listAuditLog: {
    summary: 'List the audit trail',
    description:
      'Each creation, update and renewal with the state before and after it, and its actor, newest first.\n\nWith include=actor, each entry says who made the change. Deleting a subscription also deletes its entries.',
    agent: reading(
      'The user asks what was changed, when or by whom, or to undo it: the last change is the first entry.',
      'You only need the present state: read that.',
    ),
    success: pageOf('AuditPage', auditEntry, 'One page of entries.', [
      {
        id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a',
        subscriptionId: exampleSubscription.id,
        apiKeyId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
        requestId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b',
        action: 'subscription.create',
        metadata: { after: exampleSubscription },
        createdAt: '2026-06-16T08:00:00.000Z',
      },
    ]),
    errors: ['invalid_pagination'],
  },
  getRevision: {
    // Programs poll; a conversation does not.
    toolset: null,
    summary: 'See whether anything has changed',
    description:
      'A number that every stored change raises, deletions included. It is quick to read: poll it, and read again when it differs.',
    agent: reading('You wait for a change by somebody else.', 'You want to know what was changed: listAuditLog.'),
    success: taggedAnswer(
      named('RevisionAnswer', exactly({ revision: Type.Integer({ minimum: 0 }), requestId })),
      'The revision.',
      { revision: 42 },
    ),
    errors: [],
  },
};

/**
 * What the audit trail says in the OpenAPI document.
 *
 * @param words what the entities say of the reverts of their updates
 */
export const auditWords = (words: AllRevertWords): EntityWords => ({
  tag: auditTag,
  toolset: 'audit',
  operations: {
    ...operations,
    revertAuditEntry: revertOperation(Object.values(words)),
    revertRequest: requestOperation(Object.values(words)),
  },
  errorExamples: {
    request_not_found: { suggestedFix: 'Take the requestId of an entry from the activity (GET /api/v1/activity).' },
    invalid_audit_entry_id: { field: 'id', suggestedFix: 'Take the id of the entry from the audit trail.' },
    revert_conflict: {
      field: 'amount',
      suggestedFix: 'Read the subscription, and PATCH the fields to restore.',
      conflictingFields: ['amount'],
    },
  },
});

/** @param words of each type of entity whose updates can be reverted */
function revertOperation(words: readonly RevertWords[]): EntityWords['operations'][string] {
  return {
    summary: 'Revert an update',
    description:
      'Undoes one update or renewal, unless a later write changed the same. To undo a whole batch: revertRequest. A creation cannot be reverted.\n\nA revert is an update with its own entry, which names the reverted one in metadata.reverts. The next payment date is computed again when a date or the period is restored. If a later write changed one of the fields, nothing is restored. Deleting a subscription also deletes its entries. An update of the preferences, a correction or removal of a payment, and, by a key of scope admin, an update of a user can be reverted, too: listActivity has their entries. Other changes of users, and those of keys and sessions, cannot be reverted. Takes no body.',
    agent: confirmed(
      'medium',
      'The user has confirmed what to undo; listAuditLog has its id.',
      'You want to restore only some of its fields: update those.',
    ),
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: taggedAnswer(revertAnswerOf(words.map(({ record }) => record)), 'What the entry is about, restored.', {
      data: exampleSubscription,
    }),
    dryRun: {
      description: 'A dry run: what it would be after the revert.',
      example: { data: exampleSubscription, dryRun: true },
    },
    errors: [
      'invalid_audit_entry_id',
      'unexpected_body',
      'audit_entry_not_found',
      'revert_conflict',
      'not_revertible',
      ...words.flatMap(({ conflictCodes = [] }) => conflictCodes),
    ],
  };
}

/** @param words of each type of entity whose updates can be reverted */
function requestOperation(words: readonly RevertWords[]): EntityWords['operations'][string] {
  return {
    toolset: 'corrections',
    summary: 'Revert what a request changed',
    description:
      'Undoes all updates and renewals that one request made, such as a batch or a run of automatic renewals, the newest first: all in one write, or nothing.\n\nid is the requestId of their entries. Entries without anything to undo are skipped: creations, deletions, and what is reverted already. If a later write changed one of the fields, nothing is reverted, and the message names the entry. At most 1,000 entries; every 100 count as one request. Takes no body.',
    agent: confirmed(
      'high',
      'The user has confirmed that everything the request changed is to be undone.',
      'One change is to be undone: revertAuditEntry. An import: revertImport.',
    ),
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 200,
      description: 'The number of changes that were undone.',
      schema: changeOf('RequestReverted', requestReverted),
      example: { data: { reverted: 12, skipped: 0 } },
    },
    dryRun: {
      description: 'A dry run: nothing is reverted.',
      example: { data: { reverted: 12, skipped: 0 }, dryRun: true },
    },
    errors: [
      'invalid_id',
      'unexpected_body',
      'unexpected_if_match',
      'request_not_found',
      'revert_conflict',
      'not_revertible',
      ...words.flatMap(({ conflictCodes = [] }) => conflictCodes),
    ],
  };
}
