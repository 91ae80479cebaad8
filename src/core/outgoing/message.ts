/** The header of messages by which a server recognises its own, however they came back to it. */
export const markHeader = 'duebook-sender';

/** A named value of a message, in the language of the channel, such as `Amount` and `15.99 EUR`. */
interface Fact {
  readonly label: string;
  readonly value: string;
}

/** How urgent a message is. */
type MessagePriority = 'default' | 'high';

/** A message to people, in the language of the channel. Every text is plain: each type of channel escapes it as it needs. */
export interface Message {
  /** One line. */
  readonly title: string;
  /** One or more lines that say everything, also what the facts say. A line stands for itself: the last ones may be left out. */
  readonly text: string;
  /** Named values that say what the text says: types of channels with fields show them in its place. None for several events. */
  readonly facts: readonly Fact[];
  /** The page of the dashboard that the message is about. */
  readonly url?: string;
  /** Short words of letters, digits and underscores. */
  readonly tags: readonly string[];
  readonly priority: MessagePriority;
  /** What a webhook gets beside the texts: the event, such as `reminder.due`, and its data as JSON values. */
  readonly event: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A message to a program: a change, without words for people. Only webhooks get it. */
export interface ChangeMessage {
  /** What changed how, such as `subscription.created`. */
  readonly change: string;
  /** The instant of the change, ISO 8601 UTC. */
  readonly at: string;
  /** What the program gets of it, as JSON text: the same with each attempt. */
  readonly dataJson: string;
}

/** Why a message was not sent; the dashboard has words for each. */
export const failureReasons = [
  // The receiver took longer than 10 seconds, or the mail server longer than 25.
  'timeout',
  // The host name has no address.
  'unknownHost',
  // The connection was refused or ended early.
  'notConnected',
  // The TLS certificate of the receiver is not valid.
  'certificate',
  // Messages are never sent to this address.
  'refusedAddress',
  // The setting --outgoing-allow does not list the host, or --mail-allow the domain of a recipient.
  'notAllowed',
  // The receiver answered with a status that is not a success.
  'status',
  // The receiver answered with something else than HTTP.
  'invalidAnswer',
  // A secret of the channel is not set, or its key is lost.
  'secretsMissing',
  // The server has no --smtp-url.
  'noMailServer',
  // The mail server refused the mail.
  'mailRefused',
  // The owner has sent as many mails in 24 hours as an owner may send.
  'mailLimit',
] as const;

/** Why a message was not sent. */
export type FailureReason = (typeof failureReasons)[number];

/** The result of sending a message; it has no text of the receiver and no secret. */
export type SendResult =
  | {
      readonly outcome: 'sent';
      /** The HTTP status of the answer; for mails the code of SMTP, such as 250. */
      readonly status: number;
    }
  | Failure;

/** Why a message was not sent. */
export interface Failure {
  readonly outcome: 'failed';
  readonly reason: FailureReason;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** Whether sending again cannot help until somebody changes the channel or the settings. */
  readonly isPermanent: boolean;
  /** How long the receiver asks to wait before the next attempt, if it does. */
  readonly retryAfterSeconds?: number;
}
