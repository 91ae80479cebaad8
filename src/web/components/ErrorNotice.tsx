import { RequestRefused, ServerUnreachable } from '../api/errors.ts';
import { language, locale } from '../messages/language.ts';
import { t } from '../messages/messages.ts';
import { problemText } from '../messages/problems.ts';
import { Button } from './Button.tsx';

interface ErrorNoticeProps {
  /** What was thrown; undefined shows nothing. */
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Says what went wrong, and what to do. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  return (
    <div role="alert">
      {error !== undefined && (
        <div class="notice">
          <p>
            <strong>{t('common.error.title')}</strong> {messageOf(error)}
          </p>
          {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
        </div>
      )}
    </div>
  );
}

/** What went wrong and, for a request that the service refused, what to do. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestRefused) {
    return problemText({ language: language.value, locale: locale.value }, error.problem);
  }
  if (error instanceof ServerUnreachable) return t('common.error.unreachable');
  return t('common.error.unexpected', { details: error instanceof Error ? error.message : String(error) });
}
