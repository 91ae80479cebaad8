import type * as en from '../en/errors.ts';
import type { Translation } from '../translate.ts';

/** What is wrong and what to do, for the errors of the service that a page can meet, in German. */
export const errors: Translation<typeof en.errors> = {
  'rule.label': '1 bis {maxLength} Zeichen eingeben, ohne unsichtbare Steuerzeichen.',
  'rule.name':
    '1 bis {maxLength} Zeichen eingeben, ohne unsichtbare Steuerzeichen. Ein API-Schlüssel geht nicht als Name.',
  'rule.text': 'Höchstens {maxLength} Zeichen eingeben, ohne unsichtbare Steuerzeichen.',
  'rule.labels': 'Höchstens {maxItems} verschiedene eingeben, jedes mit höchstens {maxLength} Zeichen.',
  'rule.count': 'Eine ganze Zahl von {minimum} bis {maximum} eingeben.',
  'rule.duration': 'Eine ganze Zahl von 1 bis {maximum} eingeben, und dazu Tage, Wochen oder Monate.',
  'rule.prices':
    'Bitte einen Tag nach der letzten Zahlung und den Betrag ab dann eingeben; höchstens {maxItems} davon.',
  'rule.choice': 'Eins davon wählen: {allowedValues}.',
  'rule.amount': 'Einen Betrag von 0 bis 999.999,99 eingeben, mit höchstens zwei Nachkommastellen.',
  'rule.day': 'Einen früheren Tag wählen. Der Tag und die nächste Zahlung dürfen spätestens im Jahr 9999 liegen.',
  'rule.interval': 'Einen kürzeren Abstand eingeben. Die nächste Zahlung darf spätestens im Jahr 9999 liegen.',
  'rule.instant': 'Einen späteren Zeitpunkt wählen. Liegt er schon in der Zukunft, bitte die Uhr dieses Geräts prüfen.',
  'rule.url':
    'Eine vollständige Adresse wie https://example.com/konto eingeben: höchstens 2.000 Zeichen, ohne Leerzeichen, Benutzernamen oder Passwort.',
  'rule.password': 'Ein Passwort mit {minimum} bis {maximum} Zeichen wählen, zum Beispiel aus mehreren Wörtern.',
  invalid_subscription: '{field}: Dieser Wert ist nicht möglich. Bitte ändern und noch einmal versuchen.',
  invalid_field: '{field}: Dieser Wert ist nicht möglich. Bitte ändern und noch einmal versuchen.',
  'invalid_field.current':
    'Das aktuelle Passwort fehlt oder stimmt nicht. Wer es nicht mehr weiß, bittet jemanden mit dem Recht Verwalten um eine Einladung.',
  'invalid_field.paidOn': 'Der Tag muss nach der vorigen Zahlung liegen und darf höchstens morgen sein.',
  'invalid_field.channelIds': 'Einen dieser Kanäle gibt es nicht mehr. Bitte die Kanäle neu wählen.',
  'invalid_field.subscriptionId': 'Dieses Abo gibt es nicht mehr. Bitte ein anderes wählen, oder alle.',
  invalid_subscription_id: 'Unter dieser Adresse gibt es kein Abo. Bitte eines aus der Liste wählen.',
  invalid_query:
    'In der Adresse dieser Seite steht ein Wert, der nicht möglich ist. Die Seite bitte über das Menü neu öffnen.',
  authentication_required: 'Hier ist niemand mehr angemeldet. Bitte neu anmelden.',
  invalid_api_key: 'Hier ist niemand mehr angemeldet. Bitte neu anmelden.',
  sign_in_failed:
    'Der Server hat die Anmeldung abgelehnt. Bitte die Eingabe prüfen oder jemanden mit dem Recht Verwalten um eine Einladung bitten.',
  insufficient_scope:
    'Dafür reichen die Rechte nicht. Wer den Haushalt verwalten darf, kann es erledigen oder mehr Rechte vergeben.',
  read_only: 'Das ist eine Vorführung: alles lässt sich ansehen, nichts ändern.',
  unknown_host:
    'Unter dieser Adresse kann sich noch niemand mit Passwort oder API-Schlüssel anmelden. Einmal mit einer Einladung oder einem Link von jemandem mit dem Recht Verwalten anmelden. Der Server sagt: „{message}“',
  origin_not_allowed:
    'Der Server kennt diese Adresse nicht als seine eigene. Bitte seine übliche Adresse öffnen. Hinter einem Reverse-Proxy muss --public-url die Adresse sein, die im Browser steht.',
  subscription_not_found:
    'Dieses Abo gibt es nicht mehr: Jemand hat es gelöscht. Die Seite neu laden, um zu sehen, was noch da ist.',
  audit_entry_not_found:
    'Das lässt sich nicht mehr rückgängig machen: Das Abo wurde gelöscht, und mit ihm sein Verlauf.',
  payment_not_found:
    'Diese Zahlung gibt es nicht mehr: Jemand hat sie entfernt. Die Seite neu laden, um zu sehen, was da ist.',
  record_not_found:
    'Das gibt es nicht mehr: Jemand hat es entfernt. Die Seite neu laden, um zu sehen, was noch da ist.',
  key_not_found:
    'Diesen Schlüssel oder diesen Browser gibt es hier nicht mehr. Die Seite neu laden, um zu sehen, was noch da ist.',
  session_not_found:
    'Dieser Browser ist schon abgemeldet. Die Seite neu laden, um zu sehen, welche noch angemeldet sind.',
  delivery_not_failed:
    'Diese Nachricht ist nicht fehlgeschlagen. Die Seite neu laden, um zu sehen, wie es um sie steht.',
  too_many_subscriptions:
    'So viele Abos lässt der Server für diesen Haushalt nicht zu. Bitte nicht mehr benötigte löschen oder die Person, die den Server betreibt, um mehr bitten.',
  too_many_payments:
    'So viele Zahlungen lässt der Server für diesen Haushalt nicht zu. Bitte nicht mehr benötigte Abos samt ihren Zahlungen löschen oder die Person, die den Server betreibt, um mehr bitten.',
  too_many_entries:
    'Der Verlauf dieses Haushalts würde länger, als der Server es zulässt. Abos lassen sich weiterhin löschen, und mit ihnen ihr Verlauf. Mehr Platz kann die Person schaffen, die den Server betreibt.',
  too_many_reminders:
    'Möglich sind 30 Regeln mit zusammen 60 Vorlaufzeiten. Bitte erst eine Regel oder einige Vorlaufzeiten löschen.',
  too_many_channels: 'Es gibt schon 20 Kanäle, mehr sind nicht möglich. Bitte erst einen löschen.',
  too_many_webhooks:
    'Schon fünf Kanäle bekommen Änderungen, mehr sind nicht möglich. Bitte erst bei einem die Änderungen abwählen.',
  too_many_recipients:
    'Alle E-Mail-Kanäle zusammen dürfen höchstens 20 verschiedene Adressen haben. Bitte erst nicht mehr benötigte entfernen.',
  channel_disabled:
    'Der Kanal ist ausgeschaltet oder wurde gelöscht. Bitte erst einschalten, dann die Nachricht noch einmal senden.',
  user_not_found: 'Diese Person gibt es hier nicht mehr: Jemand hat sie entfernt.',
  revert_conflict:
    'Das lässt sich nicht rückgängig machen, denn später wurde noch einmal etwas geändert: {fields}. Die alten Werte bitte neu eintragen.',
  not_revertible:
    'Das lässt sich nicht rückgängig machen: Es ist schon rückgängig gemacht, oder seitdem wurde zu viel geändert. Die alten Werte bitte neu eintragen.',
  not_active: 'Nur bei einem aktiven Abo lässt sich eine Zahlung eintragen. Läuft es weiter, bitte erst fortsetzen.',
  renewal_conflict:
    'Diese Zahlung hat wohl schon jemand eingetragen: Die nächste ist am {nextPaymentDate} fällig. Bitte zuerst bei den Zahlungen nachsehen.',
  not_renewable:
    'Es gibt keine weitere Zahlung, die sich eintragen lässt. Läuft das Abo weiter, bitte den Tag ändern, an dem es endet.',
  last_admin:
    'Mindestens eine Person muss den Haushalt verwalten dürfen. Bitte zuerst einer anderen dieses Recht geben.',
  user_exists: 'Diesen Namen gibt es schon, oder er sieht einem anderen zu ähnlich. Bitte einen anderen wählen.',
  precondition_failed:
    'Jemand anders hat das inzwischen geändert. Es wurde nichts gespeichert: bitte ansehen, was jetzt dort steht, und noch einmal ändern.',
  payload_too_large: 'Das ist mehr Text, als der Server auf einmal annimmt. Bitte kürzen.',
  rate_limit_exceeded:
    'Das war zu viel in kurzer Zeit. Bitte {wait} noch einmal versuchen. Falls die Anmeldung nicht geht: Ein Code oder ein API-Schlüssel geht sofort.',
  internal_error:
    'Auf dem Server ist ein Fehler aufgetreten. Der Grund steht in seinem Protokoll, unter der Nummer {requestId}.',
  unreadable_import:
    'Diese Datei lässt sich nicht importieren. Bitte eine CSV-Datei wählen oder einen Export von Duebook, Wallos, SubTrackr oder Subscription Manager. Der Server sagt: „{message}“',
  'unreadable_import.fileEmpty': 'Die Datei ist leer.',
  'unreadable_import.notAText':
    'Das ist keine Textdatei. Bitte die Abos als CSV oder JSON exportieren und diese Datei auswählen.',
  'unreadable_import.otherKindOfFile':
    'Das ist eine Datei anderer Art, etwa eine Arbeitsmappe (.xlsx), ein PDF oder ein Archiv. Bitte die Abos als CSV oder JSON exportieren und diese Datei auswählen.',
  'unreadable_import.undecodable':
    'Zeile {line} der Datei hat Zeichen, die es in der Kodierung {encoding} nicht gibt. Bitte eine andere Kodierung wählen, oder die Datei als UTF-8 speichern und noch einmal auswählen.',
  'unreadable_import.brokenJson':
    'Die Datei beginnt wie JSON, ist aber unvollständig oder wurde verändert. Bitte neu exportieren und unverändert auswählen.',
  'unreadable_import.nestedTooDeeply':
    'Die Datei hat zu viele Ebenen für einen Export. Bitte neu exportieren und unverändert auswählen.',
  'unreadable_import.nameTwice':
    'Ein Eintrag der Datei hat das Feld „{name}“ zweimal. Bitte eines davon entfernen und die Datei noch einmal auswählen.',
  'unreadable_import.tooManyFields':
    'Ein Eintrag der Datei hat mehr als {max} Felder. Bitte entfernen, was nicht gebraucht wird.',
  'unreadable_import.unknownJson':
    'Diese JSON-Datei kennt Duebook nicht. Bitte einen Export von Duebook, Wallos, SubTrackr oder Subscription Manager auswählen, oder eine CSV-Datei.',
  'unreadable_import.notATable':
    'Das ist weder JSON noch eine Tabelle mit Überschriften. Bitte einen Export von Duebook, Wallos, SubTrackr oder Subscription Manager auswählen, oder eine CSV-Datei.',
  'unreadable_import.noRows': 'In der Datei sind keine Zeilen.',
  'unreadable_import.tooManyColumns':
    'Die Datei hat mehr als {max} Spalten. Bitte entfernen, was nicht gebraucht wird.',
  'unreadable_import.tooManyLines':
    'Die Datei hat mehr als {max} Zeilen. Bitte die leeren entfernen oder die Datei aufteilen.',
  'unreadable_import.tooManyCells':
    'Die Datei hat mehr als {max} Felder oder {quotes} Anführungszeichen. Bitte Spalten entfernen oder die Datei aufteilen.',
  'unreadable_import.tooManyRecords':
    'Die Datei hat {count} Einträge, aber auf einmal lassen sich höchstens {max} importieren. Bitte die Datei aufteilen.',
  'unreadable_import.unknownColumn': 'Die Datei hat keine Spalte „{name}“. Bitte die Datei noch einmal auswählen.',
  'unreadable_import.otherVersion':
    'Dieser Server liest Exporte von Duebook in der Version {version}, und diese Datei hat eine andere. Bitte aus derselben Version von Duebook neu exportieren.',
  'unreadable_import.noList':
    'In dem Export ist keine Liste von Abos. Bitte neu exportieren und unverändert auswählen.',
  'unreadable_import.tooSlow': 'Das Lesen der Datei dauert zu lange. Bitte aufteilen.',
  import_refused:
    'Einige Einträge der Datei sind fehlerhaft, deshalb wurde nichts importiert. Bitte korrigieren oder weglassen.',
  import_changed:
    'Dieser Import lässt sich nicht mehr rückgängig machen: Seine Abos wurden seitdem geändert. Bitte einzeln löschen, was nicht bleiben soll.',
  already_reverted:
    'Dieser Import wurde schon rückgängig gemacht. Bitte die Seite neu laden, um den jetzigen Stand zu sehen.',
  server_busy: 'Der Server liest gerade andere Dateien. Bitte {wait} noch einmal versuchen.',
  storage_unavailable:
    'Der Server kann gerade nicht auf seinen Speicher zugreifen. Die Seite {wait} neu laden und nachsehen, ob die Änderung gespeichert ist, bevor sie noch einmal gemacht wird.',
};
