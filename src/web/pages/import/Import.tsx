import { mayWrite } from '../../api/session.ts';
import { Card, PageHeader } from '../../components/content.tsx';
import { t } from '../../messages/messages.ts';
import { Done } from './Done.tsx';
import { Earlier } from './Earlier.tsx';
import { Export } from './Export.tsx';
import { Review } from './Review.tsx';
import { Source } from './Source.tsx';
import { file, result } from './state.ts';

/** The page Import and export. While a file is checked, the page shows nothing else. */
export function Import() {
  const isOpen = mayWrite.value && file.value !== undefined;
  return (
    <>
      <PageHeader title={t('shell.import')} />
      <div class="cards imports">
        {isOpen && (result.value ? <Done result={result.value} /> : <Review />)}
        {!isOpen && (
          <>
            {mayWrite.value ? (
              <Source />
            ) : (
              <Card title={t('imports.title')}>
                <p class="muted">{t('imports.others')}</p>
              </Card>
            )}
            <Export />
            <Earlier />
          </>
        )}
      </div>
    </>
  );
}
