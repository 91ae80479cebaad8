import { preferenceFields } from '../../../domain/owners/preferences.ts';
import { answerSchemaOf } from '../../validation/fieldSchemas.ts';
import { patchBodyOf } from '../../validation/records.ts';
import { named } from '../../validation/schemaMarks.ts';

/** The body that changes preferences. */
export const PreferencesPatchBody = patchBodyOf('PreferencesPatch', preferenceFields, { autoRenew: true });

/** The preferences in an answer. */
export const preferences = named('Preferences', answerSchemaOf(preferenceFields));
