import { ChevronLeft, ChevronRight } from 'lucide';
import { today } from '../../api/session.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { t } from '../../messages/messages.ts';
import { addMonths, monthOf } from './month.ts';

interface MonthBarProps {
  readonly selected: string;
  /** The name of the month. */
  readonly label: string;
  readonly onSelect: (day: string) => void;
}

/** The name of the month, and the buttons that lead to another. */
export function MonthBar({ selected, label, onSelect }: MonthBarProps) {
  const go = (months: number) => {
    const target = addMonths(`${monthOf(selected)}-01`, months);
    if (target !== undefined) onSelect(monthOf(target) === monthOf(today.value) ? today.value : target);
  };
  const isAtEnd = (months: number) => addMonths(selected, months) === undefined;
  return (
    <div class="month-bar">
      <h2 aria-live="polite">{label}</h2>
      <div class="month-buttons">
        <IconButton icon={ChevronLeft} label={t('calendar.previous')} disabled={isAtEnd(-1)} onClick={() => go(-1)} />
        <Button onClick={() => onSelect(today.value)}>{t('calendar.today')}</Button>
        <IconButton icon={ChevronRight} label={t('calendar.next')} disabled={isAtEnd(1)} onClick={() => go(1)} />
      </div>
    </div>
  );
}
