import { TriangleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { lastDueDay } from '../../../modules/analytics/rules/lastDueDay.ts';
import type { Schemas } from '../../api/client.ts';
import { today } from '../../api/session.ts';
import { Icon } from '../../components/Button.tsx';
import { formatDate, formatDue, moneyList, shortListWords } from '../../format/format.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { type Deadline, isDecision } from '../../subscriptions/marks.ts';
import { isOfWeek, sumOfOverdue, sumOfWeek } from './figures.ts';
import { sumWords } from './rangeWords.ts';

const isEstimated = ({ isEstimate }: Pick<Schemas['UpcomingPayment'], 'isEstimate'>) => isEstimate;

interface DaySentenceProps {
  readonly due: Schemas['UpcomingPaymentsAnswer'];
  readonly failing?: readonly string[] | undefined;
}

/** What the day asks for, in a sentence: each part leads to its rows, the channels that fail to their page. */
export function DaySentence({ due, failing = [] }: DaySentenceProps) {
  const overdue = sumOfOverdue(due);
  const week = sumOfWeek(due, today.value);
  const until = formatDate(lastDueDay(today.value), 'weekdayName');
  const isAbout = due.payments.some((one) => isEstimated(one) && isOfWeek(one, today.value));
  const decisions = (due.deadlines ?? []).filter((one) => isDecision(one) && isOfWeek(one, today.value));
  const [first] = decisions;
  return (
    <p class="day-sentence">
      {overdue.length > 0 && (
        <Part to="due-overdue" isLate>
          {t('overview.due.overdue', { sums: sumWords(moneyList(overdue), due.overdue.some(isEstimated)) })}
        </Part>
      )}
      {week && week.length > 0 && (
        <Part to="due-week">{t('overview.due.week', { sums: sumWords(moneyList(week), isAbout), day: until })}</Part>
      )}
      {week?.length === 0 && <span>{t('overview.due.week.nothing', { day: until })}</span>}
      {first && (
        <Part to={`deadline-${first.subscriptionId}`}>
          {decisionWords(first)}
          {decisions.length > 1 && ` ${t('overview.due.decisions', { count: decisions.length - 1 })}`}
        </Part>
      )}
      {failing.length > 0 && (
        <a href={pathOf('reminders')} class="late">
          <Icon node={TriangleAlert} size={18} />{' '}
          {t('overview.channels.failing', { names: shortListWords(failing.map(isolated)) })}
        </a>
      )}
    </p>
  );
}

function decisionWords({ kind, name, date, daysLeft }: Deadline): string {
  const day = daysLeft < 2 ? formatDue(date) : formatDate(date, 'weekdayName');
  return t(kind === 'notice' ? 'overview.due.notice' : 'overview.due.trial', { name: isolated(name), day });
}

interface PartProps {
  /** The id of the element that it leads to. */
  readonly to: string;
  readonly isLate?: boolean;
  readonly children: ComponentChildren;
}

function Part({ to, isLate = false, children }: PartProps) {
  return (
    <a href={`#${to}`} class={isLate ? 'late' : undefined} onClick={jump}>
      {children}
    </a>
  );
}

/** The fragment would be an entry of the history. */
function jump(event: Event): void {
  event.preventDefault();
  const link = event.currentTarget;
  const target = link instanceof HTMLAnchorElement && document.querySelector(link.hash);
  if (!target) return;
  const row = target.closest('li') ?? target.querySelector('li');
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector('a')?.focus({ preventScroll: true });
}
