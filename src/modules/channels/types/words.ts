import type { ChannelLanguage } from '../rules/channelTypes.ts';
import type { Message } from '../../../core/outgoing/message.ts';

/** The words that are in messages beside those of the message itself. */
export interface MessageWords {
  readonly open: string;
  /** Says how many lines of a message are left out. */
  readonly more: (lines: number) => string;
  readonly why: string;
  readonly manage: string;
  readonly testTitle: string;
  readonly testText: string;
}

/** These words, in each language. */
export const messageWords: Readonly<Record<ChannelLanguage, MessageWords>> = {
  en: {
    open: 'Open in Duebook',
    more: (lines) => `and ${lines} more`,
    why: 'You get this mail because a channel of Duebook has your address.',
    manage: 'Change or delete the channel',
    testTitle: 'Test message from Duebook',
    testText: 'This channel works: reminders arrive here.',
  },
  de: {
    open: 'In Duebook öffnen',
    more: (lines) => `und ${lines} weitere`,
    why: 'Diese E-Mail kommt von einem Kanal in Duebook, der diese Adresse enthält.',
    manage: 'Kanal ändern oder löschen',
    testTitle: 'Testnachricht von Duebook',
    testText: 'Dieser Kanal funktioniert: Erinnerungen kommen hier an.',
  },
};

/** The message that tests a channel. */
export function testMessage(language: ChannelLanguage, publicUrl: string | null): Message {
  const { testTitle: title, testText: text } = messageWords[language];
  return {
    event: 'channel.test',
    title,
    text,
    facts: [],
    ...(publicUrl !== null && { url: publicUrl }),
    tags: ['white_check_mark'],
    priority: 'default',
  };
}
