import { useCallback } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { mayWrite } from '../api/session.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ToastRegion } from '../components/Toast.tsx';
import { t } from '../messages/messages.ts';
import { isAddDialogOpen, openAddDialog } from './addDialog.ts';
import { Banners } from './Banners.tsx';
import { AddButton, SideNavigation, TabBar } from './Navigation.tsx';
import { PageLoader } from './PageLoader.tsx';
import { isSearchWanted } from './search.ts';
import { ShortcutList } from './ShortcutList.tsx';
import { useShortcut } from './shortcuts.ts';
import { pathOf, viewAt, views } from './views.ts';

const loadAddDialog = async () => (await import('../pages/subscriptions/AddDialog.tsx')).AddDialog;

/** The frame around the pages, for a user who is signed in. */
export function Shell() {
  const add = useCallback(() => mayWrite.peek() && openAddDialog(), []);
  const { path, route } = useLocation();
  const search = useCallback(() => {
    isSearchWanted.value = true;
    // A search that is there already keeps its filters.
    if (viewAt(path) !== 'subscriptions') route(pathOf('subscriptions'));
  }, [path, route]);
  useShortcut('n', 'shell.shortcuts.add', add);
  useShortcut('/', 'shell.shortcuts.search', search);
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {t('shell.skip')}
      </a>
      <div class="shell">
        <SideNavigation />
        <main id="content" tabIndex={-1}>
          <Banners />
          <div class="add">
            <AddButton />
          </div>
          <CurrentPage />
        </main>
        <TabBar />
      </div>
      {isAddDialogOpen.value && <PageLoader load={loadAddDialog} placeholder={Nothing} />}
      <ShortcutList />
      <ToastRegion />
    </>
  );
}

function CurrentPage() {
  const name = viewAt(useLocation().path);
  const view = views.find((one) => one.name === name);
  if (view !== undefined) return <PageLoader key={view.name} load={view.load} />;
  const back = <a href={pathOf('overview')}>{t('shell.page.unknown.back')}</a>;
  return <EmptyState text={t('shell.page.unknown')} action={back} />;
}

// The fragment would otherwise be an entry of the history.
function focusContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

function Nothing() {
  return null;
}
