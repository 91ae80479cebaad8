import { contractCurrencies, currencyCodes } from '../billing/currencies.ts';
import { closest } from '../text/nearest.ts';
import type { ValueKind } from './kinds.ts';

/** Codes of further currencies with commas between them, each once and in the order given; empty for none. */
export function currencyList(): ValueKind<readonly string[]> {
  return {
    isList: true,
    allowed: 'ISO 4217 codes with commas between them, such as PLN,INR,SEK, or empty for none',
    parse(text) {
      const codes = codesIn(text);
      if (codes.length === 0) return codes;
      const known = currencyCodes();
      if (!codes.every((code) => known.has(code))) return undefined;
      return [...new Set(codes)].filter((code) => !contractCurrencies.includes(code));
    },
    explain(text) {
      const known = currencyCodes();
      const wrong = codesIn(text).find((code) => !known.has(code)) ?? '';
      if (wrong === '') return 'there is an empty entry between two commas';
      const meant = known.has(wrong.toUpperCase()) ? wrong.toUpperCase() : closest(wrong.toUpperCase(), [...known]);
      return `there is no currency ${JSON.stringify(wrong)}${meant === undefined ? '' : `, did you mean ${meant}?`}`;
    },
    warnings(text) {
      const codes = codesIn(text);
      const ofContract = codes.filter((code) => contractCurrencies.includes(code));
      const repeated = codes.filter((code, index) => codes.indexOf(code) < index && !ofContract.includes(code));
      return [
        ...[...new Set(ofContract)].map((code) => `has ${code}, which is always there: remove it`),
        ...[...new Set(repeated)].map((code) => `has ${code} more than once: remove it from one place`),
      ];
    },
  };
}

function codesIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',').map((code) => code.trim());
}
