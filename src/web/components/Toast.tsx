import { signal } from '@preact/signals';
import { X } from 'lucide';
import { t } from '../messages/messages.ts';
import { Button, IconButton } from './Button.tsx';
import { messageOf } from './ErrorNotice.tsx';

interface Toast {
  readonly text: string;
  /** Undoes what the toast tells of. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** The toast that is shown. */
export const shownToast = signal<Toast | undefined>(undefined);
const shownMs = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells what was done, for ten seconds, with a button that undoes it. A new toast takes the place of the last one. */
export function showToast(text: string, undo?: () => Promise<unknown>): void {
  shownToast.value = { text, undo };
  restart();
}

/** Waits for something whose error has no place of its own: a toast shows it. */
export async function tell(action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    showToast(messageOf(error));
  }
}

/** The place of toasts, in the frame of the page. */
export function ToastRegion() {
  const toast = shownToast.value;
  return (
    <div class="toasts" role="status" onPointerEnter={() => clearTimeout(timer)} onPointerLeave={restart}>
      {toast && (
        <div class="toast" onFocusIn={() => clearTimeout(timer)} onFocusOut={restart}>
          <span>{toast.text}</span>
          {toast.undo && <UndoButton undo={toast.undo} />}
          <IconButton icon={X} label={t('common.close')} onClick={close} />
        </div>
      )}
    </div>
  );
}

function UndoButton({ undo }: { readonly undo: () => Promise<unknown> }) {
  const run = () => {
    close();
    void tell(undo());
  };
  return <Button onClick={run}>{t('common.undo')}</Button>;
}

function restart(): void {
  clearTimeout(timer);
  timer = setTimeout(close, shownMs);
}

function close(): void {
  clearTimeout(timer);
  shownToast.value = undefined;
}
