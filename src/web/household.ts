import { session } from './api/session.ts';
import { isolated } from './format/text.ts';
import { t } from './messages/messages.ts';

/** What the household of the session is called. */
export function householdText(): string {
  const name = session.value?.householdName ?? null;
  return name === null ? t('common.household') : isolated(name);
}
