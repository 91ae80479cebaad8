import { importFields, type ImportField } from './importTypes.ts';

/** The most characters of a header that count. */
export const headerLengthMax = 100;

/** What the header of a column means, and how exactly: 0 for the name of the field, 1 for its usual label, 2 for a synonym. */
export interface ColumnMeaning {
  readonly field: ImportField;
  readonly rank: 0 | 1 | 2;
}

/** A column that has only a part of a value, or says how to read another column. */
export type PartWord = 'unit' | 'quantity' | 'cents' | 'direction';

// For each field its usual labels, then its synonyms. No word means two fields.
const wordsByField: Readonly<Partial<Record<ImportField, readonly [labels: string, synonyms: string]>>> = {
  name: [
    '',
    'title|service|subscription|subscription name|vendor|provider|merchant|company|item|bezeichnung|anbieter|dienst|abo|abonnement|titel|vertrag|vertragsname|firma|produkt|posten|wofür|was',
  ],
  category: ['kategorie', 'categories|group|type|gruppe|art|rubrik|bereich'],
  amount: [
    'betrag',
    'price|cost|costs|fee|rate|preis|kosten|gebühr|beitrag|amount per period|price per period|abobetrag|prämie',
  ],
  currency: ['währung', 'currency code|ccy|währungscode'],
  period: [
    '',
    'cycle|billing cycle|billing period|payment cycle|payment period|frequency|billing frequency|interval|billing interval|recurrence|recurring|schedule|billing|repeats|every|repeat every|repeats every|interval count|schedule interval|cycle count|cycle frequency|cycle interval|payment frequency|payment interval|renewal frequency|renewal interval|repeat frequency|repeat interval|recurrence frequency|recurrence interval|recurring interval|frequency count|frequency interval|interval value|billing interval count|billing cycle count|intervall|zahlweise|turnus|zahlungsweise|zahlungsintervall|zahlungsturnus|abrechnung|abrechnungszeitraum|abrechnungsintervall|rhythmus|zahlungsrhythmus|zyklus|zahlungszyklus|häufigkeit|periode|alle',
  ],
  customDate: ['', 'custom days|interval in days|days|intervall in tagen|tage'],
  lastPaymentDate: [
    'last payment|letzte zahlung',
    'last paid|paid on|last billed|last billing date|last charge|zuletzt bezahlt|letzte abbuchung|bezahlt am|letzte abrechnung',
  ],
  nextPaymentDate: [
    'next payment|nächste zahlung',
    'next|next due|next due date|due|due date|due on|next billing|next billing date|next bill|next charge|next renewal|renewal|renewal date|renews|renews on|next date|nächste fälligkeit|fällig am|fällig|fälligkeit|fälligkeitsdatum|nächste abbuchung|nächste abrechnung|verlängerung|verlängert sich am|abbuchung am|nächster termin',
  ],
  startDate: [
    'start|startdatum',
    'started|started on|since|begin|begins|sign up date|subscribed on|first payment|beginn|anfang|seit|vertragsbeginn|erste zahlung|abgeschlossen am|start am',
  ],
  notificationEnabled: [
    '',
    'notify|notification|notifications|reminder|reminders|benachrichtigung|benachrichtigungen|erinnerung|erinnern',
  ],
  status: ['', 'state|active|is active|enabled|zustand|aktiv'],
  notes: [
    'notizen',
    'note|comment|comments|memo|remark|remarks|description|details|notiz|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|beschreibung|hinweis',
  ],
  url: ['', 'link|website|web site|web|homepage|site|webseite|internetadresse'],
  paymentMethod: [
    'zahlungsart',
    'method|paid with|paid by|card|account|payment type|zahlungsmittel|zahlungsmethode|bezahlt mit|bezahlt über|karte|konto',
  ],
  tags: ['schlagwörter', 'tag|labels|label|keywords|stichwörter|schlagworte|etiketten|markierungen'],
  trialEndsOn: [
    'trial ends|testphase bis',
    'trial end|trial end date|trial until|free until|probezeit bis|testende|kostenlos bis|ende testphase',
  ],
  endsOn: [
    'ends|endet am',
    'end|end date|expires|expires on|expiry|expiry date|expiration|expiration date|valid until|cancelled on|cancellation date|cancelled at|endet|ende|enddatum|gekündigt zum|gekündigt am|läuft ab am|ablauf|ablaufdatum|gültig bis',
  ],
  cancelBefore: [
    'kündigen bis',
    'cancel by|cancel until|notice by|cancellation deadline|kündigung bis|kündigungstermin|kündbar bis|kündigung spätestens|spätester kündigungstermin',
  ],
  termEndsOn: [
    'vertragsende',
    'term ends|term end|contract end|contract ends|contract end date|laufzeit bis|laufzeitende|ende der laufzeit',
  ],
  termMonths: [
    'laufzeit',
    'term|term in months|contract length|minimum term|vertragslaufzeit|mindestlaufzeit|laufzeit in monaten',
  ],
  noticePeriod: ['kündigungsfrist', 'notice|cancellation period|frist'],
  autoRenew: [
    'auto renewal|automatische verlängerung',
    'autopay|automatic|automatically renews|renews automatically|lastschrift|dauerauftrag',
  ],
  anchorDay: ['', 'billing day|payment day|due day|day of month|zahltag|tag im monat|abbuchungstag'],
  everyMonths: ['', 'months|monate|intervall in monaten'],
};

const wordsByPart: Readonly<Record<PartWord, string>> = {
  unit: 'unit|interval unit|period unit|frequency unit|time unit|einheit|intervalleinheit|zeiteinheit',
  quantity: 'count|quantity|qty|anzahl|menge',
  cents: 'cents|cent|pence|rappen',
  direction:
    'debit credit|credit debit|dr cr|direction|flow|income expense|expense income|in out|soll haben|einnahme ausgabe|ausgabe einnahme|transaction type',
};

// Two columns of which each row fills one: what is paid, and what comes in.
const paidAndReceived = [
  'debit credit',
  'soll haben',
  'expense income',
  'expenses income',
  'ausgabe einnahme',
  'ausgaben einnahmen',
  'moneyout moneyin',
  'withdrawal deposit',
  'outflow inflow',
].map((pair) => pair.split(' ') as [paid: string, received: string]);

const expiryWords =
  'end|end date|expires|expires on|expiry|expiry date|expiration|expiration date|valid until|ende|enddatum|läuft ab am|ablauf|ablaufdatum|gültig bis';
const typeWords = 'type|art';
const payerWords =
  'payer|payer name|paid by|person|member|family member|household member|user|zahler|bezahlt von|mitglied|familienmitglied|nutzer';

/** The meanings of headers, by {@link headerWord}. */
export const meanings: ReadonlyMap<string, ColumnMeaning> = new Map(
  importFields.flatMap((field) => {
    const [labels = '', synonyms = ''] = wordsByField[field] ?? [];
    return [field, labels, synonyms].flatMap((words, at) =>
      wordsIn(words).map((word) => [word, { field, rank: at as 0 | 1 | 2 }] as const),
    );
  }),
);

const parts: ReadonlyMap<string, PartWord> = new Map(
  (Object.keys(wordsByPart) as PartWord[]).flatMap((part) =>
    wordsIn(wordsByPart[part]).map((word) => [word, part] as const),
  ),
);
const expiries = new Set(wordsIn(expiryWords));
const types = new Set(wordsIn(typeWords));
const payers = new Set(wordsIn(payerWords));

/** The part of a value that a header says its column has. */
export function partOf(header: string): PartWord | undefined {
  return parts.get(headerWord(header));
}

/** Whether a header may mean the end of a term that is renewed. */
export function isExpiry(header: string): boolean {
  return expiries.has(headerWord(header));
}

/** Whether the values of a column may be kinds of subscriptions, or income and expense. */
export function isType(header: string): boolean {
  return types.has(headerWord(header));
}

/** Whether a column says who pays. */
export function isPayer(header: string): boolean {
  return payers.has(headerWord(header));
}

/** The columns of what is paid and of what is received, if a header has both. */
export function paidAndReceivedIn(header: readonly string[]): readonly [paid: number, received: number] | undefined {
  const words = header.map(headerWord);
  const pair = paidAndReceived.find((both) => both.every((word) => words.includes(word)));
  return pair && [words.indexOf(pair[0]), words.indexOf(pair[1])];
}

function wordsIn(list: string): readonly string[] {
  return list
    .split('|')
    .map(headerWord)
    .filter((word) => word !== '');
}

/** A header without case, white space and punctuation; umlauts as two letters. */
export function headerWord(text: string): string {
  const letters = text.slice(0, headerLengthMax).normalize('NFKC').toLowerCase();
  const plain = letters.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
