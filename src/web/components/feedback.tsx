import { computed, type ReadonlySignal, signal, useSignal } from '@preact/signals';
import { X } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Explained, RequestRefused, ServerUnreachable } from '../api/answers.ts';
import { beforeSignOut } from '../api/session.ts';
import { reloadAll, type Resource } from '../api/resource.ts';
import { problemMessage, t } from '../messages/messages.ts';
import { Button, IconButton } from './Button.tsx';

interface ErrorNoticeProps {
  /** What was thrown; undefined shows nothing. */
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  return (
    <div role="alert">
      {error !== undefined && (
        <div class="notice">
          <p>
            <strong>{t('common.error.title')}</strong> {messageOf(error)}
          </p>
          {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
        </div>
      )}
    </div>
  );
}

/** What went wrong and, for a request that the service refused, what to do. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestRefused) return problemMessage(error.problem);
  if (error instanceof ServerUnreachable) return t('common.error.unreachable');
  if (error instanceof Explained) return error.message;
  return t('common.error.unexpected', { details: error instanceof Error ? error.message : String(error) });
}

interface LoadedProps<Data> {
  readonly resource: Resource<Data>;
  readonly lines?: number;
  readonly children: (data: Data) => JSX.Element | null;
}

/** Shows data when they are there; until then that they load, and an error with a button that tries again. */
export function Loaded<Data>({ resource, lines = 3, children }: LoadedProps<Data>) {
  const { data, error, isLoading } = resource;
  const hasFailed = error.value !== undefined;
  // The frame of the page says it loudly, and the data load again when the server is back.
  const isUnreachable = error.value instanceof ServerUnreachable;
  return (
    <>
      {isUnreachable && data.value === undefined && <p class="muted">{t('common.error.unreachable')}</p>}
      {hasFailed && !isUnreachable && <ErrorNotice error={error.value} onRetry={reloadAll} />}
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

/** What is done when a toast goes and was not undone; when the page is left, the request must outlive it. */
type End = (isLeaving: boolean) => Promise<unknown>;

interface Toast {
  readonly id: number;
  readonly text: string;
  /** Undoes what the toast tells of, once. */
  undo?: (() => Promise<unknown>) | undefined;
  /** Does what it tells of, once it can no longer be undone. */
  end?: End | undefined;
}

const toastsMost = 3;
const shownMs = 10_000;
/** How long a tap goes through it: it may be the second one on what it has come over. */
const freshMs = 600;
let toastsMade = 0;

/** The toasts that are shown, the newest last. */
const toasts = signal<readonly Toast[]>([]);

export const shownToast = computed(() => toasts.value.at(-1));

/**
 * Tells what was done, for ten seconds, with a button that undoes it. Of more than three toasts, the oldest goes.
 *
 * @param end what is done when the toast goes and was not undone
 * @returns what the button does
 */
export function showToast(text: string, undo?: () => Promise<unknown>, end?: End): () => void {
  toastsMade += 1;
  const toast: Toast = { id: toastsMade, text, undo, end };
  const all = [...toasts.peek(), toast];
  toasts.value = all.slice(-toastsMost);
  for (const old of all.slice(0, -toastsMost)) void finish(old);
  return () => undoToast(toast);
}

/** Does all that waits for the end of its toast: before the user signs out, and when the page is left. */
export async function endToasts(isLeaving = false): Promise<void> {
  await Promise.all(toasts.peek().map((toast) => finish(toast, isLeaving)));
}

addEventListener('pagehide', () => void endToasts(true));
beforeSignOut(endToasts);

/** It can no longer be undone then. */
async function finish(toast: Toast, isLeaving = false): Promise<void> {
  const { end } = toast;
  if (end === undefined) return;
  toast.end = undefined;
  toast.undo = undefined;
  close(toast);
  await end(isLeaving);
}

/** Removes the toasts. What they tell and undo is of the user who was signed in. */
export function dropToasts(): void {
  toasts.value = [];
}

/** Undoes what the newest toast tells of that offers it. */
export function undoNewest(): void {
  const newest = toasts.peek().findLast(({ undo }) => undo !== undefined);
  if (newest !== undefined) undoToast(newest);
}

/** Waits for something whose error has no place of its own: a toast shows it. */
export async function tell(action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    showToast(messageOf(error));
  }
}

/** How many of several things are done. */
const progress = signal<{ readonly done: number; readonly count: number } | undefined>(undefined);

const progressFrom = 50;

/**
 * Does something with several things, a part at a time. With many, the page shows how far it is.
 *
 * @param work is given what notes how many are done
 */
export async function inSteps<Result>(
  count: number,
  work: (note: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  if (count < progressFrom) return work(() => undefined);
  const note = (done: number) => void (progress.value = { done, count });
  note(0);
  try {
    return await work(note);
  } finally {
    progress.value = undefined;
  }
}

/** How many of several things are done, while something is done with them: among the toasts, and in the dialog that started it. */
export function ProgressNote() {
  if (progress.value === undefined) return null;
  const { done, count } = progress.value;
  const text = t('subscriptions.shown.of', { count: done, total: count });
  return (
    <p class="progress">
      <span>{text}</span>
      <progress value={done} max={count} aria-label={text} />
    </p>
  );
}

/** Whether the pointer or the focus is at the toasts, in the frame of the page or in a dialog. */
const isHeld = signal(false);

/** The place of toasts, in the frame of the page. They stay while the pointer or the focus is there. */
export function ToastRegion() {
  const hold = () => (isHeld.value = true);
  const release = () => void (isHeld.value = false);
  // What goes, such as a button with its toast, does not tell that the pointer and the focus leave. Before the new one can have them.
  useLayoutEffect(release, [toasts.value.length]);
  useEffect(() => release, []);
  return (
    <div
      class="toasts"
      role="status"
      aria-atomic={false}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      {progress.value && (
        <div class="toast">
          <ProgressNote />
        </div>
      )}
      {toasts.value.map((toast) => (
        <ToastEntry key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastEntry({ toast }: { readonly toast: Toast }) {
  useLayoutEffect(() => {
    if (isHeld.value) return;
    const timer = setTimeout(() => close(toast), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld.value]);
  const isFresh = useSignal(true);
  useEffect(() => {
    const timer = setTimeout(() => (isFresh.value = false), freshMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={isFresh.value ? 'toast fresh' : 'toast'}>
      <p>{toast.text}</p>
      {toast.undo && <Button onClick={() => undoToast(toast)}>{t('common.undo')}</Button>}
      <IconButton icon={X} label={t('common.close')} onClick={() => close(toast)} />
    </div>
  );
}

function undoToast(toast: Toast): void {
  const { undo } = toast;
  toast.undo = undefined;
  toast.end = undefined;
  close(toast);
  if (undo !== undefined) void tell(undo());
}

function close(toast: Toast): void {
  toasts.value = toasts.peek().filter((one) => one !== toast);
  void finish(toast);
}

/** Something that a user starts and that may fail. */
export interface Action<Input extends readonly unknown[]> {
  /** Starts it. Returns whether it succeeded. */
  readonly run: (...input: Input) => Promise<boolean>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why it failed the last time; undefined when it did not. */
  readonly error: ReadonlySignal<unknown>;
}

/** Runs something for a component and keeps track of it. */
export function useAction<Input extends readonly unknown[]>(
  action: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);

  async function run(...input: Input): Promise<boolean> {
    isBusy.value = true;
    error.value = undefined;
    try {
      await action(...input);
      return true;
    } catch (reason) {
      error.value = reason;
      return false;
    } finally {
      isBusy.value = false;
    }
  }

  return { run, isBusy, error };
}

/** What is wrong with a field of a form; undefined when the service refused something else. */
export function faultOf(error: unknown, field: string): string | undefined {
  const faults = error instanceof RequestRefused ? (error.problem.faults ?? [error.problem]) : [];
  return faults.filter((one) => one.field === field).map((one) => problemMessage(one))[0];
}
