import type * as source from '../en/insights.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page insights, in German. */
export const insights: Translation<typeof source.insights> = {
  none: 'Noch gibt es nichts zu sehen. Sobald Abos eingetragen sind, sagt diese Seite, was teurer wurde, was weg kann und wohin das Geld ging.',
  dearer: 'Was wurde teurer?',
  'dearer.none': 'In den letzten 365 Tagen ist kein Preis gestiegen.',
  'dearer.rises': {
    one: '{count} Preis ist in den letzten 365 Tagen gestiegen: {sum} mehr im Monat.',
    other: '{count} Preise sind in den letzten 365 Tagen gestiegen: {sum} mehr im Monat.',
  },
  'dearer.more': 'In den letzten 12 Monaten waren es {amount} mehr als in den 12 Monaten davor ({percent}).',
  'dearer.less': 'In den letzten 12 Monaten waren es {amount} weniger als in den 12 Monaten davor ({percent}).',
  'dearer.same': 'In den letzten 12 Monaten war es so viel wie in den 12 Monaten davor.',
  go: 'Was kann weg?',
  'go.duplicates': { one: '{count} Name ist mehrfach eingetragen.', other: '{count} Namen sind mehrfach eingetragen.' },
  'go.duplicates.none': 'Keine zwei Abos heißen gleich.',
  'go.notice': {
    one: '{count} Abo lässt sich in den nächsten 45 Tagen beenden: {sum} im Jahr.',
    other: '{count} Abos lassen sich in den nächsten 45 Tagen beenden: {sum} im Jahr.',
  },
  'go.year': 'Was monatliche Abos im Jahr kosten',
  spent: 'Wohin ging das Geld?',
  'spent.most': 'Bezahlt wurden {sum}, das meiste für {list}.',
  'spent.none': 'Für diese Zeit ist keine Zahlung eingetragen. Nach einer Zahlung in der Übersicht „Bezahlt“ drücken.',
  'duplicates.next.none': 'keine, solange pausiert',
  'duplicates.cheapest': 'das günstigste hier',
  'duplicates.more': '{amount} mehr als das günstigste',
  'prices.subscription': 'Abo',
  'prices.change': 'Änderung',
  'prices.since': 'Seit',
  'history.show': 'Verlauf',
  'history.which': 'Verlauf von {name}',
  'history.title': 'Preise von {name}',
  'spent.aside': 'zählt eingetragene Zahlungen',
  vendors: 'Bezahlt je Abo',
  span: 'Zeitraum',
  'span.twelve': 'Letzte 12 Monate',
  'span.all': 'Gesamte Zeit',
  'span.other': 'Andere Tage',
  'span.from': 'Von',
  'span.to': 'Bis',
};
