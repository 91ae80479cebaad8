import { BookCheck } from 'lucide';
import { Icon } from '../components/Icon.tsx';
import { t } from '../messages/messages.ts';

/** The name of the product with its mark. */
export function Logo() {
  return (
    <p class="logo">
      <Icon node={BookCheck} size={24} />
      {t('common.product')}
    </p>
  );
}
