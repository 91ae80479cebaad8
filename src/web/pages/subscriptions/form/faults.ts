import { RequestRefused } from '../../../api/errors.ts';
import { messageOf } from '../../../components/ErrorNotice.tsx';
import { amountText } from '../../../format/amounts.ts';
import { locale } from '../../../messages/language.ts';
import { t } from '../../../messages/messages.ts';
import { controlOf, type FormFault, type FormField, type FormValues } from '../model/formValues.ts';

const labels = {
  name: 'subscriptions.form.name',
  amount: 'subscriptions.form.amount',
  currency: 'subscriptions.form.currency',
  count: 'subscriptions.form.count',
  unit: 'subscriptions.form.unit',
  lastPaymentDate: 'subscriptions.form.lastPaymentDate',
  category: 'subscriptions.form.category',
  status: 'subscriptions.form.status',
  notificationEnabled: 'subscriptions.form.notificationEnabled',
  notes: 'subscriptions.form.notes',
  url: 'subscriptions.form.url',
  paymentMethod: 'subscriptions.form.paymentMethod',
  tags: 'subscriptions.form.tags',
  trialEndsOn: 'subscriptions.form.trialEndsOn',
  endsOn: 'subscriptions.form.endsOn',
  cancelBefore: 'subscriptions.form.cancelBefore',
  autoRenew: 'subscriptions.form.autoRenew',
} as const satisfies Record<FormField, string>;

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
  return t(labels[control]);
}
