import { mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { tell, useAction } from '../../components/feedback.tsx';
import { Rows } from '../../components/Rows.tsx';
import { formatTime, listWords } from '../../format/format.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { retryDelivery, type SectionProps } from './api.ts';
import { type Delivery, namesMost } from './deliveries.ts';
import { Fails } from './Fails.tsx';
import { reasonWords } from './words.ts';

/** What was sent, what waits, and what failed why. */
export function Deliveries({ data }: SectionProps) {
  const { deliveries } = data;
  return (
    <Card title={t('reminders.deliveries')}>
      {deliveries.length === 0 ? (
        <p class="muted">{t('reminders.deliveries.none')}</p>
      ) : (
        <Rows label={t('reminders.deliveries')} items={deliveries}>
          {(delivery) => <DeliveryRow delivery={delivery} />}
        </Rows>
      )}
    </Card>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const what = subjectText(delivery);
  const state = stateText(delivery);
  const { run, isBusy } = useAction(() => tell(retryDelivery(delivery)));
  return (
    <>
      <div>
        <p class="settings-name">{what}</p>
        {delivery.state === 'failed' ? <Fails>{state}</Fails> : <p class="muted">{state}</p>}
        <p class="muted">{factsText(delivery)}</p>
      </div>
      {mayWrite.value && delivery.state === 'failed' && (
        <Button
          isBusy={isBusy.value}
          onClick={() => void run()}
          aria-label={t('reminders.delivery.retry.of', { what })}
        >
          {t('reminders.delivery.retry')}
        </Button>
      )}
    </>
  );
}

/** The subscriptions, and perhaps the budget, that a message is about; for an import, that it was one. */
function subjectText({ type, subscriptionNames, reminders }: Delivery): string {
  if (isOfImport(type)) return t(`reminders.change.${type}`);
  const budget = reminders.some(({ event }) => event === 'budget') ? [t('reminders.delivery.budget')] : [];
  const all = [...budget, ...subscriptionNames.map((name) => isolated(name ?? t('reminders.delivery.unknown')))];
  const count = all.length - namesMost;
  if (count <= 0) return listWords(all);
  return t('reminders.delivery.more', { names: all.slice(0, namesMost).join(', '), count });
}

function isOfImport(type: Delivery['type']): type is Extract<typeof type, `subscriptions.${string}`> {
  return type.startsWith('subscriptions.');
}

/** What became of a message, and why. */
function stateText({ state, lastError, lastStatus, attempts, sendAt, sentAt, nextAttemptAt }: Delivery): string {
  const reason = reasonWords({ reason: lastError, status: lastStatus });
  if (state === 'sent') return t('reminders.delivery.sent', { when: formatTime(sentAt ?? sendAt) });
  if (state === 'failed') return t('reminders.delivery.failed', { reason });
  if (state === 'skipped') return t('reminders.delivery.skipped', { reason });
  // After a retry by hand, the attempts are counted anew.
  return attempts === 0 && lastError !== 'secretsMissing'
    ? t('reminders.delivery.pending', { when: formatTime(nextAttemptAt ?? sendAt) })
    : t('reminders.delivery.trying', { reason });
}

/** To whom it goes and, after a failure, when it was due and is tried next. */
function factsText({ channelName, type, state, attempts, sendAt, nextAttemptAt }: Delivery): string {
  const receiver = channelName === null ? t('reminders.delivery.unknownChannel') : isolated(channelName);
  const due = state === 'failed' || state === 'skipped' ? formatTime(sendAt) : undefined;
  const isRetried = state === 'pending' && attempts > 0 && nextAttemptAt !== null;
  const next = isRetried && t('reminders.delivery.next', { when: formatTime(nextAttemptAt), count: attempts });
  const change = type === 'reminder.due' || isOfImport(type) ? undefined : t(`reminders.change.${type}`);
  return [change, receiver, due, next].filter(Boolean).join(' · ');
}
