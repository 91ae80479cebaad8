import { mayManage } from '../api/session.ts';
import { isolated } from '../format/text.ts';
import { t } from '../messages/messages.ts';

interface WhoseProps {
  /** Null for the household. */
  readonly userId: string | null;
  /** The names of the people by id, for those who manage them. */
  readonly people: ReadonlyMap<string, string>;
}

/** Says of a channel, a rule or a calendar link to which person it belongs, if it does. Only admins see those of others. */
export function Whose({ userId, people }: WhoseProps) {
  if (userId === null) return null;
  const name = mayManage.value ? people.get(userId) : undefined;
  return (
    <span class="settings-tag">
      {name === undefined ? t('common.own') : t('common.ownOf', { name: isolated(name) })}
    </span>
  );
}
