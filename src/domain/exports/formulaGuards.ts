// What spreadsheets take for the beginning of a formula, or ignore before one (OWASP, "CSV Injection").
const formulaStart = '[=+\\-@\uff1d\uff0b\uff0d\uff20]';
// Where the list separator is a semicolon, as in German, a spreadsheet that opens the file begins a cell behind each, and
// takes no quotation mark for one inside a cell.
const cellStart = '(?<=^|[;\\t\\r\\n])';

/** Where a formula could begin that has at least so many apostrophes before it. */
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
