import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { reconnections, reloadIfAnswering } from '../api/connection.ts';
import { firstViewShown } from '../api/resource.ts';
import { loadLateTexts, t } from '../messages/messages.ts';
import { Button } from './Button.tsx';
import { loadLateStyles } from './lateStyles.ts';

interface LateFrame {
  /** What is shown until the code is there; by default nothing. */
  readonly Waiting?: ComponentType<{ readonly lines?: number }>;
  /** What is shown above the button that loads the page anew, when the code cannot be loaded. */
  readonly Failed?: ComponentType;
  /** The first view can do without: it loads once that is shown. */
  readonly isLater?: boolean;
}

/**
 * A component whose code loads when it is first rendered, with the styles and the texts of what loads late. If that fails, the whole page loads anew, once; if the server is
 * away, the code loads when it is back.
 *
 * @param load gives the component
 */
export function loadedLate<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting = Nothing, Failed = FailedPart, isLater = false }: LateFrame = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const round = useSignal(0);
    const hasFailed = useSignal(false);
    void round.value;
    // Before the browser paints: code that is there already is then in what it paints first.
    useLayoutEffect(() => {
      hasFailed.value = false;
      if (loaded !== undefined) return;
      const loading = isLater ? firstViewShown().then(() => loadLate(load)) : loadLate(load);
      loading.then(
        (component) => {
          loaded = component;
          round.value += 1;
        },
        async (error: unknown) => {
          console.error(error);
          hasFailed.value = !(await reloadIfAnswering());
        },
      );
    }, [reconnections.value]);
    const Loaded = loaded;
    if (Loaded !== undefined) return <Loaded {...props} />;
    if (!hasFailed.value) return <Waiting />;
    return (
      <>
        <Failed />
        <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
      </>
    );
  };
}

/** Loads code, and with it the styles and the texts of what loads late. */
export async function loadLate<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), loadLateStyles(), loadLateTexts()]);
  return loaded;
}

function Nothing() {
  return null;
}

function FailedPart() {
  return <p role="alert">{t('shell.page.failed')}</p>;
}
