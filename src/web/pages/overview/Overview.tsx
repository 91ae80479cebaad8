import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';

/** The page Overview. */
export function Overview() {
  return <PageHeader title={t('overview.title')} />;
}
