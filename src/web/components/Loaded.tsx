import type { JSX } from 'preact';
import type { Resource } from '../api/resource.ts';
import { ServerUnreachable } from '../api/errors.ts';
import { t } from '../messages/messages.ts';
import { ErrorNotice } from './ErrorNotice.tsx';

interface LoadedProps<Data> {
  readonly resource: Resource<Data>;
  /** The lines that are shown until the first answer. */
  readonly lines?: number;
  readonly children: (data: Data) => JSX.Element | null;
}

/** Shows data when they are there; until then that they load, and an error with a button that tries again. */
export function Loaded<Data>({ resource, lines = 3, children }: LoadedProps<Data>) {
  const { data, error, isLoading, reload } = resource;
  const hasFailed = error.value !== undefined;
  // The frame of the page says it loudly, and the data load again when the server is back.
  const isUnreachable = error.value instanceof ServerUnreachable;
  return (
    <>
      {isUnreachable && data.value === undefined && <p class="muted">{t('common.error.unreachable')}</p>}
      {hasFailed && !isUnreachable && <ErrorNotice error={error.value} onRetry={reload} />}
      {data.value !== undefined && children(data.value)}
      {data.value === undefined && !hasFailed && isLoading.value && <Loading lines={lines} />}
    </>
  );
}

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
