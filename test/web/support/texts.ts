import { languageCodes } from '../../../src/web/messages/languages.ts';
import { loadTexts } from '../../../src/web/messages/translate.ts';

// All texts of all languages: a page loads those that it needs.
await Promise.all(languageCodes.flatMap((code) => [loadTexts(code, 'first'), loadTexts(code, 'late')]));
