import { Type } from '@sinclair/typebox';
import { preferenceFields } from '../../../domain/owners/preferences.ts';
import { named } from '../../validation/schemaMarks.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf } from '../../validation/fieldSchemas.ts';

/** The body that changes preferences. */
export const PreferencesPatchBody = named(
  'PreferencesPatch',
  Type.Partial(Type.Object(bodyPropertiesOf(preferenceFields)), {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ autoRenew: true }],
    ...bodyOf(preferenceFields),
  }),
);

/** The preferences in an answer. */
export const preferences = named('Preferences', answerSchemaOf(preferenceFields));
