import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { revertRequest } from '../../api/revert.ts';
import { mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SubscriptionLink } from '../../components/SubscriptionLink.tsx';
import { showToast } from '../../components/Toast.tsx';
import { focusHeading, useAction } from '../../components/useAction.ts';
import { formatDate, formatDue, formatInterval, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { Comparison } from './figures.ts';

type Member = Schemas['Subscription'] & Comparison;

/** One of several subscriptions with the same name: what it costs, beside the others, and a button that cancels it. */
export function DuplicateMember({ member }: { readonly member: Member }) {
  const { id, name, category, amount, currency, monthly, status } = member;
  return (
    <li>
      <p>
        <strong>
          <SubscriptionLink id={id} name={name} />
        </strong>
        <span class="line muted">
          <bdi>{category}</bdi>
          {status === 'paused' && ` · ${t('insights.paused')}`}
        </span>
      </p>
      <dl>
        <div>
          <dt>{t('insights.duplicates.amount')}</dt>
          <dd>
            {money(amount, currency)} <span class="muted">{formatInterval(member)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('insights.duplicates.monthly')}</dt>
          <dd>
            {money(monthly, currency)}
            <Difference member={member} />
          </dd>
        </div>
        <div>
          <dt>{t('insights.duplicates.next')}</dt>
          <dd>
            <NextPayment member={member} />
          </dd>
        </div>
      </dl>
      {mayWrite.value && <CancelButton member={member} />}
    </li>
  );
}

function Difference({ member: { more, currency } }: { readonly member: Member }) {
  if (more === undefined) return null;
  const text =
    more === 0 ? t('insights.duplicates.cheapest') : t('insights.duplicates.more', { amount: money(more, currency) });
  return <span class={more === 0 ? 'line fact' : 'line muted'}>{text}</span>;
}

function NextPayment({ member: { status, nextPaymentDate } }: { readonly member: Member }) {
  if (status !== 'active') return <span class="muted">{t('insights.duplicates.next.none')}</span>;
  return (
    <>
      {formatDate(nextPaymentDate)}
      <span class="line muted">{formatDue(nextPaymentDate)}</span>
    </>
  );
}

function CancelButton({ member }: { readonly member: Member }) {
  const { id, name, amount, currency } = member;
  const which = `${name}, ${money(amount, currency)} ${formatInterval(member)}`;

  const { run, isBusy, error } = useAction(async () => {
    const params = { path: { id } };
    const body = { status: 'cancelled' } as const;
    const { requestId } = await bodyOf(api.PATCH('/api/v1/subscriptions/{id}', { params, body }));
    showToast(t('insights.duplicates.cancelled', { name: which }), () => revertRequest(id, requestId));
    focusHeading();
  });

  return (
    <>
      <Button
        isBusy={isBusy.value}
        onClick={() => run()}
        aria-label={t('insights.duplicates.cancel.which', { name: which })}
      >
        {t('insights.duplicates.cancel')}
      </Button>
      <ErrorNotice error={error.value} />
    </>
  );
}
