/**
 * A table to import, in German: a new subscription, one with the name of a stored one, one without an amount, and a column
 * that nobody knows.
 */
export const table = [
  'Name;Betrag;Währung;Intervall;Letzte Zahlung;Kategorie;Schwerkraft',
  'Miete;812,50;EUR;monatlich;2026-05-01;Wohnen;Wasser',
  'Netflix;17,99;EUR;monatlich;2026-05-03;Streaming;Netflix',
  'Strom;;EUR;monatlich;2026-05-04;Wohnen;Strom',
].join('\n');

/** The same in English, with a long name and a large amount. */
export const tableWithExtremes = [
  'Name,Amount,Currency,Billing period,Last payment,Category,Gravity',
  `${'Zusatzversicherung'.repeat(6)},999999.99,EUR,yearly,2026-01-31,Insurance,9.81`,
  'Rent,850,EUR,monthly,2026-05-01,Home,9.81',
  'Water,,EUR,monthly,2026-05-01,Home,9.81',
].join('\n');
