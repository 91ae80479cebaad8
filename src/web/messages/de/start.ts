import type * as en from '../en/start.ts';
import type { Translation } from '../translate.ts';

/** The texts of the first steps, on the overview, in German. */
export const overview: Translation<typeof en.overview> = {
  empty: 'Noch ist nichts eingetragen. Ein guter Anfang ist das, was jeden Monat abgebucht wird.',
  'empty.add': 'Das erste Abo hinzufügen',
  start: 'Erste Schritte',
  'start.done': 'Erledigt:',
  'start.open': 'Offen:',
  'start.presets': 'Oder mit einem von diesen beginnen:',
  'start.password': 'Damit die Anmeldung auch ohne Link geht.',
  'start.people': 'Zum Beispiel den Partner oder die Partnerin. Alle sehen dieselben Abos.',
  'start.ways': 'Oder nicht selbst tippen:',
  'start.import': 'Datei importieren',
  'start.assistant': 'Assistent verbinden',
  'start.assistant.text':
    'Ein Assistent, der MCP versteht, zum Beispiel Claude, verbindet sich über {address} und einen API-Schlüssel und trägt ein, was man ihm sagt.',
  'start.hide': 'Ausblenden',
  'start.rent': 'Miete',
  'start.internet': 'Internet',
  'start.mobile': 'Handy',
  'start.streaming': 'Streaming',
  'start.music': 'Musik',
  'start.insurance': 'Versicherung',
  'start.gym': 'Fitnessstudio',
  'start.domain': 'Domain',
  'start.home': 'Wohnen',
  'start.telephone': 'Telefon und Internet',
  'start.entertainment': 'Unterhaltung',
  'start.insurances': 'Versicherungen',
  'start.sport': 'Sport',
  'start.online': 'Online',
};
