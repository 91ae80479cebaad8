import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { useResource } from '../../../api/resource.ts';
import { currencies } from '../../../api/session.ts';
import { CheckBox } from '../../../components/Field.tsx';
import { loadNewest } from '../../../subscriptions/api.ts';
import { mainLabels } from '../../../subscriptions/detailFields.ts';
import { statuses, type Subscription } from '../../../subscriptions/fields.ts';
import { currencyWords, statusWords } from '../../../subscriptions/words.ts';
import { choicesOf } from '../list.ts';
import { type FieldsProps, optionsOf, SelectControl, TextControl } from './Fields.tsx';
import { DuplicatesNote } from './Preview.tsx';
import { IntervalField, PaymentDayField } from './ScheduleFields.tsx';
import { t } from '../../../messages/messages.ts';
import type { FormValues } from './values.ts';

interface MainFieldsProps extends FieldsProps {
  readonly initial: FormValues;
  /** Others with the same name. */
  readonly duplicates: readonly Subscription[];
  /** For a new subscription: the category that its name suggests, if any. */
  readonly guess: ((name: string) => string | undefined) | undefined;
}

/** The controls of what every subscription has. What is new is active. */
export function MainFields(props: MainFieldsProps) {
  const isNew = props.guess !== undefined;
  const { currency } = props.initial;
  const currencyChoice = (code: string) =>
    code === '' ? t('subscriptions.form.currency.choose') : currencyWords(code);
  // A subscription keeps a currency that the service offers no more.
  const offered = currencies.value.includes(currency) ? currencies.value : [...currencies.value, currency];
  return (
    <>
      <TextControl
        {...props}
        name="name"
        hasRoom
        help={<DuplicatesNote duplicates={props.duplicates} />}
        input={{ autofocus: true, dir: 'auto', ...(isNew && { onFocus: selectAll }) }}
      />
      <div class="subs-pair even">
        <TextControl {...props} name="amount" hasRoom input={{ inputMode: 'decimal' }} />
        <SelectControl {...props} name="currency" hasRoom options={optionsOf(offered, currencyChoice)} />
      </div>
      <IntervalField {...props} />
      <PaymentDayField {...props} isNew={isNew} />
      <div class="subs-pair">
        <CategoryField {...props} />
        {!isNew && <SelectControl {...props} name="status" hasRoom options={optionsOf(statuses, statusWords)} />}
      </div>
      <CheckBox
        name="notificationEnabled"
        isOn={props.values.notificationEnabled}
        onTurn={(notificationEnabled) => props.onChange({ notificationEnabled })}
      >
        {t(mainLabels.notificationEnabled)}
      </CheckBox>
    </>
  );
}

/** A name that was filled in makes room for the real one. */
function selectAll({ currentTarget }: FocusEvent): void {
  if (currentTarget instanceof HTMLInputElement) currentTarget.select();
}

/**
 * The categories that are used already are offered. What the name suggests is in the control while the user is elsewhere, and
 * makes room for another one, so that all categories are offered.
 */
function CategoryField(props: MainFieldsProps) {
  const { values, guess } = props;
  const guessed = guess?.(values.name) ?? '';
  const categories = useId();
  const known = useResource(loadNewest).data.value;
  const isFocused = useSignal(false);
  const shown = isFocused.value ? values.category : values.category || guessed;
  return (
    <div>
      <TextControl
        {...props}
        values={{ ...values, category: shown }}
        name="category"
        hasRoom
        help={guess && values.category.trim() === '' && categoryHelp(guessed)}
        input={{
          list: categories,
          placeholder: guessed,
          onFocus: () => (isFocused.value = true),
          onBlur: () => (isFocused.value = false),
        }}
      />
      <datalist id={categories}>
        {choicesOf(known ?? []).categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
    </div>
  );
}

function categoryHelp(guessed: string): string {
  if (guessed !== '') return t('subscriptions.form.category.guessed');
  return t('subscriptions.form.category.none', { category: t('subscriptions.form.category.default') });
}
