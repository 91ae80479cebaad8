import { t } from '../messages/messages.ts';

/** Lines in the place of data that load. They appear only after a moment, so that fast answers do not flicker. */
export function Loading({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span class="loading-line" key={line} aria-hidden="true" />
      ))}
    </div>
  );
}
