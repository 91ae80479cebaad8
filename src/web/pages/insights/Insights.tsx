import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';

/** The page Insights. */
export function Insights() {
  return <PageHeader title={t('insights.title')} />;
}
