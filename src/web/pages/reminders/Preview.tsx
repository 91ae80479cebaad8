import { session } from '../../api/session.ts';
import { Card, DetailLink, Shortened } from '../../components/content.tsx';
import { formatClock, formatDate, listWords, money } from '../../format/format.ts';
import { dayIn } from '../../format/intl.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import type { Planned, ReminderData, SectionProps } from './api.ts';
import { Fails } from './Fails.tsx';
import { isFailing } from './tried.ts';

const daysAtFirst = 5;

/** What would be sent when, and to which channel, by day. */
export function Preview({ data: { planned, isPlanCut, channels } }: SectionProps) {
  const zone = session.value?.timeZone ?? 'UTC';
  const days = Array.from(Map.groupBy(planned, ({ sendAt }) => dayIn(sendAt, zone)));
  return (
    <Card title={t('reminders.preview')}>
      {days.length === 0 && <p class="muted">{t('reminders.preview.none')}</p>}
      <div class="settings-parts">
        <Shortened items={days} count={daysAtFirst}>
          {(shown) => (
            <>
              {shown.map(([day, all]) => (
                <div key={day}>
                  <h3>{formatDate(day, 'weekday')}</h3>
                  <ul>
                    {all.map((one) => (
                      <li key={`${one.ruleId} ${one.subscriptionId} ${one.sendAt} ${one.dueOn}`}>
                        {one.subscriptionId === null ? (
                          plannedText(one)
                        ) : (
                          <DetailLink class="row-link" id={one.subscriptionId} name={plannedText(one)} />
                        )}
                        <Receivers of={one} channels={channels} />
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </>
          )}
        </Shortened>
        {isPlanCut && <p class="muted">{t('reminders.preview.cut', { count: planned.length })}</p>}
      </div>
    </Card>
  );
}

function plannedText({ event, name, amount, currency, dueOn }: Planned): string {
  const cost = { amount: money(amount, currency) };
  if (event === 'budget') return t('reminders.preview.budget', { ...cost, month: formatDate(dueOn, 'month') });
  const values = { name: isolated(name ?? ''), day: formatDate(dueOn, 'dayMonth') };
  if (event === 'renewal' || event === 'overdue') {
    return t(`reminders.preview.${event}`, { ...values, ...cost });
  }
  return t(`reminders.preview.${event}`, values);
}

interface ReceiversProps {
  readonly of: Planned;
  /** None for those who may not see them. */
  readonly channels: ReminderData['channels'];
}

/** When it is sent, and to which channels; apart from them those that fail at present. */
function Receivers({ of: { sendAt, channelIds }, channels }: ReceiversProps) {
  const all = channels.filter(({ id }) => channelIds.includes(id));
  const [failing, working] = [all.filter(isFailing), all.filter((channel) => !isFailing(channel))].map((some) =>
    listWords(some.map(({ name }) => isolated(name))),
  );
  const to =
    channelIds.length === 0 ? t('reminders.preview.nobody') : working && t('reminders.when.to', { channels: working });
  return (
    <>
      <span class="line muted">{[formatClock(sendAt), to].filter(Boolean).join(' · ')}</span>
      {failing && <Fails>{t('reminders.preview.failing', { names: failing })}</Fails>}
    </>
  );
}
