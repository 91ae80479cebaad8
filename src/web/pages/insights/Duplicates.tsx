import type { Schemas } from '../../api/client.ts';
import { mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Shortened, SubscriptionLink } from '../../components/content.tsx';
import { tell } from '../../components/feedback.tsx';
import { formatDate, formatDue, formatInterval, formatPerMonth, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { setStatus } from '../../subscriptions/bulk.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import { hasNextPayment } from '../../subscriptions/fields.ts';
import { Marks } from '../../subscriptions/Marks.tsx';
import { compared, type Comparison } from './figures.ts';

const groupsAtFirst = 5;
const membersAtFirst = 6;

/** Subscriptions with the same name, side by side. */
export function Duplicates({ groups }: { readonly groups: readonly Schemas['DuplicateGroup'][] }) {
  return (
    <Shortened items={groups} count={groupsAtFirst}>
      {(shown) => (
        <div>
          {shown.map((group) => (
            <Group key={group.normalizedName} group={group} />
          ))}
        </div>
      )}
    </Shortened>
  );
}

function Group({ group: { normalizedName, records = [] } }: { readonly group: Schemas['DuplicateGroup'] }) {
  return (
    <section class="duplicate-group" aria-label={records[0]?.name ?? normalizedName}>
      <Shortened items={compared(records)} count={membersAtFirst}>
        {(shown) => (
          <ul class="duplicate-members">
            {shown.map((member) => (
              <DuplicateMember key={member.id} member={member} />
            ))}
          </ul>
        )}
      </Shortened>
    </section>
  );
}

type Member = Schemas['Subscription'] & Comparison;

/** One of several subscriptions with the same name: what it costs, beside the others, and a button that cancels it. */
function DuplicateMember({ member }: { readonly member: Member }) {
  const { id, name, category, amount, currency, status } = member;
  return (
    <li>
      <p>
        <strong>
          <SubscriptionLink id={id} name={name} />
        </strong>
        <span class="line muted">
          <bdi>{category}</bdi>
          {status === 'paused' && ` · ${t('activity.status.paused')}`}
        </span>
        <Marks record={member} />
      </p>
      <dl>
        <div>
          <dt>{t('subscriptions.form.amount')}</dt>
          <dd>
            {money(amount, currency)} <span class="muted">{formatInterval(member)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('subscriptions.sort.month')}</dt>
          <dd>
            {formatPerMonth(amount, currency, member)}
            <Difference member={member} />
          </dd>
        </div>
        <div>
          <dt>{t('activity.field.nextPaymentDate')}</dt>
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

function NextPayment({ member }: { readonly member: Member }) {
  const { nextPaymentDate } = member;
  if (!hasNextPayment(member)) {
    const isPaused = member.status === 'paused';
    return <span class="muted">{t(isPaused ? 'insights.duplicates.next.none' : 'subscriptions.next.none')}</span>;
  }
  return (
    <>
      {formatDate(nextPaymentDate)}
      <span class="line muted">{formatDue(nextPaymentDate)}</span>
    </>
  );
}

function CancelButton({ member }: { readonly member: Member }) {
  const { id, name, amount, currency, status } = member;
  const which = `${name}, ${money(amount, currency)} ${formatInterval(member)}`;
  const isActive = status === 'active';

  function cancel() {
    if (isActive) askWhenItEnds({ id, name, isNow: true });
    else void tell(setStatus([member], 'cancelled'));
  }

  return (
    <Button
      aria-label={t('subscriptions.action.cancelled.of', { name: which })}
      aria-haspopup={isActive ? 'dialog' : undefined}
      onClick={cancel}
    >
      {t('subscriptions.action.cancel')}
    </Button>
  );
}
