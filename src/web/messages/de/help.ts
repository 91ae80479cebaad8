import type * as source from '../en/help.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page help, in German. */
export const help: Translation<typeof source.help> = {
  topics: 'Themen',
  first: 'Erste Schritte',
  'first.add':
    '„Abo hinzufügen“ drücken (auf dem Handy das Plus) und Name, Betrag, Abstand der Zahlungen und einen Zahlungstag eintragen. Alles andere hat Zeit.',
  'first.import':
    'Gibt es schon eine Liste, unter „Import und Export“ die Datei ablegen. Nichts wird gespeichert, bevor Sie es gesehen haben.',
  'first.password':
    'Unter „Einstellungen“ ein Passwort festlegen. Ohne Passwort brauchen Sie einen Anmeldelink, sobald die Sitzung endet: 30 Tage nach dem letzten Besuch.',
  'first.phone':
    'Auf dem Handy dieselbe Adresse öffnen. „Auf einem anderen Gerät anmelden“ in den Einstellungen zeigt einen Code für die Kamera. „Zum Startbildschirm“ im Browser macht daraus eine App.',
  due: 'Fällig und bezahlt',
  'due.list':
    'Die Übersicht zeigt, was fällig ist: zuerst Überfälliges, dann heute und die nächsten Tage. Währungen werden nie zusammengezählt.',
  'due.paid':
    'Nach dem Bezahlen „Bezahlt“ drücken. Duebook trägt die Zahlung ein und rückt zur nächsten vor. „Rückgängig“ nimmt das zurück.',
  'due.other': 'War es ein anderer Betrag oder Tag: im Menü des Abos „Anderer Betrag oder Tag …“ wählen.',
  'due.automatic':
    'Bucht die Bank von selbst ab, in den Einstellungen automatische Zahlungen einschalten: Duebook trägt eine Zahlung dann am Tag nach der Fälligkeit ein.',
  contracts: 'Verträge',
  'contracts.term':
    'Im Formular „Vertrag“ öffnen. Eintragen, wann die Laufzeit endet, wie lange die nächste dauert und welche Kündigungsfrist gilt. Duebook nennt dann den letzten Tag zum Kündigen.',
  'contracts.deadlines':
    'Fristen der nächsten 45 Tage stehen in der Übersicht, in der Liste und im Kalender, mit den Kosten im Jahr.',
  'contracts.cancelled':
    'Duebook kündigt nichts für Sie. Nach der Kündigung beim Anbieter hier eintragen: Das Abo läuft bis zum letzten Tag und zählt danach nicht mehr.',
  'contracts.trial': 'Bei einer Testphase den letzten Tag eintragen. Dann kommt die Erinnerung, bevor es teuer wird.',
  reminders: 'Erinnerungen',
  'reminders.channel':
    'Ein Kanal ist, wohin eine Erinnerung geht: Handy, E-Mail, Chat. Auf der Seite „Erinnerungen“ hinzufügen und „Test senden“ drücken.',
  'reminders.rule':
    'Eine Regel sagt, wann woran erinnert wird, etwa drei Tage vor jeder Zahlung. Ein Klick fügt die üblichen Regeln hinzu.',
  'reminders.silent': 'Soll an ein Abo nicht erinnert werden, in seinem Formular die Erinnerung ausschalten.',
  'reminders.failing':
    'Geht ein Kanal nicht, sagen es die Seite und die Übersicht. „Erneut versuchen“ sendet eine Nachricht noch einmal.',
  import: 'Import',
  'import.file':
    'Eine Datei auf „Import und Export“ ablegen: eine Tabelle (CSV) der Bank oder eines Tabellenprogramms oder den Export eines anderen Programms. Dann ist zu sehen, was aus jeder Zeile wird.',
  'import.columns':
    'Sagen, welche Spalte was ist und welche Währung ein Zeichen wie „$“ meint. Einzelne Zeilen korrigieren oder weglassen.',
  'import.undo': 'Ein Import wird in einem Schritt gespeichert und lässt sich in einem Schritt rückgängig machen.',
  'import.export': 'Auf derselben Seite lässt sich jederzeit alles mitnehmen, als JSON oder CSV.',
  people: 'Personen',
  'people.add':
    'Unter „Einstellungen“, „Personen“ alle hinzufügen, die mit im Haushalt leben. Alle sehen dieselben Abos. Den Anmeldelink weitergeben.',
  'people.rights':
    'Ansehen: alles sehen. Ändern: auch eintragen, ändern und bezahlen. Verwalten: auch Personen, Kanäle und Zugänge für Programme. Für den Partner „Ändern“ wählen.',
  'people.activity':
    'Die Seite „Verlauf“ sagt, wer wann was geändert hat. Das meiste lässt sich dort rückgängig machen.',
  'people.password': 'Hat jemand das Passwort vergessen, macht jemand mit „Verwalten“ einen neuen Anmeldelink.',
};
