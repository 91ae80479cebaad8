import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isAbort } from '../../../api/answers.ts';
import { today } from '../../../api/session.ts';
import { formatDate, formatDue, formatInterval, formatPerMonth, listWords, money } from '../../../format/format.ts';
import { locale, t } from '../../../messages/messages.ts';
import type { Operation } from '../../../subscriptions/actions.ts';
import { loadVersion, preview } from '../../../subscriptions/api.ts';
import type { Subscription } from '../../../subscriptions/fields.ts';
import { statusWords } from '../../../subscriptions/words.ts';
import { billingIn, nextIn } from './schedule.ts';
import { noticeIn } from './term.ts';
import { amountIn, detailsIn, type FormValues } from './values.ts';

const typingMs = 350;
const duplicatesShown = 3;

/**
 * Asks by a dry run which others have the same name, a moment after the last key.
 *
 * @param name the name that is typed; empty asks nothing
 * @param operation the write whose dry run tells it; undefined asks nothing
 * @returns a few of them; none while they are not known
 */
export function useDuplicates(name: string, operation: Operation | undefined): ReadonlySignal<readonly Subscription[]> {
  const shown = useSignal<readonly Subscription[]>([]);
  const isAsked = name !== '' && operation !== undefined;
  useEffect(() => {
    shown.value = [];
    if (!isAsked) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      findDuplicates(operation, controller.signal).then(
        (found) => (shown.value = found),
        // Saving will say what is wrong.
        (error: unknown) => !isAbort(error) && (shown.value = []),
      );
    }, typingMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [name, isAsked]);
  return shown;
}

async function findDuplicates(operation: Operation, signal: AbortSignal): Promise<readonly Subscription[]> {
  const { duplicateIds } = await preview(operation, signal);
  const ids = duplicateIds.slice(0, duplicatesShown);
  return Promise.all(ids.map(async (id) => (await loadVersion(id, signal)).record));
}

/** What saving would lead to: the next payment, what it costs a month, and the last day for notice. What the form does not say is a dash. */
export function PreviewNote({ values }: { readonly values: FormValues }) {
  return (
    <div class="subs-preview" role="status">
      <p>
        <strong>{nextWords(values)}</strong>
      </p>
      <p class="muted">{t('subscriptions.total.month', { amount: monthlyWords(values) })}</p>
      <NoticeLine values={values} />
    </div>
  );
}

/** The last day for notice; what the form lacks where nobody can know it. */
function NoticeLine({ values }: { readonly values: FormValues }) {
  const notice = noticeIn(detailsIn(values), today.value);
  if (notice.kind === 'none') return null;
  if (notice.kind !== 'known') return <p class="subs-unknown">{t(`subscriptions.preview.notice.${notice.kind}`)}</p>;
  const { day, missed } = notice;
  const text = t('subscriptions.preview.notice', { day: formatDate(day) });
  const before =
    missed === undefined ? '' : t('subscriptions.preview.notice.missed', { day: formatDate(missed, 'dayMonth') });
  return <p>{text + before}</p>;
}

function nextWords(values: FormValues): string {
  const date = nextIn(values);
  if (date === undefined) return t('subscriptions.preview.unknown');
  const { endsOn, status } = values;
  if (endsOn !== '' && date > endsOn) return t('subscriptions.preview.none', { date: formatDate(endsOn) });
  if (status !== 'active') return t('subscriptions.preview.inactive', { date: formatDate(date) });
  return t('subscriptions.preview.next', { date: formatDate(date), distance: formatDue(date) });
}

function monthlyWords(values: FormValues): string {
  const [amount, billing] = [amountIn(values, locale.value), billingIn(values)];
  const isKnown = amount !== undefined && billing !== undefined && values.currency !== '';
  return isKnown ? formatPerMonth(amount, values.currency, billing) : '–';
}

export function DuplicatesNote({ duplicates }: { readonly duplicates: readonly Subscription[] }) {
  const records = listWords(duplicates.map(duplicateWords));
  const text = duplicates.length > 0 ? t('subscriptions.preview.duplicate', { records }) : undefined;
  return (
    <span class="subs-duplicates" role="status" title={text}>
      {text}
    </span>
  );
}

function duplicateWords(record: Subscription): string {
  const { name, amount, currency, status } = record;
  return t('subscriptions.preview.duplicate.record', {
    name,
    amount: money(amount, currency),
    interval: formatInterval(record),
    status: statusWords(status),
  });
}
