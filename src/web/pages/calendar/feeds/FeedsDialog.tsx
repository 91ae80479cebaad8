import { useSignal } from '@preact/signals';
import { allPages } from '../../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../../api/client.ts';
import { loadPeople } from '../../../api/people.ts';
import { useResource } from '../../../api/resource.ts';
import { mayChange, mayOwn } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../components/Dialog.tsx';
import { ErrorNotice, Loaded } from '../../../components/feedback.tsx';
import { Rows } from '../../../components/Rows.tsx';
import { Whose } from '../../../components/Whose.tsx';
import { t } from '../../../messages/messages.ts';
import { FeedForm } from './FeedForm.tsx';
import { MadeFeed } from './MadeFeed.tsx';
import { settingsText } from './settings.ts';

type Feed = Schemas['Feed'];

/** The links under which calendar programs read the payments: those that there are, and what makes another. */
export function FeedsDialog({ onClose }: { readonly onClose: () => void }) {
  const made = useSignal<Schemas['CreatedFeed'] | undefined>(undefined);
  const revoking = useSignal<Feed | undefined>(undefined);
  const feeds = useResource(loadFeeds);

  if (made.value?.url !== undefined) return <MadeFeed name={made.value.name} url={made.value.url} onClose={onClose} />;
  const actions = <Button onClick={onClose}>{t('common.close')}</Button>;
  return (
    <>
      <Dialog title={t('calendar.feeds.title')} onClose={onClose} actions={actions}>
        <p>{t('calendar.feeds.text')}</p>
        {mayOwn.value ? <FeedForm onMade={(feed) => (made.value = feed)} /> : <p>{t('calendar.feeds.others')}</p>}
        <ErrorNotice error={feeds.error.value} />
        <Loaded resource={feeds}>{(all) => <FeedList {...all} onRevoke={(feed) => (revoking.value = feed)} />}</Loaded>
      </Dialog>
      {revoking.value && <RevokeDialog feed={revoking.value} onClose={() => (revoking.value = undefined)} />}
    </>
  );
}

async function loadFeeds(signal: AbortSignal) {
  const feeds = await allPages((query) => bodyOf(api.GET('/api/v1/feeds', { params: { query }, signal })));
  const isOwn = feeds.some(({ userId }) => userId !== null);
  return { feeds, people: await loadPeople(isOwn, signal) };
}

interface FeedListProps {
  readonly feeds: readonly Feed[];
  readonly people: ReadonlyMap<string, string>;
  readonly onRevoke: (feed: Feed) => void;
}

function FeedList({ feeds, people, onRevoke }: FeedListProps) {
  if (feeds.length === 0) return null;
  return (
    <section>
      <h3>{t('calendar.feeds.list')}</h3>
      <Rows label={t('calendar.feeds.list')} items={feeds}>
        {(feed) => (
          <>
            <div>
              <p class="settings-name">
                <bdi>{feed.name}</bdi> <Whose userId={feed.userId} people={people} />
              </p>
              <p class="muted">{settingsText(feed)}</p>
            </div>
            {mayChange(feed) && (
              <Button
                kind="danger"
                onClick={() => onRevoke(feed)}
                aria-label={t('settings.keys.revoke.name', { name: feed.name })}
              >
                {t('settings.keys.revoke')}
              </Button>
            )}
          </>
        )}
      </Rows>
    </section>
  );
}

function RevokeDialog({ feed: { id, name }, onClose }: { readonly feed: Feed; readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('settings.keys.revoke.title', { name })}
      action={t('settings.keys.revoke')}
      onConfirm={() => bodyOf(api.DELETE('/api/v1/feeds/{id}', { params: { path: { id } } }))}
      told={t('settings.keys.revoked.toast', { name })}
      onClose={onClose}
    >
      <p>{t('calendar.feeds.revoke.text')}</p>
    </ConfirmDialog>
  );
}
