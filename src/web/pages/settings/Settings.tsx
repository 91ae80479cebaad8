import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';

/** The page Settings. */
export function Settings() {
  return <PageHeader title={t('settings.title')} />;
}
