/** The name of the choice of the user in the storage of the browser. */
export const languageName = 'language';

/**
 * The language that the user wants: what was chosen, else the first of the browser's that is known.
 *
 * @param choice a code, `browser`, or null
 * @param known the codes of the languages
 */
export function wantedLanguage<Code extends string>(choice: string | null, known: readonly Code[]): Code | undefined {
  return [choice, ...navigator.languages]
    .map((tag) => known.find((code) => tag === code || tag?.startsWith(`${code}-`)))
    .find((code) => code !== undefined);
}
