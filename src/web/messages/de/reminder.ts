import type * as en from '../en/reminder.ts';
import type { Translation } from '../translate.ts';

/** What is done to rules of reminders, in German. */
export const reminder: Translation<typeof en.reminder> = {
  create: 'Erinnerungsregel erstellt',
  update: 'Erinnerungsregel geändert',
  delete: 'Erinnerungsregel gelöscht',
};

/** What is done to deliveries of reminders, in German. */
export const delivery: Translation<typeof en.delivery> = {
  retry: 'Fehlgeschlagene Erinnerung erneut gesendet',
};
