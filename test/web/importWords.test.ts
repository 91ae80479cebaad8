import './support/texts.ts';
import { describe, expect, test } from 'bun:test';
import { readCurrency } from '../../src/modules/imports/rules/values/currencies.ts';
import { problem, recordReasonCodes } from '../../src/modules/imports/rules/values/problems.ts';
import { formatDay } from '../../src/web/format/intl.ts';
import { type Reader, translate } from '../../src/web/messages/translate.ts';
import { faultWords } from '../../src/web/pages/import/faults.ts';
import { remarkWords } from '../../src/web/pages/import/remarks.ts';

describe('what the service says of a row', () => {
  test('is in the language of the reader, with days and words as that writes them', () => {
    const remarks = [
      { code: 'earlierRecord', values: { row: '3' } },
      { code: 'statusChanged', values: { status: 'cancelled' } },
      { code: 'activeUntilEnd', values: { endsOn: '2026-12-31' } },
      { code: 'payerLeftOut', values: { value: '2026-12-31' } },
    ] as const;
    const german: Parameters<typeof remarkWords>[2] = {
      say: (key, ...values) => translate({ language: 'de', locale: 'de-DE' }, key, ...values),
      day: (day) => formatDay(day, 'de-DE', 'full'),
    };
    expect(remarkWords({ language: 'de', locale: 'de-DE' }, remarks, german)).toEqual([
      'Status vorher: Gekündigt.',
      'Gekündigt und noch aktiv bis 31. Dezember 2026.',
      'Wer zahlt („2026-12-31“), wird nicht übernommen.',
    ]);
  });
});

describe('what is wrong with a row', () => {
  const german: Reader = { language: 'de', locale: 'de-DE' };
  const wordsFor = (reader: Reader, field: string, found: ReturnType<typeof problem>) =>
    // The marks around what somebody wrote keep its direction of writing.
    faultWords(reader, { code: 'invalid_subscription', field, ...found.problem }).replaceAll(/[\u2068\u2069]/g, '');

  test('is in the language of the reader, with numbers and fields as that writes them', () => {
    expect(
      wordsFor(german, 'amount', problem('amountAmbiguous', { value: '1.234', whole: 1234, fraction: 1.234 })),
    ).toBe('Der Betrag „1.234“ kann 1.234 oder 1,234 bedeuten. Bitte mit zwei Nachkommastellen schreiben.');
    const day = problem('dayTooOld', { value: '1899-12-31', year: 1900 });
    expect(wordsFor(german, 'endsOn', day)).toBe(
      'Endet am: „1899-12-31“ liegt vor 1900. Bitte das richtige Datum eintragen oder das Feld leer lassen.',
    );
    const rule = problem('brokenRule', { field: 'name', rule: 'a text' });
    expect(wordsFor(german, 'name', rule)).toBe('Name: 1 bis 120 Zeichen eingeben, ohne unsichtbare Steuerzeichen.');
  });

  test.each([
    ['US Dollar', 'Es ist nicht bekannt, welche Währung „US Dollar“ bedeutet.'],
    ['Gold', 'Es ist nicht bekannt, welche Währung „Gold“ bedeutet.'],
    ['17', 'Die Datei nennt die Währung nur mit ihrer Nummer im anderen Programm: 17.'],
    [
      'kr',
      '„kr“ kann mehrere Währungen bedeuten, und keine davon wird auf diesem Server verwendet. Wer den Server betreibt, kann eine hinzufügen.',
    ],
  ])('names what the file has for a currency: %s', (text, words) => {
    const read = readCurrency(text, { meant: new Map(), allowed: ['EUR', 'USD'] });
    if ('value' in read) throw new Error(`${text} was read as ${read.value}`);
    expect(wordsFor(german, 'currency', read)).toBe(words);
  });

  test('has words of its own in each language for each reason, and none of the service', () => {
    const values = { value: 'v', word: 'w', whole: 1, fraction: 1, max: 2, min: 1, count: 3, cells: 4, columns: 5 };
    const others = {
      currency: 'EUR',
      other: 'CHF',
      symbol: '$',
      payment: 1,
      member: 'dueOn',
      year: 1900,
      field: 'name',
    };
    const shown = Object.entries({ ...values, ...others }).map(([name, value]) => [name, String(value)]);
    for (const reader of [german, { language: 'en', locale: 'en' } as const]) {
      const without = recordReasonCodes.filter((code) => {
        const reason = { code, values: Object.fromEntries(shown) as Record<string, string> };
        const text = faultWords(reader, { code: 'invalid_subscription', field: 'amount', message: 'Words.', reason });
        return text.includes('Words.') || /[{}]/.test(text);
      });
      expect(without).toEqual([]);
    }
  });

  test('is said by the service for a reason that only a newer one knows', () => {
    const reason = { code: 'newer', values: {} };
    expect(faultWords(german, { code: 'newer', field: 'name', message: 'No name.', reason })).toBe('Name: No name.');
  });
});
