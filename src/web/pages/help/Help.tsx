import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { noteFirstData } from '../../api/resource.ts';
import { Card, PageHeader } from '../../components/content.tsx';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { topics } from './topics.ts';

/** The page Help: six short topics for those who use Duebook. The address names the one that is shown. */
export function Help() {
  const { query } = useLocation();
  // It asks for none.
  useEffect(noteFirstData, []);
  const shown = topics.find(({ name }) => name === query['topic']) ?? topics[0];
  return (
    <>
      <PageHeader title={t('shell.help')} />
      <nav class="help-topics" aria-label={t('help.topics')}>
        {topics.map(({ name, title }) => (
          <a
            key={name}
            class="button"
            href={pathOf('help', `?topic=${name}`)}
            aria-current={name === shown.name ? 'page' : undefined}
          >
            {t(title)}
          </a>
        ))}
      </nav>
      <Card title={t(shown.title)}>
        <div class="help-texts">
          {shown.texts.map((text) => (
            <p key={text}>{t(text)}</p>
          ))}
        </div>
      </Card>
    </>
  );
}
