import { session } from '../../api/session.ts';
import { Card, DetailLink, Shortened } from '../../components/content.tsx';
import { formatClock, formatDate, money } from '../../format/format.ts';
import { dayIn } from '../../format/intl.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { listWords } from '../../subscriptions/words.ts';
import type { Planned, ReminderData, SectionProps } from './api.ts';
import { isFailing } from './tried.ts';
import { channelName } from './words.ts';

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
                        <span class="line muted">
                          {[formatClock(one.sendAt), receiversText(one, channels)].filter(Boolean).join(' · ')}
                        </span>
                        <FailingReceivers of={one} channels={channels} />
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

const texts = {
  renewal: 'reminders.preview.renewal',
  overdue: 'reminders.preview.overdue',
} as const;
const textsOfDays = {
  trial_end: 'reminders.preview.trial_end',
  cancel_before: 'reminders.preview.cancel_before',
  end: 'reminders.preview.end',
} as const;

function plannedText({ event, name, amount, currency, dueOn }: Planned): string {
  const cost = { amount: money(amount, currency) };
  if (event === 'budget') return t('reminders.preview.budget', { ...cost, month: formatDate(dueOn, 'month') });
  const values = { name: isolated(name ?? ''), day: formatDate(dueOn, 'dayMonth') };
  if (event === 'renewal' || event === 'overdue') {
    return t(texts[event], { ...values, ...cost });
  }
  return t(textsOfDays[event], values);
}

/** The channels that would get it, but fail. */
function FailingReceivers({ of, channels }: { readonly of: Planned; readonly channels: ReminderData['channels'] }) {
  const failing = channels.filter((channel) => of.channelIds.includes(channel.id) && isFailing(channel));
  if (failing.length === 0) return null;
  const names = listWords(failing.map(({ name }) => isolated(name)));
  return <span class="line mark urgent">{t('reminders.preview.failing', { names })}</span>;
}

/** To which channels it goes; undefined for those who may not see channels. */
function receiversText({ channelIds }: Planned, channels: ReminderData['channels']): string | undefined {
  if (channelIds.length === 0) return t('reminders.preview.nobody');
  const names = channelIds.flatMap((id) => channelName(channels, id) ?? []);
  return names.length === 0 ? undefined : t('reminders.when.to', { channels: listWords(names) });
}
