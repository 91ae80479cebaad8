import { amountMax } from '../../core/billing/money.ts';
import { amountText } from '../format/money.ts';
import { locale, t } from '../messages/messages.ts';

/** What is wrong with a text that is no amount, and how one looks. */
export function amountFault(): string {
  return t('subscriptions.form.amount.error', {
    example: amountText(9.99, locale.value),
    max: amountText(amountMax, locale.value),
  });
}
