import { useCallback } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { mayWrite } from '../api/session.ts';
import { ToastRegion } from '../components/Toast.tsx';
import { t } from '../messages/messages.ts';
import { isAddDialogOpen } from './addDialog.ts';
import { Banners } from './Banners.tsx';
import { CurrentPage } from './CurrentPage.tsx';
import { AddButton, SideNavigation, TabBar } from './Navigation.tsx';
import { PageLoader } from './PageLoader.tsx';
import { ShortcutList } from './ShortcutList.tsx';
import { isSearchWanted, useShortcut } from './shortcuts.ts';
import { pathOf, viewAt } from './views.ts';

const loadAddDialog = async () => (await import('../pages/subscriptions/AddDialog.tsx')).AddDialog;

/** The frame around the pages, for a user who is signed in. */
export function Shell() {
  const { path, route } = useLocation();
  const search = useCallback(() => {
    isSearchWanted.value = true;
    // A search that is there already keeps its filters.
    if (viewAt(path) !== 'subscriptions') route(pathOf('subscriptions'));
  }, [path, route]);
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
          {mayWrite.value && <AddButton />}
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

// The fragment would otherwise be an entry of the history.
function focusContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

function Nothing() {
  return null;
}
