import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Loaded, tell, ToastRegion } from '../../components/feedback.tsx';
import {
  formatDate,
  formatDue,
  formatInterval,
  formatPercent,
  formatPerMonth,
  formatTime,
  money,
  totalsList,
} from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { recordPayment } from '../../subscriptions/actions.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import { type History, loadHistory } from '../../subscriptions/api.ts';
import {
  hasNextPayment,
  detailFields,
  type DetailName,
  detailNames,
  type Details,
  detailWords,
  type Subscription,
} from '../../subscriptions/fields.ts';
import { LatePayDialog } from '../../subscriptions/LatePayDialog.tsx';
import type { Spent } from '../../subscriptions/payments.ts';
import { duePayments } from '../../subscriptions/schedule.ts';
import { cancelWords, recordStatusWords, words } from '../../subscriptions/words.ts';
import { PaymentsMade } from './PaymentsMade.tsx';

interface DetailDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onEdit: (record: Subscription) => void;
}

/** Shows one subscription: its facts, the next payments, its prices and the payments made. */
export function DetailDialog({ id, onClose, onEdit }: DetailDialogProps) {
  const loaded = useResource((signal) => loadHistory(id, today.value, signal), [id]);
  const record = loaded.data.value?.record;
  const isPaying = useSignal(false);

  function pay(paid: Subscription) {
    // A toast would be behind the dialog.
    onClose();
    void tell(recordPayment(paid));
  }

  function cancel(one: Subscription) {
    onClose();
    askWhenItEnds(one);
  }

  const actions = record && mayWrite.value && (
    <>
      {record.status === 'active' && (
        <Button kind="quiet" onClick={() => cancel(record)}>
          {cancelWords(record)}
        </Button>
      )}
      {hasNextPayment(record) && (
        <>
          <Button onClick={() => (isPaying.value = true)}>{t('subscriptions.action.paidOtherwise')}</Button>
          <Button onClick={() => pay(record)}>{t('subscriptions.action.paid')}</Button>
        </>
      )}
      <Button kind="primary" onClick={() => onEdit(record)}>
        {t('subscriptions.action.edit')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={record?.name ?? t('shell.subscriptions')}
      onClose={onClose}
      actions={actions}
      // That of the page is behind the dialog.
      toasts={<ToastRegion />}
    >
      <Loaded resource={loaded} lines={6}>
        {(history) => (history === null ? <p>{t('subscriptions.detail.missing')}</p> : <Content history={history} />)}
      </Loaded>
      {isPaying.value && record && (
        <LatePayDialog
          payable={record}
          due={duePayments(record, today.value)}
          onClose={() => (isPaying.value = false)}
        />
      )}
    </Dialog>
  );
}

interface HistoryProps {
  readonly history: History;
}

function Content({ history }: HistoryProps) {
  return (
    <section class="subs-detail" aria-label={history.record.name} ref={makeFocusable}>
      <Facts history={history} />
      <UpcomingPayments history={history} />
      <PriceHistory history={history} />
      <PaymentsMade history={history} />
    </section>
  );
}

/** The keyboard scrolls what has the focus. */
function makeFocusable(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0;
}

/** What is recorded of a subscription. */
function Facts({ history: { record, spent } }: HistoryProps) {
  const { amount, currency, status, category, lastPaymentDate, nextPaymentDate, createdAt, details } = record;
  return (
    <dl class="subs-facts">
      <Fact name={t('subscriptions.form.amount')}>
        {money(amount, currency)} {formatInterval(record)}
      </Fact>
      <Fact name={t('subscriptions.sort.month')}>{formatPerMonth(amount, currency, record)}</Fact>
      <Fact name={t('subscriptions.form.status')}>{recordStatusWords(record)}</Fact>
      {status === 'active' && (
        <Fact name={t('activity.field.nextPaymentDate')}>
          {hasNextPayment(record)
            ? `${formatDate(nextPaymentDate)}, ${formatDue(nextPaymentDate)}`
            : t('subscriptions.next.none')}
        </Fact>
      )}
      <Fact name={t('subscriptions.form.lastPaymentDate')}>{formatDate(lastPaymentDate)}</Fact>
      <SpentFact name={t('subscriptions.detail.spent.year')} spent={spent.year} />
      <SpentFact name={t('subscriptions.detail.spent.all')} spent={spent.all} />
      <Fact name={t('subscriptions.form.category')}>{category}</Fact>
      {details && <DetailFacts details={details} />}
      {status === 'active' && details?.noticeBy && details.noticeBy !== details.cancelBefore && (
        <Fact name={t('subscriptions.form.noticeBy')}>
          {formatDate(details.noticeBy)}, {formatDue(details.noticeBy)}
        </Fact>
      )}
      <Fact name={t('subscriptions.detail.since')}>{formatTime(createdAt)}</Fact>
    </dl>
  );
}

/** What the recorded payments add up to; nothing without any. */
function SpentFact({
  name,
  spent: { totalsByCurrency, bySubscription },
}: {
  readonly name: string;
  readonly spent: Spent;
}) {
  const count = bySubscription[0]?.payments ?? 0;
  if (count === 0) return null;
  return (
    <Fact name={name}>{t('subscriptions.detail.spent.payments', { count, sums: totalsList(totalsByCurrency) })}</Fact>
  );
}

/** The details that have a value, what is long at the end. */
function DetailFacts({ details }: { readonly details: Details }) {
  const shown = detailNames
    .filter((name) => detailFields[name].control !== 'choice')
    .toSorted((a, b) => Number(detailFields[a].isWide) - Number(detailFields[b].isWide));
  return (
    <>
      {shown.map((name) => (
        <DetailFact key={name} name={name} text={detailWords(name, details, words)} />
      ))}
    </>
  );
}

function DetailFact({ name, text }: { readonly name: DetailName; readonly text: string | undefined }) {
  if (text === undefined) return null;
  const { label, control } = detailFields[name];
  return (
    <Fact name={t(label)}>
      {control === 'link' ? (
        <a href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <span class={control === 'lines' ? 'subs-notes' : undefined}>{text}</span>
      )}
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** The next due days. */
function UpcomingPayments({ history: { record, upcoming } }: HistoryProps) {
  if (record.status !== 'active') return null;
  return (
    <Part title={t('subscriptions.detail.upcoming')} none={t('subscriptions.detail.upcoming.none')}>
      {upcoming.map((date) => (
        <li key={date}>
          <span>{formatDate(date)}</span>
          <span class="muted">{formatDue(date)}</span>
        </li>
      ))}
    </Part>
  );
}

/** What it has cost, the newest price first. */
function PriceHistory({ history: { prices } }: HistoryProps) {
  return (
    <Part title={t('subscriptions.detail.prices')} none="">
      {prices.map((price) => (
        <li key={price.since}>
          <span>
            {money(price.amount, price.currency)} {formatInterval(price)}
            {price.changePercent !== undefined && <strong> {formatPercent(price.changePercent)}</strong>}
          </span>
          <span class="muted">{formatTime(price.since)}</span>
        </li>
      ))}
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  /** What is said when there is nothing. */
  readonly none: string;
  readonly children: ComponentChildren[];
}

function Part({ title, none, children }: PartProps) {
  const id = useId();
  return (
    <section class="subs-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children.length > 0 ? <ul>{children}</ul> : <p class="muted">{none}</p>}
    </section>
  );
}
