import { useSignal } from '@preact/signals';
import { Copy } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { t } from '../messages/messages.ts';
import { Button } from './Button.tsx';

/** A text with a button that copies it. Where the browser forbids that (plain HTTP), the button selects the text. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const state = useSignal<'' | 'copied' | 'selected'>('');
  const id = useId();

  async function copy() {
    input.current?.select();
    try {
      // On plain HTTP, browsers have no clipboard, whatever the types say.
      await navigator.clipboard.writeText(text);
      state.value = 'copied';
    } catch {
      state.value = 'selected';
    }
  }

  return (
    <div class="copy">
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <input id={id} ref={input} value={text} readOnly onFocus={() => input.current?.select()} />
      <Button icon={Copy} onClick={copy}>
        {t('common.copy')}
      </Button>
      <span role="status" class="muted">
        {state.value === 'copied' && t('common.copied')}
        {state.value === 'selected' && t('common.copy.byHand')}
      </span>
    </div>
  );
}
