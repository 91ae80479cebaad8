import { describe, expect, test } from 'bun:test';
import { environmentWarnings, explainSettings, resolveSettings } from '../../../src/core/config/settings.ts';
import { SettingRefused } from '../../../src/core/config/sources.ts';

function refusalOf(text: string): string {
  try {
    resolveSettings({ currencies: text }, {});
  } catch (error) {
    if (error instanceof SettingRefused) return error.message;
    throw error;
  }
  return '';
}

describe('the setting of further currencies', () => {
  test.each([
    ['', []],
    ['PLN', ['PLN']],
    ['SEK, PLN,INR', ['SEK', 'PLN', 'INR']],
    ['PLN,EUR,INR,PLN', ['PLN', 'INR']],
    ['EUR', []],
  ])('%j adds %j, in this order', (text, expected) => {
    expect(resolveSettings({ currencies: text }, {}).currencies).toEqual(expected);
    expect(resolveSettings({}, { DUEBOOK_CURRENCIES: text }).currencies).toEqual(expected);
  });

  test.each([
    ['PLM', 'there is no currency "PLM", did you mean PLN?'],
    ['SEK,pln', 'there is no currency "pln", did you mean PLN?'],
    ['INT', 'there is no currency "INT", did you mean INR?'],
    ['EURO', 'there is no currency "EURO", did you mean EUR?'],
    ['PLN;SEK', 'there is no currency "PLN;SEK"'],
    ['PLN,,SEK', 'there is an empty entry between two commas'],
  ])('%j is refused, with the nearest one', (text, reason) => {
    expect(refusalOf(text)).toBe(
      `--currencies is ${JSON.stringify(text)}, but must be ISO 4217 codes with commas between them, such as PLN,INR,SEK, or empty for none: ${reason}`,
    );
  });

  test.each([
    ['PLN,INR', []],
    ['PLN,EUR,EUR', ['--currencies has EUR, which is always there: remove it.']],
    ['PLN,INR,PLN', ['--currencies has PLN more than once: remove it from one place.']],
  ])('%j gives the warnings %j', (text, expected) => {
    expect(environmentWarnings({}, explainSettings({ currencies: text }, {}))).toEqual(expected);
  });
});
