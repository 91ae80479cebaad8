import { signal } from '@preact/signals';
import { Dialog } from '../components/Dialog.tsx';
import { t } from '../messages/messages.ts';
import { shortcuts, useShortcut } from './shortcuts.ts';

const isOpen = signal(false);
/** The key that closes dialogs and menus in every browser. */
const escapeKey = 'Esc';

/** Opens the dialog with the keyboard shortcuts. */
export function openShortcutList(): void {
  isOpen.value = true;
}

/** The dialog with the keyboard shortcuts; "?" opens it. */
export function ShortcutList() {
  useShortcut('?', 'shell.shortcuts.help', openShortcutList);
  if (!isOpen.value) return null;
  return (
    <Dialog title={t('shell.shortcuts')} onClose={() => (isOpen.value = false)}>
      <dl class="shortcuts">
        {shortcuts.value.map(({ key, text }) => (
          <ShortcutEntry key={`${key} ${text}`} name={key} text={t(text)} />
        ))}
        <ShortcutEntry name={escapeKey} text={t('shell.shortcuts.close')} />
      </dl>
    </Dialog>
  );
}

function ShortcutEntry({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
