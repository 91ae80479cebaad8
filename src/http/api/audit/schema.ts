import { Type } from '@sinclair/typebox';
import { auditAction } from '../../openapi/components.ts';
import { asParameter, named } from '../../openapi/named.ts';
import { Choice, Uuid } from '../../validation/fieldTypes.ts';
import { DayOrInstant } from '../../validation/instants.ts';
import { pageParameters } from '../../validation/queries.ts';

/** The query of the audit trail. */
export const AuditQuery = Type.Object(
  {
    ...pageParameters,
    subscriptionId: Type.Optional(
      Uuid({ description: 'Only the entries of this subscription.', 'x-of': 'subscription' }),
    ),
    action: Type.Optional(asParameter(auditAction, 'Only the entries of this action.')),
    apiKeyId: Type.Optional(Uuid({ description: 'Only the changes made with this key.', 'x-of': 'apiKey' })),
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
    'x-of': 'auditEntry',
  }),
});
