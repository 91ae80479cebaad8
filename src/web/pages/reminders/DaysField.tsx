import { useSignal } from '@preact/signals';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { CheckChips } from './CheckChips.tsx';
import { offeredDays, type RuleForm, withDays } from './rules.ts';

interface DaysFieldProps extends Pick<RuleForm, 'event' | 'days'> {
  readonly error: string | undefined;
  readonly onChange: (days: readonly number[]) => void;
}

/** The lead times of a rule: the usual ones to tick, and any other. */
export function DaysField({ event, days, error, onChange }: DaysFieldProps) {
  const typed = useSignal('');
  const isWrong = useSignal(false);
  const options = offeredDays({ event, days }).map((count) => ({ value: String(count), text: daysText(event, count) }));

  function add() {
    const more = withDays(days, typed.value);
    isWrong.value = more === undefined;
    if (more === undefined) return;
    typed.value = '';
    onChange(more);
  }

  function addOnEnter(pressed: KeyboardEvent) {
    if (pressed.key !== 'Enter' || typed.value === '') return;
    pressed.preventDefault();
    add();
  }

  return (
    <>
      <CheckChips
        label={t('reminders.rule.days')}
        options={options}
        chosen={days.map(String)}
        error={error}
        onChange={(chosen) => onChange(chosen.map(Number))}
      />
      <Field
        label={t('reminders.rule.days.own')}
        error={isWrong.value ? t('reminders.rule.days.wrong') : undefined}
        isOptional
      >
        {(control) => (
          <div class="copy">
            <input
              {...control}
              inputMode="numeric"
              maxLength={3}
              value={typed.value}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
              onKeyDown={addOnEnter}
            />
            <Button onClick={add}>{t('reminders.rule.days.add')}</Button>
          </div>
        )}
      </Field>
    </>
  );
}

function daysText(event: RuleForm['event'], count: number): string {
  if (count === 0) return t('reminders.rule.days.on');
  return event === 'overdue' ? t('reminders.rule.days.after', { count }) : t('reminders.rule.days.before', { count });
}
