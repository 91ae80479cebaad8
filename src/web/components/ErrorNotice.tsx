import { RequestRefused, ServerUnreachable } from '../api/errors.ts';
import { t } from '../messages/messages.ts';
import { Button } from './Button.tsx';

interface ErrorNoticeProps {
  /** What was thrown; undefined shows nothing. */
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Says what went wrong: for a refused request, in the words of the service. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  return (
    <div role="alert">
      {error !== undefined && (
        <div class="notice">
          <p>
            <strong>{t('common.error.title')}</strong> {messageOf(error)}
          </p>
          {error instanceof RequestRefused && error.problem.suggestedFix && <p>{error.problem.suggestedFix}</p>}
          {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
        </div>
      )}
    </div>
  );
}

/** What went wrong, in one sentence. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestRefused) return error.problem.message;
  if (error instanceof ServerUnreachable) return t('common.error.unreachable');
  return t('common.error.unexpected', { details: error instanceof Error ? error.message : String(error) });
}
