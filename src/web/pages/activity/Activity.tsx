import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';

/** The page Activity. */
export function Activity() {
  return <PageHeader title={t('activity.title')} />;
}
