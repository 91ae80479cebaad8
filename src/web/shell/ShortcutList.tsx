import { useSignal } from '@preact/signals';
import { useCallback } from 'preact/hooks';
import { Dialog } from '../components/Dialog.tsx';
import { t } from '../messages/messages.ts';
import { shortcuts, useShortcut } from './shortcuts.ts';

/** Opens a dialog with the keyboard shortcuts at "?". */
export function ShortcutList() {
  const isOpen = useSignal(false);
  const open = useCallback(() => void (isOpen.value = true), []);
  useShortcut('?', 'shell.shortcuts.help', open);
  if (!isOpen.value) return null;
  return (
    <Dialog title={t('shell.shortcuts')} onClose={() => (isOpen.value = false)}>
      <dl class="shortcuts">
        {shortcuts.value.map(({ key, text }) => (
          <div key={`${key} ${text}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
