import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { reloadIfAnswering } from '../api/connection.ts';

/**
 * A component whose code loads when it is first rendered; nothing is shown until then. If that fails, the whole page loads
 * anew, once.
 *
 * @param load gives the component
 */
export function loadedLate<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const round = useSignal(0);
    void round.value;
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          round.value += 1;
        },
        async (error: unknown) => {
          console.error(error);
          await reloadIfAnswering();
        },
      );
    }, []);
    const Loaded = loaded;
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
