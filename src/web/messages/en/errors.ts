import type { FileReasonCode } from '../../../modules/imports/rules/values/problems.ts';
import type { Schemas } from '../../api/answers.ts';

type Code = Schemas['ErrorCode'];

// The page sends the file itself, has the service find out its format, and names only rows that it was told.
type FileReason = Exclude<FileReasonCode, 'fileInForm' | 'otherFormat' | 'unknownRow'>;

/** What a field of a form takes. */
export type FieldKind =
  | 'label'
  | 'name'
  | 'text'
  | 'labels'
  | 'count'
  | 'duration'
  | 'prices'
  | 'choice'
  | 'amount'
  | 'day'
  | 'interval'
  | 'instant'
  | 'url'
  | 'password';

/**
 * A text for an error code, for a code with a reason or at one field (`code.reason`, `code.field`), for a kind of field
 * (`rule.kind`), or for the codes `…_not_found` without one.
 */
type Texts = {
  readonly [Key in Code | `${Code}.${string}` | `rule.${FieldKind}` | 'record_not_found']?: string;
};

/** What is wrong and what to do, for the errors of the service that a page can meet. */
export const errors = {
  'rule.label': 'Enter 1 to {maxLength} characters, without invisible control characters.',
  'rule.name': 'Enter 1 to {maxLength} characters, without invisible control characters. An API key is no name.',
  'rule.text': 'Enter at most {maxLength} characters, without invisible control characters.',
  'rule.labels': 'Enter at most {maxItems} different ones, each of at most {maxLength} characters.',
  'rule.count': 'Enter a whole number from {minimum} to {maximum}.',
  'rule.duration': 'Enter a whole number from 1 to {maximum}, and days, weeks or months.',
  'rule.prices': 'Enter a day after the last payment, and the amount from then on; at most {maxItems} of them.',
  'rule.choice': 'Choose one of these: {allowedValues}.',
  'rule.amount': 'Enter an amount from 0 to 999,999.99, with at most two decimals.',
  'rule.day': 'Choose an earlier day. The day and the next payment can be in the year 9999 at the latest.',
  'rule.interval': 'Enter a shorter interval. The next payment can be in the year 9999 at the latest.',
  'rule.instant': 'Choose a later time. If it is in the future already, check the clock of this device.',
  'rule.url':
    'Enter a complete address, such as https://example.com/account: at most 2,000 characters, without spaces, a user name or a password.',
  'rule.password': 'Choose a password of {minimum} to {maximum} characters, such as several words.',
  invalid_subscription: '{field}: this value is not possible. Correct it and try again.',
  invalid_field: '{field}: this value is not possible. Correct it and try again.',
  'invalid_field.current':
    'The current password is missing or wrong. If you do not know it, ask somebody with the right Manage for an invitation.',
  'invalid_field.paidOn': 'Choose a day that is later than the previous payment and not later than tomorrow.',
  'invalid_field.channelIds': 'One of these channels does not exist any more. Choose the channels again.',
  'invalid_field.subscriptionId': 'This subscription does not exist any more. Choose another one, or all.',
  invalid_subscription_id: 'There is no subscription at this address. Choose one from the list.',
  invalid_query: 'The address of this page has a value that is not possible. Open the page again from the menu.',
  authentication_required: 'You are not signed in any more. Sign in again.',
  invalid_api_key: 'You are not signed in any more. Sign in again.',
  sign_in_failed:
    'The server did not let you in. Check what you typed, or ask somebody with the right Manage for an invitation.',
  insufficient_scope:
    'You may not do this. Ask somebody who may manage the household to do it, or to give you more rights.',
  read_only: 'This is a demonstration: look at everything; nothing can be changed.',
  unknown_host:
    'At this address, nobody can sign in with a password or an API key yet. Sign in once with an invitation or a link from somebody with the right Manage. The server says: “{message}”',
  origin_not_allowed:
    'The server does not know this address as its own. Open it at its usual address. Behind a reverse proxy, set --public-url to the address that people type.',
  subscription_not_found:
    'This subscription does not exist any more: somebody has deleted it. Load the page again to see what is there.',
  audit_entry_not_found: 'This cannot be undone any more: the subscription was deleted, with its activity.',
  payment_not_found:
    'This payment does not exist any more: somebody has removed it. Load the page again to see what is there.',
  record_not_found:
    'This does not exist any more: somebody has removed it. Load the page again to see what is still there.',
  key_not_found: 'This key or browser is not there any more. Load the page again to see what is still there.',
  session_not_found: 'This browser is signed out already. Load the page again to see which are not.',
  delivery_not_failed: 'This message has not failed. Load the page again to see its present state.',
  too_many_subscriptions:
    'These are more subscriptions than the server allows this household. Delete some that you no longer need, or ask whoever runs the server to allow more.',
  too_many_payments:
    'These are more payments than the server allows this household. Delete subscriptions that you no longer need, with their payments, or ask whoever runs the server to allow more.',
  too_many_entries:
    'The activity of this household would be longer than the server allows. You can still delete subscriptions, which also removes their activity. Or ask whoever runs the server to allow more.',
  too_many_reminders:
    'There can be 30 rules, with 60 lead times in all of them. Delete a rule or some lead times first.',
  too_many_channels: 'There are 20 channels already, and no more are possible. Delete one first.',
  too_many_webhooks: 'Five channels get changes already, and no more are possible. Remove the changes from one first.',
  too_many_recipients:
    'All e-mail channels together may have at most 20 different addresses. Remove some that are no longer needed first.',
  channel_disabled: 'The channel is switched off, or was deleted. Switch it on, then send the message again.',
  user_not_found: 'This person does not exist any more: somebody has removed them.',
  revert_conflict: 'This cannot be undone: {fields} changed again later. To get the old values back, enter them again.',
  not_revertible:
    'This cannot be undone: it is undone already, or too much was changed later. To get the old values back, enter them again.',
  not_active: 'A payment can be recorded only while the subscription is active. If it goes on, resume it first.',
  renewal_conflict:
    'Somebody has probably recorded this payment already: the next one is due on {nextPaymentDate}. Look at the payments made first.',
  not_renewable: 'There is no further payment to record. If the subscription goes on, edit the day on which it ends.',
  last_admin: 'Somebody must be able to manage the household. Give another person this right first.',
  user_exists: 'This name is taken, or looks like one that is taken. Choose another one.',
  precondition_failed:
    'Somebody else has changed this in the meantime. Nothing was stored: look at what it is now, and make your change again.',
  payload_too_large: 'This is more text than the server takes at once. Shorten it.',
  rate_limit_exceeded:
    'That was too much in a short time. Try again {wait}. If you cannot sign in: a code or an API key works at once.',
  internal_error: 'The server has failed. Its log has the reason, under the number {requestId}.',
  unreadable_import:
    'This file cannot be imported. Choose a CSV file, or one that Duebook, Wallos, SubTrackr or Subscription Manager has exported. The server says: “{message}”',
  'unreadable_import.fileEmpty': 'The file is empty.',
  'unreadable_import.notAText':
    'This is not a text file. Export the subscriptions as CSV or JSON, and choose that file.',
  'unreadable_import.otherKindOfFile':
    'This is a file of another kind, such as a workbook (.xlsx), a PDF or an archive. Export the subscriptions as CSV or JSON, and choose that file.',
  'unreadable_import.undecodable':
    'Line {line} of the file has characters that are not in the encoding {encoding}. Choose another encoding, or save the file as UTF-8 and choose it again.',
  'unreadable_import.brokenJson':
    'The file begins like JSON, but is incomplete or was changed. Export it again, and choose it unchanged.',
  'unreadable_import.nestedTooDeeply':
    'The file has too many levels for an export. Export it again, and choose it unchanged.',
  'unreadable_import.nameTwice':
    'A record of the file has the field “{name}” twice. Remove one of the two, and choose the file again.',
  'unreadable_import.tooManyFields':
    'A record of the file has more than {max} fields. Remove those that you do not need.',
  'unreadable_import.unknownJson':
    'Duebook does not know this JSON file. Choose an export of Duebook, Wallos, SubTrackr or Subscription Manager, or a CSV file.',
  'unreadable_import.notATable':
    'This is neither JSON nor a table with headings. Choose an export of Duebook, Wallos, SubTrackr or Subscription Manager, or a CSV file.',
  'unreadable_import.noRows': 'There are no rows in the file.',
  'unreadable_import.tooManyColumns': 'The file has more than {max} columns. Remove those that you do not need.',
  'unreadable_import.tooManyLines': 'The file has more than {max} lines. Remove the empty ones, or split the file.',
  'unreadable_import.tooManyCells':
    'The file has more than {max} cells or {quotes} quotation marks. Remove columns, or split it.',
  'unreadable_import.tooManyRecords':
    'The file has {count} records, and at most {max} can be imported at once. Split it.',
  'unreadable_import.unknownColumn': 'The file has no column “{name}”. Choose the file again.',
  'unreadable_import.otherVersion':
    'This server reads version {version} of the exports of Duebook, and this one has another. Export it again from the same version of Duebook.',
  'unreadable_import.noList':
    'There is no list of subscriptions in the export. Export it again, and choose it unchanged.',
  'unreadable_import.tooSlow': 'Reading the file takes too long. Split it.',
  import_refused: 'Some records of the file are faulty, so nothing was imported. Correct them, or leave them out.',
  import_changed:
    'This import cannot be undone, because its subscriptions were changed since. Undo those changes under Activity first, or delete what you do not want, one by one.',
  already_reverted: 'This import was undone already. Load the page again to see what is there.',
  server_busy: 'The server is reading other files at the moment. Try again {wait}.',
  storage_unavailable:
    'The server cannot use its storage at the moment. Load the page again {wait}, and check whether your change is stored before you repeat it.',
} as const satisfies Texts & { readonly [Reason in FileReason as `unreadable_import.${Reason}`]: string };
