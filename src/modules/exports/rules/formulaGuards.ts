// What spreadsheets take for the beginning of a formula (OWASP, "CSV Injection").
const formulaStart = '[=+\\-@\uff1d\uff0b\uff0d\uff20]';
// A reader may split the file at another sign than the comma, and may take a quotation mark inside a cell for one around a cell. So a
// cell can begin behind each of these signs and line breaks, and behind quotation marks that follow them.
const cellStart = '(?<=(?:^|[,;|\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029])"*)';

/** Where a formula could begin that has these apostrophes before it. Spreadsheets ignore tabs and line breaks at the start of a cell. */
function formulaAfter(apostrophes: string, guard = ''): RegExp {
  return new RegExp(
    `${cellStart}${guard}(?=${apostrophes}${formulaStart})|^${guard}(?=${apostrophes}[\\t\\r\\n])`,
    'g',
  );
}

const formula = formulaAfter("'*");
const escapedFormula = formulaAfter("'+");
const guardedFormula = formulaAfter("'*", "'");

/**
 * A text with an apostrophe before each formula that a spreadsheet could find in it.
 *
 * @param isSafe otherwise only before those that have one already, so that {@link withoutGuards} gives the same text in any case
 */
export function withGuards(text: string, isSafe: boolean): string {
  return text.replace(isSafe ? formula : escapedFormula, "'");
}

/** A text without the apostrophes of {@link withGuards}. */
export function withoutGuards(text: string): string {
  return text.replace(guardedFormula, '');
}
