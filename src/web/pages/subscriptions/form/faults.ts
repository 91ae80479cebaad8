import { RequestRefused } from '../../../api/errors.ts';
import { messageOf } from '../../../components/ErrorNotice.tsx';
import { amountText } from '../../../format/amounts.ts';
import { locale } from '../../../messages/language.ts';
import { t } from '../../../messages/messages.ts';
import { detailFields, isDetail, mainLabels } from '../../../subscriptions/fields.ts';
import { controlOf, type FormFault, type FormField, type FormValues } from './values.ts';

/** What is wrong with the form. */
export interface Fault {
  /** The control that is wrong; undefined when it is none of the form. */
  readonly control: FormField | undefined;
  /** The words at that control. */
  readonly label?: string;
  readonly message: string;
  /** Set when it is no fault of a control. */
  readonly error?: unknown;
}

/** The fault of a control whose value cannot be sent. */
export function clientFault(control: FormFault['field']): Fault {
  const example = amountText(9.99, locale.value);
  const messages = {
    name: t('subscriptions.form.name.error'),
    amount: t('subscriptions.form.amount.error', { example }),
    count: t('subscriptions.form.count.error'),
    lastPaymentDate: t('subscriptions.form.lastPaymentDate.error'),
    category: t('subscriptions.form.category.error'),
  };
  return { control, label: labelOf(control), message: messages[control] };
}

/** The fault that the service found. */
export function faultIn(error: unknown, values: FormValues): Fault {
  const message = messageOf(error);
  const field = error instanceof RequestRefused ? error.problem.field : undefined;
  const control = controlOf(field, values);
  if (control === undefined) return { control, message, error };
  return { control, label: labelOf(control), message };
}

/** The words at a control. */
export function labelOf(control: FormField): string {
  return t(isDetail(control) ? detailFields[control].label : mainLabels[control]);
}

/** What is wrong at a control, and how to correct it. */
export function errorAt(name: FormField, fault: Fault | undefined) {
  return fault?.control === name ? fault.message : undefined;
}
