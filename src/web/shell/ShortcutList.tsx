import { Dialog } from '../components/Dialog.tsx';
import { t } from '../messages/messages.ts';
import { isOfLetters } from './keys.ts';
import { isShortcutListOpen, letterKeys, type Shortcut, shortcuts } from './shortcuts.ts';

/** The key that closes dialogs and menus in every browser. */
const escapeKey = 'Esc';

export function ShortcutList() {
  const shown = shortcuts.value.toSorted((a, b) => groupOf(a) - groupOf(b));
  return (
    <Dialog title={t('shell.shortcuts')} onClose={() => (isShortcutListOpen.value = false)}>
      {letterKeys.value === 'off' && <p class="muted">{t('shell.shortcuts.off')}</p>}
      <dl class="shortcuts">
        {shown.map(({ keys, text }) => (
          <ShortcutEntry key={`${keys} ${text}`} keys={keys} text={t(text)} />
        ))}
        <ShortcutEntry keys={escapeKey} text={t('shell.shortcuts.close')} />
      </dl>
    </Dialog>
  );
}

/** Single keys come first, then those of pages, then those with Ctrl. */
function groupOf({ keys }: Shortcut): number {
  if (!isOfLetters(keys)) return 2;
  return keys.includes(' ') ? 1 : 0;
}

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

function ShortcutEntry({ keys, text }: { readonly keys: string; readonly text: string }) {
  const shown = isApple ? keys.replace('Ctrl+', '⌘') : keys;
  return (
    <div>
      <dt>
        {shown.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
