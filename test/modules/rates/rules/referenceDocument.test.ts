import { describe, expect, test } from 'bun:test';
import { DocumentRefused, readReferenceRates } from '../../../../src/modules/rates/rules/referenceDocument.ts';
import { referenceDocument } from '../../../support/referenceDocument.ts';

const asOf = '2026-11-20';
const whole = referenceDocument(asOf);

test('the document of the bank gives its day, and a rate for each currency', () => {
  expect(readReferenceRates(whole)).toEqual({ asOf, rates: { USD: 1.1642, JPY: 180.77, GBP: 0.8659, PLN: 4.243 } });
  expect(readReferenceRates(whole.replaceAll("'", '"'))).toEqual(readReferenceRates(whole));
});

test('a currency that no server can have is left out', () => {
  expect(readReferenceRates(referenceDocument(asOf, { USD: '1.1642', QQQ: '2' })).rates).toEqual({ USD: 1.1642 });
});

describe('another document is refused', () => {
  const doctype = (declared: string) => whole.replace('?>', `?>\n<!DOCTYPE gesmes:Envelope ${declared}>`);
  test.each<[string, string, string?]>([
    ['nothing', ''],
    ['a page', '<!doctype html><html><head><title>Sign in</title></head><body><p>Hello<br></body></html>'],
    ['XHTML', '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
    ['no XML', '{"USD":1.1642}'],
    ['a DOCTYPE', doctype('[]')],
    ['an entity', doctype('[<!ENTITY a "1.1642">]').replace('1.1642', '&a;')],
    ['a file', doctype('SYSTEM "file:///etc/passwd"')],
    ['an unknown entity', whole.replace("'1.1642'", "'&rate;'")],
    ['other namespaces', whole.replace('2002-08-01/eurofxref', '2003-08-01/eurofxref')],
    ['no namespaces', whole.replace(/ xmlns="[^"]+"/, '')],
    ['a namespace of its own for the rates', whole.replace('<Cube>', '<Cube xmlns="urn:other">')],
    [
      'two days',
      whole.replace('\t</Cube>\n</', `\t<Cube time='2026-11-19'><Cube currency='USD' rate='1'/></Cube></Cube></`),
    ],
    ['no day', whole.replace(asOf, 'today')],
    ['a day that is none', whole.replace(asOf, '2026-02-30')],
    ['no rates', referenceDocument(asOf, {})],
    ['only rates of currencies that no server can have', referenceDocument(asOf, { QQQ: '2' })],
    ['a zero', referenceDocument(asOf, { USD: '0' })],
    ['a zero with decimals', referenceDocument(asOf, { USD: '0.0000' })],
    ['a negative rate', referenceDocument(asOf, { USD: '-1.1642' })],
    ['an exponent', referenceDocument(asOf, { USD: '1e3' })],
    ['a comma', referenceDocument(asOf, { USD: '1,1642' })],
    ['a rate of eleven digits', referenceDocument(asOf, { USD: '1.1642000001' })],
    ['a word', referenceDocument(asOf, { USD: 'N/A' })],
    ['a currency twice', whole.replace("'JPY'", "'USD'")],
    ['a currency in small letters', whole.replace("'USD'", "'usd'")],
    ['a rate without a currency', whole.replace("currency='USD' ", '')],
  ])('%s', (_, text) => {
    expect(() => readReferenceRates(text)).toThrow(DocumentRefused);
  });

  test('however early it breaks off', () => {
    const end = whole.trimEnd().length;
    for (let length = 0; length < end; length += 1)
      expect(() => readReferenceRates(whole.slice(0, length))).toThrow(DocumentRefused);
  });
});
