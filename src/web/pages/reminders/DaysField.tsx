import { Button } from '../../components/Button.tsx';
import { CheckChips, Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { chosenDays, offeredDays, type RuleForm, withTypedDays } from './rules.ts';

interface DaysFieldProps {
  readonly form: RuleForm;
  readonly error: string | undefined;
  readonly onChange: (form: RuleForm) => void;
}

/** The lead times of a rule: the usual ones to tick, and any other. */
export function DaysField({ form, error, onChange }: DaysFieldProps) {
  const { event, typedDays, isTypedWrong } = form;
  const options = offeredDays(form).map((count) => ({ value: String(count), text: daysText(event, count) }));
  const add = () => onChange(withTypedDays(form));

  function addOnEnter(pressed: KeyboardEvent) {
    if (pressed.key !== 'Enter' || typedDays === '') return;
    pressed.preventDefault();
    add();
  }

  return (
    <>
      <CheckChips
        label={t('reminders.rule.days')}
        options={options}
        chosen={chosenDays(form).map(String)}
        error={error}
        onChange={(chosen) => onChange({ ...form, days: chosen.map(Number), areDaysSuggested: false })}
      />
      <Field
        label={t('reminders.rule.days.own')}
        error={isTypedWrong ? t('reminders.rule.days.wrong') : undefined}
        isOptional
      >
        {(control) => (
          <div class="copy">
            <input
              {...control}
              inputMode="numeric"
              maxLength={3}
              value={typedDays}
              onInput={({ currentTarget }) => onChange({ ...form, typedDays: currentTarget.value })}
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
