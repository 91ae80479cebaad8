import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';

/** The page Subscriptions. */
export function Subscriptions() {
  return <PageHeader title={t('subscriptions.title')} />;
}
