import { importFields, type ImportColumn, type ImportField, type ImportOptions } from './importTypes.ts';
import { readCurrency, type CurrencyWords } from './values/currencies.ts';
import { shownText } from './values/reading.ts';

/** A column of a table. */
export interface TableColumn extends Omit<ImportColumn, 'example'> {
  /** The currency that the header of an amount states: `Price (USD)`. */
  readonly currency?: string;
}

const headerLengthMax = 100;

// In each list the words of the fields themselves come first; no word means two fields.
const synonyms: Readonly<Partial<Record<ImportField, string>>> = {
  name: 'title|service|subscription|subscription name|vendor|provider|merchant|company|item|bezeichnung|anbieter|dienst|abo|abonnement|titel|vertrag|vertragsname|firma|produkt|posten|wofür|was',
  category: 'categories|group|type|kategorie|gruppe|art|rubrik|bereich',
  amount:
    'price|cost|costs|fee|rate|betrag|preis|kosten|gebühr|beitrag|amount per period|price per period|abobetrag|prämie',
  currency: 'currency code|ccy|währung|währungscode',
  period:
    'cycle|billing cycle|billing period|payment cycle|payment period|frequency|billing frequency|interval|billing interval|recurrence|recurring|schedule|billing|repeats|intervall|zahlweise|turnus|zahlungsweise|zahlungsintervall|zahlungsturnus|abrechnung|abrechnungszeitraum|abrechnungsintervall|rhythmus|zahlungsrhythmus|zyklus|zahlungszyklus|häufigkeit|periode',
  customDate: 'custom days|interval in days|days|intervall in tagen|tage',
  lastPaymentDate:
    'last payment|last paid|paid on|last billed|last billing date|last charge|letzte zahlung|zuletzt bezahlt|letzte abbuchung|bezahlt am|letzte abrechnung',
  nextPaymentDate:
    'next|next payment|next due|next due date|due|due date|due on|next billing|next billing date|next bill|next charge|next renewal|renewal|renewal date|renews|renews on|next date|nächste zahlung|nächste fälligkeit|fällig am|fällig|fälligkeit|fälligkeitsdatum|nächste abbuchung|nächste abrechnung|verlängerung|verlängert sich am|abbuchung am|nächster termin',
  startDate:
    'start|started|started on|start date|since|begin|begins|sign up date|subscribed on|first payment|beginn|startdatum|anfang|seit|vertragsbeginn|erste zahlung|abgeschlossen am|start am',
  notificationEnabled:
    'notify|notification|notifications|reminder|reminders|benachrichtigung|benachrichtigungen|erinnerung|erinnern',
  status: 'state|active|is active|enabled|zustand|aktiv',
  notes:
    'note|comment|comments|memo|remark|remarks|description|details|notiz|notizen|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|beschreibung|hinweis',
  url: 'link|website|web site|web|homepage|site|webseite|internetadresse',
  paymentMethod:
    'payment method|method|paid with|paid by|card|account|payment type|zahlungsart|zahlungsmittel|zahlungsmethode|bezahlt mit|bezahlt über|karte|konto',
  tags: 'tag|labels|label|keywords|schlagwörter|stichwörter|schlagworte|etiketten|markierungen',
  trialEndsOn:
    'trial ends|trial end|trial end date|trial until|free until|testphase bis|probezeit bis|testende|kostenlos bis|ende testphase',
  endsOn:
    'ends|end|end date|ends on|expires|expires on|expiry date|cancelled on|cancellation date|cancelled at|endet|endet am|ende|enddatum|gekündigt zum|gekündigt am|läuft ab am|ablaufdatum|gültig bis',
  cancelBefore:
    'cancel by|cancel before|cancel until|notice by|cancellation deadline|kündigung bis|kündigen bis|kündigungstermin|kündbar bis|kündigung spätestens|spätester kündigungstermin',
  termEndsOn:
    'term ends|term end|contract end|contract ends|contract end date|vertragsende|laufzeit bis|laufzeitende|ende der laufzeit',
  termMonths:
    'term|term in months|contract length|minimum term|laufzeit|vertragslaufzeit|mindestlaufzeit|laufzeit in monaten',
  noticePeriod: 'notice|notice period|cancellation period|kündigungsfrist|frist',
  autoRenew: 'auto renew|auto renewal|autopay|automatic|automatische verlängerung|lastschrift|dauerauftrag',
  anchorDay: 'billing day|payment day|due day|day of month|zahltag|tag im monat|abbuchungstag',
  everyMonths: 'months|monate|intervall in monaten',
};

const fieldsByWord: ReadonlyMap<string, ImportField> = new Map(
  importFields.flatMap((field) =>
    [field, ...(synonyms[field]?.split('|') ?? [])].map((word) => [headerWord(word), field] as const),
  ),
);

const withCurrencyForm = /^(.{1,60}?)\s*(?:[([/]\s*|\s+in\s+)([^()[\]]{1,8}?)\s*[)\]]?\s*$/;

/** The columns of a table by its header, as far as it is recognised, and by what the request says of it. */
export function columnsOf(
  header: readonly string[],
  mapping: NonNullable<ImportOptions['mapping']>,
  currencies: CurrencyWords,
): readonly TableColumn[] {
  const asked = header.map((text, index) => askedFor(text, index, header, mapping));
  const taken = new Set(asked.flatMap((one) => (one === undefined ? [] : [one.field])));
  const found = header.map((text, index) => (asked[index] === undefined ? recognised(text, currencies) : undefined));
  // Of several prices, such as one of a month and one of a year, only the user knows which one counts.
  if (found.filter((column) => column?.field === 'amount').length > 1) taken.add('amount');
  return header.map((_, index) => {
    const [own, column] = [asked[index], found[index]];
    if (own !== undefined) return own;
    const isFree = column !== undefined && column.field !== '' && !taken.has(column.field);
    if (isFree) taken.add(column.field);
    return isFree ? column : { header: nameOf(header, index), field: '' };
  });
}

/** What a mapping calls a column: its header, or its number where the header is empty or that of an earlier column. */
function nameOf(header: readonly string[], index: number): string {
  const text = header[index] ?? '';
  const isFirst = header.findIndex((one) => isSameHeader(one, text)) === index;
  return isFirst && shownHeader(text) !== '' ? shownHeader(text) : `#${index + 1}`;
}

/** The names of a mapping that a header does not have. */
export function unknownColumns(
  header: readonly string[],
  mapping: NonNullable<ImportOptions['mapping']>,
): readonly string[] {
  return Object.keys(mapping).filter((key) => {
    const number = numberOf(key);
    return number === undefined ? !header.some((text) => isSameHeader(text, key)) : number > header.length;
  });
}

/** How many words of a header are recognised. */
export function recognisedIn(header: readonly string[], currencies: CurrencyWords): number {
  return new Set(header.map((text) => recognised(text, currencies).field).filter((field) => field !== '')).size;
}

/** How many columns of a header a mapping names by their words. */
export function namedIn(header: readonly string[], mapping: NonNullable<ImportOptions['mapping']>): number {
  const keys = Object.keys(mapping).filter((key) => numberOf(key) === undefined);
  return keys.filter((key) => header.some((text) => isSameHeader(text, key))).length;
}

/** Whether a mapping names columns by their numbers. */
export function hasNumbers(mapping: NonNullable<ImportOptions['mapping']>): boolean {
  return Object.keys(mapping).some((key) => numberOf(key) !== undefined);
}

function askedFor(
  text: string,
  index: number,
  header: readonly string[],
  mapping: NonNullable<ImportOptions['mapping']>,
): TableColumn | undefined {
  const byNumber = mapping[`#${index + 1}`];
  if (byNumber !== undefined) return { header: `#${index + 1}`, field: byNumber };
  const isFirst = header.findIndex((one) => isSameHeader(one, text)) === index;
  const key = isFirst ? Object.keys(mapping).find((one) => isSameHeader(text, one)) : undefined;
  const field = key === undefined ? undefined : mapping[key];
  return field === undefined ? undefined : { header: shownHeader(text), field };
}

function recognised(text: string, currencies: CurrencyWords): TableColumn {
  const header = shownHeader(text);
  const field = fieldsByWord.get(headerWord(header));
  if (field !== undefined) return { header, field };
  const [, word = '', currency = ''] = withCurrencyForm.exec(header) ?? [];
  const isAmount = fieldsByWord.get(headerWord(word)) === 'amount' && 'value' in readCurrency(currency, currencies);
  return isAmount ? { header, field: 'amount', currency } : { header, field: '' };
}

function numberOf(key: string): number | undefined {
  const [, digits] = /^#([1-9]\d{0,4})$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function isSameHeader(one: string, other: string): boolean {
  return shownHeader(one).toLowerCase() === shownHeader(other).toLowerCase();
}

function shownHeader(text: string): string {
  return shownText(text, headerLengthMax);
}

/** A header without case, white space and punctuation; umlauts as two letters. */
function headerWord(text: string): string {
  const letters = text.slice(0, headerLengthMax).normalize('NFKC').toLowerCase();
  const plain = letters.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
