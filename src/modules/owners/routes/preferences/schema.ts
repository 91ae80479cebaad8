import { preferenceFields } from '../../model.ts';
import { answerSchemaOf } from '../../../../core/fields/fieldSchemas.ts';
import { patchBodyOf } from '../../../../core/fields/records.ts';
import { named } from '../../../../core/fields/schemaMarks.ts';

/** The body that changes preferences. */
export const PreferencesPatchBody = patchBodyOf('PreferencesPatch', preferenceFields, { autoRenew: true });

/** The preferences in an answer. */
export const preferences = named('Preferences', answerSchemaOf(preferenceFields));
