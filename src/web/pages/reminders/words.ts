import { listWords } from '../../format/format.ts';
import { t, wordLocale } from '../../messages/messages.ts';
import { formatTimeOfDay } from '../../format/intl.ts';
import { isolated } from '../../format/text.ts';
import type { ReminderData } from './api.ts';
import { words } from '../../subscriptions/words.ts';
import { type NotSent, reasonText } from './deliveries.ts';
import type { RuleWords } from './rules.ts';

/** What writes the sentences of rules in the language of the user. */
export function ruleWords({ channels }: Pick<ReminderData, 'channels'>): RuleWords {
  return {
    say: t,
    list: listWords,
    timeOfDay: (at) => formatTimeOfDay(`2000-01-01T${at}:00Z`, wordLocale.value, 'UTC'),
    channelName: (id) => channelName(channels, id),
  };
}

/** The name of a channel; undefined for one that was deleted, or that the user may not see. */
function channelName(channels: ReminderData['channels'], channelId: string): string | undefined {
  const name = channels.find(({ id }) => id === channelId)?.name;
  return name === undefined ? undefined : isolated(name);
}

export function reasonWords(notSent: NotSent): string {
  return reasonText(notSent, words);
}
