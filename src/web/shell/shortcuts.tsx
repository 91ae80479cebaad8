import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../components/Dialog.tsx';
import { t } from '../messages/messages.ts';
import type { PlainMessageKey } from '../messages/translate.ts';

interface Shortcut {
  readonly key: string;
  readonly text: PlainMessageKey;
  readonly action: () => void;
}

/** The shortcuts that work now; of two with the same key, the later one. */
const shortcuts = signal<readonly Shortcut[]>([]);

/** Whether the user has asked for the search. The page with the search field gives it the focus, and sets this to false. */
export const isSearchWanted = signal(false);

/** Lets a key do something as long as a component is there. Keys do nothing while the user types or a dialog is open. */
export function useShortcut(key: string, text: PlainMessageKey, action: () => void): void {
  useEffect(() => {
    const own = { key, text, action };
    shortcuts.value = [...shortcuts.peek(), own];
    return () => {
      shortcuts.value = shortcuts.peek().filter((one) => one !== own);
    };
  }, [key, text, action]);
}

/** Listens to the keyboard. */
export function followKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const found = shortcuts.peek().findLast(({ key }) => key === event.key);
    if (found === undefined || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    found.action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}

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
