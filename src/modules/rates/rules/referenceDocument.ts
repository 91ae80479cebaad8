import { parseXml, XmlDocumentType, XmlElement, type XmlDocument } from '@rgrove/parse-xml';
import { isCalendarDay } from '../../../core/billing/days.ts';
import { currencyCodes } from '../../../core/billing/currencies.ts';
import { isRate } from './rate.ts';

/** The reference rates of a day: how many units of a currency one euro buys. */
export interface ReferenceRates {
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly rates: Readonly<Record<string, number>>;
}

/** A document that is not the one of the European Central Bank, or has a rate that cannot be. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
}

const namespaces = {
  xmlns: 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref',
  'xmlns:gesmes': 'http://www.gesmes.org/xml/2002-08-01',
};

/**
 * Reads the daily reference rates of the European Central Bank, strictly: its namespaces, one day, a rate for each currency. The
 * parser loads nothing and expands no entities; a document with a DOCTYPE is refused. Currencies that no server can have are left out.
 *
 * @throws {DocumentRefused} for any other document
 */
export function readReferenceRates(text: string): ReferenceRates {
  const root = rootOf(text);
  const days = childrenOf(childrenOf(root, 'Cube')[0], 'Cube');
  const [day] = days;
  const asOf = day?.attributes['time'] ?? '';
  if (day === undefined || days.length !== 1 || !isCalendarDay(asOf)) fail('it is not of one day');
  const rates = childrenOf(day, 'Cube').map(({ attributes: { currency = '', rate = '' } }) => {
    if (!/^[A-Z]{3}$/.test(currency)) fail('a rate has no currency');
    if (!/^\d{1,10}(\.\d{1,10})?$/.test(rate) || !isRate(Number(rate))) fail(`the rate of ${currency} is not possible`);
    return [currency, Number(rate)] as const;
  });
  if (new Set(rates.map(([currency]) => currency)).size < rates.length) fail('a currency has two rates');
  const known = currencyCodes();
  const possible = rates.filter(([currency]) => known.has(currency));
  if (possible.length === 0) fail('it has no rates');
  return { asOf, rates: Object.fromEntries(possible) };
}

function rootOf(text: string): XmlElement {
  const root = parsed(text);
  const isExpected = root.name === 'gesmes:Envelope';
  if (!isExpected || Object.entries(namespaces).some(([name, value]) => root.attributes[name] !== value))
    fail('it is another document');
  return root;
}

function parsed(text: string): XmlElement {
  const document = documentOf(text);
  // Only a declaration of types could define entities, or name another file.
  if (document.children.some((child) => child instanceof XmlDocumentType)) fail('it has a DOCTYPE');
  return document.root ?? fail('it is not XML');
}

function documentOf(text: string): XmlDocument {
  try {
    return parseXml(text, { preserveDocumentType: true });
  } catch {
    // What the parser says repeats the text.
    return fail('it is not XML');
  }
}

function fail(reason: string): never {
  throw new DocumentRefused(reason);
}

/** The children of an element with a name. An element that declares another namespace is none of the document. */
function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  const children = (element?.children ?? []).filter((child) => child instanceof XmlElement);
  const found = children.filter((child) => child.name === name);
  if (found.some(({ attributes }) => attributes['xmlns'] !== undefined)) fail('it is another document');
  return found;
}
