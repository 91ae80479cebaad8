import { session } from '../../api/session.ts';
import { formatSince } from '../../format/format.ts';
import { formatInstant } from '../../format/dates.ts';
import { locale } from '../../messages/language.ts';
import { t } from '../../messages/messages.ts';
import { isLatelyUsed, type Entry } from './entries.ts';

/** When a key or a session was used last, in words. */
export function lastUseText({ lastUsedAt }: Pick<Entry, 'lastUsedAt'>): string {
  if (lastUsedAt === null) return t('settings.used.never');
  return isLatelyUsed(lastUsedAt, Date.now())
    ? t('settings.used.lately')
    : t('settings.used', { ago: formatSince(lastUsedAt) });
}

/** An instant in the time zone of the service, as the user writes it. */
export function instantText(instant: string): string {
  return formatInstant(instant, locale.value, session.value?.timeZone ?? 'UTC');
}

/** Why a key does not work any more, in words. */
export function endText({ revokedAt, expiresAt }: Entry): string {
  if (revokedAt !== null) return t('settings.keys.revoked', { when: instantText(revokedAt) });
  return t('settings.keys.expired', { when: instantText(expiresAt ?? '') });
}
