import type * as en from '../en/rates.ts';
import type { Translation } from '../translate.ts';

/** The texts of exchange rates, in German. */
export const rates: Translation<typeof en.rates> = {
  all: 'Alles in {sign}',
  'all.code': 'Alles in {currency}',
  of: 'zu deinen Kursen vom {day}',
  'of.ecb': 'zu den Kursen der EZB vom {day}',
  missing: 'ohne {currencies}: kein Kurs',
  title: 'Eine Summe',
  help: 'Summen aller Währungen in einer, neben denen jeder einzelnen. Abos behalten ihre Währung.',
  none: 'Aus',
  manual: 'Von Hand',
  ecb: 'Täglich',
  'ecb.help': 'Die Referenzkurse der Europäischen Zentralbank, die dieser Server an jedem Werktag abruft.',
  'ecb.off': 'Für tägliche Kurse muss dieser Server mit --exchange-rates ecb gestartet werden.',
  'ecb.waiting': 'Die ersten Kurse sind noch nicht abgerufen.',
  'ecb.asOf': 'Kurse vom {day}',
  base: 'In',
  rate: '1 {base} in {currency}',
  'rate.help': 'Was du nicht brauchst, lass leer.',
  save: 'Kurse speichern',
  saved: 'Summen sind jetzt in {currency}',
  off: 'Summen sind wieder in jeder Währung',
  choice: 'Wechselkurse',
};
