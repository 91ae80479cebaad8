import { Type } from '@sinclair/typebox';
import { auditActions, entityTypes } from '../../../../core/audit/auditEntry.ts';
import { exactly, instant, oneOf, uuid } from '../../../../core/http/openapi/components.ts';
import { asParameter, named } from '../../../../core/fields/schemaMarks.ts';
import { Choice, Uuid } from '../../../../core/fields/fieldTypes.ts';
import { pageParameters } from '../../../../core/fields/queries.ts';
import { actor } from '../schema.ts';

const entityType = named('EntityType', Choice(entityTypes));

/** The query of the activity. */
export const ActivityQuery = Type.Object(
  {
    ...pageParameters,
    entityType: Type.Optional(asParameter(entityType, 'Only the changes of this type of entity.')),
    entityId: Type.Optional(Uuid({ description: 'Only the changes of this entity.' })),
  },
  { additionalProperties: false },
);

/** A change in the activity. */
export const activityEntry = named(
  'ActivityEntry',
  exactly({
    id: uuid,
    entityType,
    entityId: Type.Unsafe({ type: ['string', 'null'], format: 'uuid', description: 'Null for the owner itself.' }),
    action: named('ActivityAction', oneOf(auditActions)),
    actor,
    requestId: Type.String({ description: 'The request that made the change.' }),
    metadata: Type.Object({}, { additionalProperties: true, description: 'What was changed; see the action.' }),
    createdAt: instant,
  }),
);
