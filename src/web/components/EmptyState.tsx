import type { ComponentChildren } from 'preact';

/** What a page or a card says when there is nothing to show: a sentence, and perhaps a button. */
export function EmptyState({ text, action }: { readonly text: string; readonly action?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{text}</p>
      {action}
    </div>
  );
}
