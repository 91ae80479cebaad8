import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { connection, retryNow } from '../api/connection.ts';
import { session } from '../api/session.ts';
import { isSessionEnded } from '../api/storage.ts';
import { Button } from '../components/Button.tsx';
import { loadedLate } from '../components/late.tsx';
import { t } from '../messages/messages.ts';

const SignInAgain = loadedLate<{ onClose: () => void }>(
  async () => (await import('../pages/sign-in/SignInForm.tsx')).SignInAgain,
);

/** What the user must know on any page: the server is gone, or the session has ended. */
export function Banners() {
  // What was open stays open under the sign-in, so that nothing that the user has typed is lost.
  const isOpen = useSignal(false);
  const hasEnded = isSessionEnded.value && Boolean(session.value);
  useEffect(() => {
    isOpen.value = hasEnded && document.querySelector('dialog[open]') !== null;
  }, [hasEnded]);
  return (
    <>
      <div role="status" class="banners">
        {connection.value.isLost && <LostBanner />}
        {hasEnded && (
          <div class="banner">
            <p>{t('shell.ended')}</p>
            <Button onClick={() => (isOpen.value = true)}>{t('signIn.submit')}</Button>
          </div>
        )}
      </div>
      {hasEnded && isOpen.value && <SignInAgain onClose={() => (isOpen.value = false)} />}
    </>
  );
}

function LostBanner() {
  const seconds = useSignal(0);
  const { retryAt } = connection.value;
  useEffect(() => {
    const count = () => (seconds.value = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [retryAt]);
  return (
    <div class="banner">
      <p>{t('shell.lost')}</p>
      <p aria-hidden="true">{t('shell.lost.retry', { seconds: seconds.value })}</p>
      <Button onClick={retryNow}>{t('shell.lost.now')}</Button>
    </div>
  );
}
