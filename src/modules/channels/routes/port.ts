import type { SealedSecrets, Texts } from '../../../core/secrets/sealed.ts';
import type { SendResult } from '../../../core/outgoing/message.ts';

/** What channels need of the server beyond the store: encryption, and sending. */
export interface ChannelPort {
  /** Whether there is a mail server. */
  readonly canSendMail: boolean;
  /** The domains to which mails are sent; with none, all are allowed. */
  readonly mailAllow: readonly string[];
  /** Encrypts the secrets of a channel. */
  readonly seal: (channelId: string, secrets: Texts) => Promise<SealedSecrets>;
  /** A fingerprint of a request with secrets that nobody can compare with guessed ones. */
  readonly fingerprint: (text: string) => string;
  /** Sends a test message; undefined when the owner has no such channel. Never rejects for what the receiver does. */
  readonly sendTest: (ownerId: number, channelId: string, deliveryId: string) => Promise<SendResult | undefined>;
}

/** The port of a service without a data directory, such as one that only prints its OpenAPI document. */
export const noChannelPort: ChannelPort = {
  canSendMail: false,
  mailAllow: [],
  seal: () => Promise.reject(new Error('this service keeps no secrets')),
  fingerprint: (text) => text,
  sendTest: () => Promise.reject(new Error('this service sends nothing')),
};
