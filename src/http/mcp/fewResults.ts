import { isMembers, type Members } from '../validation/fieldTypes.ts';

const resultsMax = 50;
const lengthMax = 30_000;
// What programs have use for, and a model does not.
const leftOut = ['remarks', 'payments'] as const;

/**
 * A report on many records as a model can read it: first the records about which there is something to say, and no more than
 * fit. The counts of the report stay those of all records.
 *
 * @param report has a list `results` with an `outcome` each
 * @returns the report, and the hint that says what is not shown, if there is such
 */
export function withFewResults(report: Members): { readonly report: Members; readonly hint?: string } {
  const results = resultsOf(report).map(withoutNeedless);
  const isTold = ({ outcome, notes }: Members) => outcome !== 'created' || notes !== undefined;
  const isShort = results.length <= resultsMax;
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const others = results.filter((one) => one['outcome'] !== 'failed' && isTold(one));
  const shown = fitting(isShort ? results : [...failed, ...others].slice(0, resultsMax));
  const shortened = { ...report, results: shown };
  if (shown.length === results.length) return { report: shortened };
  return {
    report: shortened,
    hint: `Shown are ${shown.length} of ${results.length} results: ${isShort ? 'the first ones' : 'those that failed, then others that are not simply created'}. The counts are those of all.`,
  };
}

function resultsOf({ results }: Members): readonly Members[] {
  return Array.isArray(results) ? results.filter(isMembers) : [];
}

function withoutNeedless(result: Members): Members {
  const { error } = result;
  const kept = Object.fromEntries(Object.entries(result).filter(([name]) => !leftOut.some((one) => one === name)));
  if (!isMembers(error)) return kept;
  const { reason: _reason, ...fault } = error;
  return { ...kept, error: fault };
}

/** The first results that are short enough together. */
function fitting(results: readonly Members[]): readonly Members[] {
  let length = 0;
  const end = results.findIndex((one) => {
    length += JSON.stringify(one).length;
    return length > lengthMax;
  });
  return end === -1 ? results : results.slice(0, end);
}
