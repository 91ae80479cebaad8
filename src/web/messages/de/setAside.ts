import type * as english from '../en/setAside.ts';
import type { Translation } from '../translate.ts';

export const setAside: Translation<typeof english.setAside> = {
  covers: '{sums} im Monat decken alles, was nicht monatlich ist.',
  largest: 'Der nächste große Posten: {name} im {month}, {amount}',
  soon: 'Vor dem {day} sind außerdem {sums} fällig.',
  months: 'Monat für Monat',
  none: 'Alles wird monatlich bezahlt: Es gibt nichts zurückzulegen.',
  how: 'Lege diese Summe ab {month} am Ersten jedes Monats zurück. Der Topf bezahlt dann jeden dieser Monate.',
  start: 'Heute im Topf',
  due: 'Fällig',
  pot: 'Im Topf',
};

export const budget: Translation<typeof english.budget> = {
  line: 'Die Linie ist das Budget von {amount} im Monat.',
  over: 'über dem Budget',
};
