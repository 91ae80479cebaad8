import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isAnswering, reconnections } from '../api/connection.ts';
import { reloadOnce } from '../api/reloadOnce.ts';
import { Button } from '../components/Button.tsx';
import { Loading } from '../components/Loaded.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { t } from '../messages/messages.ts';

interface PageLoaderProps {
  /** Loads the code of what is shown; the same function for the same code. */
  readonly load: () => Promise<ComponentType>;
  /** What is shown until then. */
  readonly placeholder?: ComponentType;
}

const loaded = new Map<PageLoaderProps['load'], ComponentType>();

/**
 * Shows a page or a dialog whose code loads when it is needed. If that fails, it loads the whole page anew, once; if the
 * server is away, when it is back.
 */
export function PageLoader({ load, placeholder: Placeholder = LoadingPage }: PageLoaderProps) {
  const round = useSignal(0);
  const hasFailed = useSignal(false);
  const Page = loaded.get(load);
  void round.value;

  useLayoutEffect(() => {
    hasFailed.value = false;
    if (loaded.has(load)) return;
    load().then(
      (component) => {
        loaded.set(load, component);
        round.value += 1;
      },
      async (error: unknown) => {
        console.error(error);
        // While the server is away, the browser would show its own error in the place of the page.
        hasFailed.value = !(await isAnswering()) || !reloadOnce();
      },
    );
  }, [load, reconnections.value]);

  if (Page !== undefined) return <Page />;
  if (!hasFailed.value) return <Placeholder />;
  const reload = <Button onClick={() => location.reload()}>{t('common.reload')}</Button>;
  return (
    <>
      <PageHeader title={t('shell.page.failed')} />
      {reload}
    </>
  );
}

function LoadingPage() {
  return <Loading />;
}
