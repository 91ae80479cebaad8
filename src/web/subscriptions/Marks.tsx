import { BellOff } from 'lucide';
import { today } from '../api/session.ts';
import { Icon } from '../components/Button.tsx';
import { t } from '../messages/messages.ts';
import { deadlineWords } from './deadlines.ts';
import type { Subscription } from './fields.ts';
import { isUrgent } from './marks.ts';
import { lacksNoticeDay, marksOf } from './marksOf.ts';

type Marked = Pick<Subscription, 'status' | 'details'> & { readonly notificationEnabled?: boolean };

/** The deadlines of a subscription in a line each: `Notice by 3 Mar, 12 days left`, `Ends on 31 Dec`; and that it is silent. */
export function Marks({ record }: { readonly record: Marked }) {
  return (
    <>
      {marksOf(record, today.value).map((mark) => (
        <span key={mark.kind} class={isUrgent(mark) ? 'mark urgent' : 'mark'}>
          {deadlineWords(mark)}
        </span>
      ))}
      {lacksNoticeDay(record, today.value) && <span class="mark urgent">{t('subscriptions.noticeUnknown')}</span>}
      {record.notificationEnabled === false && (
        <span class="mark silent">
          <Icon node={BellOff} size={14} /> {t('subscriptions.silent')}
        </span>
      )}
    </>
  );
}
