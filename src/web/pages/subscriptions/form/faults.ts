import { amountMax } from '../../../../core/billing/money.ts';
import { RequestRefused } from '../../../api/answers.ts';
import { amountText } from '../../../format/money.ts';
import { locale, problemMessage, t } from '../../../messages/messages.ts';
import type { PlainMessageKey } from '../../../messages/translate.ts';
import { detailFields, isDetail, mainLabels } from '../../../subscriptions/detailFields.ts';
import { controlOf, type FaultyControl, type FormField, type FormValues } from './values.ts';

export interface Fault {
  readonly control: FormField;
  readonly message: string;
  /** The value has changed since: the message keeps its room, so that nothing moves, and is not shown. */
  readonly isCorrected: boolean;
}

/** The fault of a control whose value cannot be sent. */
export function clientFault(control: FaultyControl, values: FormValues): Fault {
  const example = amountText(9.99, locale.value);
  const nextError = values.nextPaymentDate === '' ? 'error' : 'none';
  const messages: Readonly<Record<FaultyControl, string>> = {
    name: t('subscriptions.form.name.error'),
    amount: t('subscriptions.form.amount.error', { example, max: amountText(amountMax, locale.value) }),
    currency: t('subscriptions.form.currency.error'),
    count: t('subscriptions.form.count.error'),
    lastPaymentDate: t('subscriptions.form.lastPaymentDate.error'),
    nextPaymentDate: t(`subscriptions.form.nextPaymentDate.${nextError}`),
    category: t('subscriptions.form.category.error'),
  };
  return { control, message: messages[control], isCorrected: false };
}

/** The faults that the service found at controls of the form, the first one of each. */
export function faultsIn(error: unknown, values: FormValues): readonly Fault[] {
  if (!(error instanceof RequestRefused)) return [];
  const found = new Map<FormField, Fault>();
  for (const problem of error.problem.faults ?? [error.problem]) {
    const control = controlOf(problem.field, values);
    if (control === undefined || found.has(control)) continue;
    found.set(control, { control, message: problemMessage(problem), isCorrected: false });
  }
  return Array.from(found.values());
}

const labels: Readonly<Partial<Record<FormField, PlainMessageKey>>> = {
  ...mainLabels,
  nextPaymentDate: 'activity.field.nextPaymentDate',
  anchorDay: 'activity.field.anchorDay',
};

export function labelOf(control: FormField): string {
  return t(isDetail(control) ? detailFields[control].label : (labels[control] ?? mainLabels.name));
}

/** The error at a control, as its field shows it. */
export function errorAt(
  control: FormField,
  faults: readonly Fault[],
): Pick<Fault, 'isCorrected'> & { readonly error: string | undefined } {
  const fault = faults.find((one) => one.control === control);
  return { error: fault?.message, isCorrected: fault?.isCorrected ?? false };
}

/** The faults after some values have changed. */
export function corrected(faults: readonly Fault[], changed: readonly string[]): readonly Fault[] {
  const controls = new Set(changed.flatMap((name) => [name, ...(shownWith[name] ?? [])]));
  return faults.map((fault) => (controls.has(fault.control) ? { ...fault, isCorrected: true } : fault));
}

/** The controls at which the faults of another value are shown. */
const shownWith: Readonly<Record<string, readonly FormField[]>> = {
  unit: ['count'],
  nextPaymentDate: ['lastPaymentDate'],
};
