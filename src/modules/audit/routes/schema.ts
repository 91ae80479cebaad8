import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import { auditActions, entityTypes } from '../../../core/audit/auditEntry.ts';
import { day, exactly, instant, isDryRun, oneOf, requestId, uuid } from '../../../core/http/openapi/components.ts';
import { asParameter, idOf, named } from '../../../core/fields/schemaMarks.ts';
import {
  CalendarDay,
  Choice,
  DayOrInstant,
  recordedCurrency,
  SearchText,
  Uuid,
  wordsOf,
} from '../../../core/fields/fieldTypes.ts';
import { warnings } from '../../subscriptions/routes/warnings.ts';
import { Subscription, subscriptionId } from '../../subscriptions/model.ts';
import { areas } from '../rules/activity.ts';
import { RecordedDetails } from '../../subscriptions/detailModel.ts';
import { priceStepItems } from '../../../core/fields/priceSteps.ts';
import { pageParameters } from '../../../core/fields/queries.ts';

/** What an entry of the audit trail records. */
const auditAction = named('AuditAction', Choice(['subscription.create', 'subscription.update']));

const apiKeyId = idOf('invalid_id', 'apiKeyId of an entry of the audit trail (GET /api/v1/audit)');
const auditEntryId = idOf('invalid_audit_entry_id', 'id of the entry from the audit trail (GET /api/v1/audit)');

/** The query of the audit trail. */
export const AuditQuery = Type.Object(
  {
    ...pageParameters,
    subscriptionId: Type.Optional(
      Uuid({ description: 'Only the entries of this subscription.', 'x-of': subscriptionId }),
    ),
    action: Type.Optional(asParameter(auditAction, 'Only the entries of this action.')),
    apiKeyId: Type.Optional(Uuid({ description: 'Only the changes made with this key.', 'x-of': apiKeyId })),
    since: Type.Optional(DayOrInstant({ description: 'Only changes from this day or date-time on.' })),
    until: Type.Optional(DayOrInstant({ description: 'Only changes before this day or date-time.' })),
    include: Type.Optional(
      asParameter(named('AuditInclude', Choice(['actor'])), 'With actor, each entry says who made the change.'),
    ),
  },
  { additionalProperties: false },
);

/** The path of one audit entry. */
export const AuditEntryPath = Type.Object({
  id: Uuid({
    description: 'The id of the audit entry.',
    examples: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a'],
    'x-of': auditEntryId,
  }),
});

const revertedRequestId = idOf('invalid_id', 'requestId of an entry from the activity (GET /api/v1/activity)');

/** The path of one request. */
export const RequestPath = Type.Object({
  id: Uuid({
    description: 'The requestId of the entries.',
    examples: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b'],
    'x-of': revertedRequestId,
  }),
});

/** How many of the entries of a request were reverted. */
export const RequestReverted = exactly({
  reverted: Type.Integer({ minimum: 1, description: 'The number of changes that were undone.' }),
  skipped: Type.Integer({
    minimum: 0,
    description: 'The number of entries that have nothing to undo: creations, deletions, and what is reverted already.',
  }),
});

const anchorDay = Type.Unsafe({ type: ['integer', 'null'], minimum: 1, maximum: 31 });

/** What an update that was a renewal, or the revert of one, records of it. */
const renewal = named(
  'RenewalRecord',
  exactly(
    {
      dueOn: day,
      paidOn: Type.Unsafe({ type: ['string', 'null'], format: 'date', description: 'Null: nothing was paid.' }),
      anchorDay: exactly({ before: anchorDay, after: anchorDay }),
      nextPaymentDate: exactly({ before: day, after: day }),
      steps: Type.Optional(Type.Integer({ minimum: 2, description: 'The number of payments, if several.' })),
      skipped: Type.Optional(Type.Integer({ minimum: 1, description: 'Due dates that passed without a payment.' })),
      entryId: Type.Optional(Type.String({ format: 'uuid' })),
    },
    { description: 'The payment that the update recorded; with reverts, the one that it removed or brought back.' },
  ),
);
/** A subscription as it was. */
const recorded = named('RecordedSubscription', exactly({ ...Subscription.properties, currency: recordedCurrency }));
const sentPatch = Type.Object({}, { additionalProperties: true, description: 'What the client sent.' });

const actorKind = named('ActorKind', Choice(['key', 'session', 'service']));

/** Who made a change. */
const actor = named(
  'Actor',
  exactly({
    kind: actorKind,
    name: Type.Unsafe({
      type: ['string', 'null'],
      description:
        'The name of the key, or its first characters; of the user, or of the key that signed in. Null for the service.',
    }),
  }),
);

/** An entry of the audit trail. */
export const AuditEntry = named(
  'AuditEntry',
  exactly({
    id: uuid,
    subscriptionId: uuid,
    apiKeyId: uuid,
    requestId: Type.String({ description: 'The request that made the change.' }),
    action: auditAction,
    metadata: Type.Object(
      {
        before: Type.Optional(recorded),
        after: recorded,
        renewal: Type.Optional(renewal),
        endsOn: Type.Optional(
          Type.String({
            format: 'date',
            description: 'The last day, when the service cancelled the subscription on its end.',
          }),
        ),
        priceStep: Type.Optional(
          exactly(priceStepItems.properties, {
            description: 'The planned price that the service made the amount on its day.',
          }),
        ),
        reverts: Type.Optional(Type.String({ format: 'uuid', description: 'The entry that this update reverts.' })),
        import: Type.Optional(Type.String({ format: 'uuid', description: 'The import that made the change.' })),
        patch: Type.Optional(sentPatch),
        details: Type.Optional(
          exactly(
            { before: Type.Optional(RecordedDetails), after: RecordedDetails, patch: Type.Optional(sentPatch) },
            { description: 'The details before and after a change of them, whole. A creation has after only.' },
          ),
        ),
      },
      { additionalProperties: false, description: 'The state after the change, and for an update also before it.' },
    ),
    createdAt: instant,
    // Only with include=actor.
    actor: Type.Optional(actor),
  }),
);

const entityType = named('EntityType', Choice(entityTypes));

/** The query of the activity. */
export const ActivityQuery = Type.Object(
  {
    ...pageParameters,
    entityType: Type.Optional(asParameter(entityType, 'Only the changes of this type of entity.')),
    entityId: Type.Optional(Uuid({ description: 'Only the changes of this entity.' })),
    area: Type.Optional(
      named(
        'ActivityArea',
        Choice(areas, {
          description:
            'Only subscriptions with their payments; channels, rules, deliveries and feeds of reminders; or all others.',
        }),
      ),
    ),
    subscriptionId: Type.Optional(
      Uuid({ description: 'Only the changes of this subscription and its payments.', 'x-of': subscriptionId }),
    ),
    q: Type.Optional(
      SearchText({ description: 'Only those of subscriptions whose present name contains this text, ignoring case.' }),
    ),
    actorKind: Type.Optional(asParameter(actorKind, 'Only the changes by such an actor.')),
    actor: Type.Optional(SearchText({ description: 'Only the changes by actors with exactly this name.' })),
    include: Type.Optional(
      asParameter(
        named('ActivityInclude', Choice(['actors'])),
        'With actors, the answer also has all who have made any change.',
      ),
    ),
    from: Type.Optional(CalendarDay({ description: 'The first day.' })),
    to: Type.Optional(CalendarDay({ description: 'The last day.' })),
  },
  { additionalProperties: false },
);

/** A change in the activity. */
export const ActivityEntry = named(
  'ActivityEntry',
  exactly({
    id: uuid,
    entityType,
    entityId: Type.Unsafe({ type: ['string', 'null'], format: 'uuid', description: 'Null for the owner itself.' }),
    name: Type.Unsafe({
      type: ['string', 'null'],
      description:
        'The name after the change; for a payment, that of its subscription. Null for an entity without one.',
    }),
    action: named('ActivityAction', oneOf(auditActions)),
    actor,
    requestId: Type.String({ description: 'The request that made the change.' }),
    metadata: Type.Object({}, { additionalProperties: true, description: 'What was changed; see the action.' }),
    amount: Type.Unsafe({
      type: ['number', 'null'],
      description:
        'What is recorded as paid with a renewal, in the currency of metadata.after; null for other entries.',
    }),
    undone: Type.Boolean({ description: 'Whether the change was reverted by an entry that is not reverted itself.' }),
    createdAt: instant,
  }),
);

/** What the answer also has when it is asked for. */
export const activityActors = {
  actors: Type.Optional(
    Type.Array(actor, { description: 'People first, then keys, then the service. Only with include=actors.' }),
  ),
};

/** The answer to a revert. */
export function revertAnswerOf(records: readonly TObject[]) {
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

/** The members of all records; of two with one name, the text that may be longer, or null, or the words of both. */
function membersOf(records: readonly TObject[]): Readonly<Record<string, TSchema>> {
  const members: Record<string, TSchema> = {};
  for (const [name, schema] of records.flatMap(({ properties }) => Object.entries(properties)))
    members[name] = widerOf(name, members[name], schema);
  return members;
}

function widerOf(name: string, one: TSchema | undefined, other: TSchema): TSchema {
  const [words, others] = [one === undefined ? [] : wordsOf(one), wordsOf(other)];
  if (words.length > 0 && others.some((word) => !words.includes(word)))
    return named(
      `Reverted${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      Choice([...new Set([...words, ...others])]),
    );
  return one !== undefined && roomOf(one) > roomOf(other) ? one : other;
}

function roomOf(schema: TSchema): number {
  return Number(schema['maxLength'] ?? 0) + Number(Array.isArray(schema['type']));
}
