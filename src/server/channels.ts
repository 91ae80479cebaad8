import type { Settings } from '../core/config/settings.ts';
import type { OpenChannel } from '../modules/channels/rules/openChannel.ts';
import type { ChannelPort } from '../modules/channels/routes/port.ts';
import type { Log } from '../core/observability/log.ts';
import { chooseAddresses, type AddressRules, type Listener } from '../core/outgoing/addresses.ts';
import { readDocument } from '../core/outgoing/httpRequest.ts';
import type { Senders } from '../modules/channels/sender.ts';
import type { Clock, Randomness } from '../core/runtime/system.ts';
import { openChannel } from '../modules/channels/store/openChannel.ts';
import { openVault } from '../core/secrets/vault.ts';
import type { OpenedStore } from '../modules/store.ts';
import { boundMails } from './mails.ts';
import { isOfMachine } from './ownAddresses.ts';
import { mailSettings } from './settingsChecks.ts';
import { addressesOf } from '../core/runtime/host.ts';

/** What the channels of a server need. */
export interface ChannelOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'publicUrl' | 'outgoingAllow' | 'mailAllow' | 'smtpUrl' | 'smtpFrom'>;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly log: Pick<Log, 'warn'>;
  readonly store: OpenedStore;
}

const markBytes = 16;

/**
 * Wires what sends messages: the keys of the secrets, and the senders. Marks the secrets whose key is lost, so that answers
 * say which channels need theirs again.
 *
 * @throws {DatabaseRefused} when the file with the keys is damaged
 */
export function openChannels({ settings, clock, randomness, log, store }: ChannelOptions) {
  const { dataDir, publicUrl, outgoingAllow: allow, mailAllow } = settings;
  const vault = openVault(dataDir, randomness.bytes);
  markUnreadable(store, vault.keyIds(), log);
  let listeners: readonly Listener[] = [];
  let loaded: Promise<Senders> | undefined;
  const mail = mailSettings(settings);
  const mails = boundMails(clock, mailAllow);
  const mark = Buffer.from(randomness.bytes(markBytes)).toString('hex');
  const rules: AddressRules = { resolve: addressesOf, isOfMachine, allow, publicUrl, ownListeners: () => listeners };

  /** Loads what sends with the first message: a start does not need it. */
  async function load(): Promise<Senders> {
    const { createSenders } = await import('../modules/channels/sender.ts');
    return createSenders({ ...rules, clock, mark, mail });
  }

  /** A channel of an owner with its secrets; undefined when the owner has none with this id. */
  async function find(ownerId: number, channelId: string): Promise<OpenChannel | undefined> {
    const channel = store.channels.find(ownerId, channelId);
    return channel && openChannel(vault, ownerId, channel);
  }

  const senders: Senders = {
    send: (...message) => mails.send(message[0], async () => (await (loaded ??= load())).send(...message)),
    test: (...message) => mails.send(message[0], async () => (await (loaded ??= load())).test(...message)),
  };
  const port: ChannelPort = {
    canSendMail: mail !== null,
    mailAllow,
    seal: (channelId, secrets) => vault.seal(channelId, secrets),
    fingerprint: (text) => vault.fingerprint(text),
    async sendTest(ownerId, channelId, deliveryId) {
      const channel = await find(ownerId, channelId);
      if (channel === undefined) return undefined;
      const { testMessage } = await import('../modules/channels/types/words.ts');
      return senders.test(channel, testMessage(channel.language, publicUrl), deliveryId);
    },
  };
  return {
    /** What the API needs. */
    port,
    /** The mark of its messages, which the listener refuses. */
    mark,
    find,
    send: (...message: Parameters<Senders['send']>) => senders.send(...message),
    /** Reads a document from an address to which requests may be sent. */
    read: (url: string) => readDocument({ clock, choose: chooseAddresses(rules), mark }, url),
    /** The mails that were sent, failed, or were refused by the bounds, since the start. */
    mailCounts: mails.counts,
    /** Sets the listeners of this server, which get no messages. */
    listenAt: (own: readonly Listener[]): void => void (listeners = own),
  };
}

function markUnreadable(store: OpenedStore, keyIds: readonly string[], log: Pick<Log, 'warn'>): void {
  // Most servers have none, and then a start writes nothing.
  if (!store.channels.hasAny()) return;
  const { channels } = store.inProcess.commit({ kind: 'channel.markUnreadable', keyIds });
  if (channels === 0) return;
  log.warn(
    'the key of some secrets is lost: put the former secret.key back and restart, or enter the secrets again on the page Reminders; turn channels on there that a restore has turned off',
    { channels },
  );
}
