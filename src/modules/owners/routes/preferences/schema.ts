import { preferenceFields } from '../../model.ts';
import { answerSchemaOf } from '../../../../core/http/validation/fieldSchemas.ts';
import { patchBodyOf } from '../../../../core/http/validation/records.ts';
import { named } from '../../../../core/http/validation/schemaMarks.ts';

/** The body that changes preferences. */
export const PreferencesPatchBody = patchBodyOf('PreferencesPatch', preferenceFields, { autoRenew: true });

/** The preferences in an answer. */
export const preferences = named('Preferences', answerSchemaOf(preferenceFields));
