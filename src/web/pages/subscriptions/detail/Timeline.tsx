import { useSignal } from '@preact/signals';
import { Pencil } from 'lucide';
import { useId } from 'preact/hooks';
import { api, bodyOf } from '../../../api/client.ts';
import { pageSize } from '../../../api/firstRequests.ts';
import { useResource } from '../../../api/resource.ts';
import { mayWrite, session } from '../../../api/session.ts';
import { IconButton } from '../../../components/Button.tsx';
import { Shortened } from '../../../components/content.tsx';
import { Loaded } from '../../../components/feedback.tsx';
import { formatDate, formatInterval, formatPercent, money } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import type { History } from '../../../subscriptions/api.ts';
import type { Subscription } from '../../../subscriptions/fields.ts';
import type { Payment } from '../../../subscriptions/payments.ts';
import { words } from '../../../subscriptions/words.ts';
import { labelOf } from '../../activity/entries.ts';
import { actorText, sentenceOf, valuesText } from '../../activity/sentences.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { type Happening, happeningsOf } from './timeline.ts';

const rowsAtFirst = 8;

/** What happened, the newest first: payments, prices and other changes, and by whom. A payment can be corrected, or removed. */
export function Timeline({ history: { record, payments, prices } }: { readonly history: History }) {
  const { id, name, details } = record;
  const { priceSteps = [] } = details ?? {};
  const titleId = useId();
  const corrected = useSignal<Payment | undefined>(undefined);
  const onCorrect = (payment: Payment) => void (corrected.value = payment);
  const loaded = useResource(
    async (signal) => {
      const query = { subscriptionId: id, limit: pageSize };
      return (await bodyOf(api.GET('/api/v1/activity', { params: { query }, signal }))).data;
    },
    [id],
  );

  return (
    <section class="detail-time" aria-labelledby={titleId}>
      <h3 id={titleId}>{t('subscriptions.detail.time')}</h3>
      <Loaded resource={loaded}>
        {(entries) => (
          <Shortened
            items={happeningsOf({ payments, prices, priceSteps, entries }, session.value?.timeZone ?? 'UTC')}
            count={rowsAtFirst}
          >
            {(shown) => (
              <ul>
                {shown.map((one) => (
                  <Row key={one.key} happening={one} {...{ record, onCorrect }} />
                ))}
              </ul>
            )}
          </Shortened>
        )}
      </Loaded>
      {corrected.value && (
        <PaymentDialog payment={corrected.value} name={name} onClose={() => (corrected.value = undefined)} />
      )}
    </section>
  );
}

interface RowProps {
  readonly happening: Happening;
  readonly record: Subscription;
  readonly onCorrect: (payment: Payment) => void;
}

function Row({ happening, record, onCorrect }: RowProps) {
  const { kind, day, entry } = happening;
  const text = formatDate(day);
  const isAutomatic = kind === 'payment' && happening.payment.source === 'automatic';
  const actor = isAutomatic ? t('subscriptions.detail.payments.automatic') : entry && actorText(entry, words);
  return (
    <li class={kind}>
      <span class="muted">{text}</span>
      <p dir="auto">
        <What happening={happening} record={record} /> {actor && <span class="muted">{actor}</span>}
      </p>
      {kind === 'payment' && mayWrite.value && (
        <IconButton
          icon={Pencil}
          label={t('subscriptions.payment.correct', { day: text })}
          onClick={() => onCorrect(happening.payment)}
        />
      )}
    </li>
  );
}

function What({ happening, record }: Omit<RowProps, 'onCorrect'>) {
  if (happening.kind === 'payment') {
    const { amount, currency } = happening.payment;
    return <strong>{t('subscriptions.detail.paid', { sum: money(amount, currency) })}</strong>;
  }
  if (happening.kind === 'planned') {
    const sum = money(happening.amount, record.currency);
    return <>{t('subscriptions.detail.planned', { sum, interval: formatInterval(record) })}</>;
  }
  if (happening.kind === 'price') {
    const { amount, currency, changePercent = 0 } = happening.price;
    return (
      <>
        {t('activity.field.price')}: {money(amount, currency)} {formatInterval(happening.price)}{' '}
        <strong>{formatPercent(changePercent)}</strong>
      </>
    );
  }
  const { text, changes } = sentenceOf(happening.entry, words);
  const told = changes.map((change) => `${labelOf(change, words)}: ${valuesText(change, words)}`);
  return <>{told.length > 0 ? told.join(' · ') : text}</>;
}
