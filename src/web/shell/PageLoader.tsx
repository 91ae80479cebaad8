import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { reconnections, reloadIfAnswering } from '../api/connection.ts';
import { Button } from '../components/Button.tsx';
import { PageHeader } from '../components/content.tsx';
import { Loading } from '../components/feedback.tsx';
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
        hasFailed.value = !(await reloadIfAnswering());
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

/** The placeholder of what is not missed until it is there. */
export function Nothing() {
  return null;
}
