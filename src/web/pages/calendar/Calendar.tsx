import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';

/** The page Calendar. */
export function Calendar() {
  return <PageHeader title={t('calendar.title')} />;
}
