import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useCallback, useEffect } from 'preact/hooks';
import { mayWrite } from '../api/session.ts';
import { EmptyState, PageHeader } from '../components/content.tsx';
import { dropToasts, ToastRegion, undoNewest } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { Overview } from '../pages/overview/Overview.tsx';
import { cancelled, closeCancelDialog } from '../subscriptions/cancelling.ts';
import { Banners } from './Banners.tsx';
import { AddButton, SideNavigation, TabBar } from './Navigation.tsx';
import { Nothing, PageLoader } from './PageLoader.tsx';
import { isSearchWanted, ShortcutList, useShortcut } from './shortcuts.tsx';
import {
  closeAddDialog,
  closePalette,
  isAddDialogOpen,
  isPaletteOpen,
  openAddDialog,
  openPalette,
  pathOf,
  signInPath,
  type View,
  viewAt,
  type ViewName,
  views,
} from './views.ts';

const loadPalette = async () => (await import('./Palette.tsx')).Palette;
const loadAddDialog = async () => (await import('../pages/subscriptions/AddDialog.tsx')).AddDialog;
const loadCancelDialog = async () => (await import('../subscriptions/CancelDialog.tsx')).CancelDialog;

/** The frame around the pages, for a user who is signed in. */
export function Shell() {
  const view = views.find(({ name }) => name === viewAt(useLocation().path));
  // The next user must not see what this one had open.
  useEffect(() => closeAll, []);
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {t('shell.skip')}
      </a>
      <div class="shell">
        <SideNavigation />
        <main id="content" tabIndex={-1}>
          <Banners />
          {mayWrite.value && view?.adds && <AddButton />}
          <CurrentPage />
        </main>
        <TabBar />
      </div>
      {isAddDialogOpen.value && <PageLoader load={loadAddDialog} placeholder={Nothing} />}
      {cancelled.value && <PageLoader load={loadCancelDialog} placeholder={Nothing} />}
      {isPaletteOpen.value && <PageLoader load={loadPalette} placeholder={Nothing} />}
      <KeysOfEachPage />
      <ShortcutList />
      <ToastRegion />
    </>
  );
}

/** Closes what a user has open over the pages. */
function closeAll(): void {
  closeAddDialog();
  closeCancelDialog();
  closePalette();
  dropToasts();
}

/** The keys that work on each page. */
function KeysOfEachPage() {
  const { path, route } = useLocation();
  const search = useCallback(() => {
    isSearchWanted.value = true;
    // A search that is there already keeps its filters.
    if (viewAt(path) !== 'subscriptions') route(pathOf('subscriptions'));
  }, [path, route]);
  useShortcut('/', 'shell.shortcuts.search', search);
  useShortcut('Ctrl+K', 'shell.palette', openPalette);
  return (
    <>
      {mayWrite.value && <KeysOfWriters />}
      {views.map((view) => (
        <KeysOfView key={view.name} view={view} />
      ))}
    </>
  );
}

function KeysOfWriters() {
  useShortcut('n', 'shell.shortcuts.add', openAddDialog);
  useShortcut('Ctrl+Z', 'shell.shortcuts.undo', undoNewest);
  return null;
}

/** "g" and a letter lead to a page. */
function KeysOfView({ view: { name, letter, text } }: { readonly view: View }) {
  const { route } = useLocation();
  const go = useCallback(() => route(pathOf(name)), [name, route]);
  useShortcut(`g ${letter}`, text, go);
  return null;
}

// The fragment would otherwise be an entry of the history.
function focusContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

/** Loads the code of a page. That of the overview is there from the start: it is what most visits see first. */
const loaders: Readonly<Record<Exclude<ViewName, 'overview'>, () => Promise<ComponentType>>> = {
  subscriptions: async () => (await import('../pages/subscriptions/Subscriptions.tsx')).Subscriptions,
  calendar: async () => (await import('../pages/calendar/Calendar.tsx')).Calendar,
  insights: async () => (await import('../pages/insights/Insights.tsx')).Insights,
  reminders: async () => (await import('../pages/reminders/Reminders.tsx')).Reminders,
  activity: async () => (await import('../pages/activity/Activity.tsx')).Activity,
  settings: async () => (await import('../pages/settings/Settings.tsx')).Settings,
};

/** The page that the address leads to. */
function CurrentPage() {
  const { path, route } = useLocation();
  const name = viewAt(path);
  const isSignIn = path === signInPath;
  useEffect(() => {
    if (isSignIn) route(pathOf('overview'), true);
  }, [isSignIn, route]);
  if (name === 'overview') return <Overview />;
  if (name !== undefined) return <PageLoader key={name} load={loaders[name]} />;
  if (isSignIn) return null;
  const back = (
    <a class="button" href={pathOf('overview')}>
      {t('shell.page.unknown.back')}
    </a>
  );
  return (
    <>
      <PageHeader title={t('shell.page.unknown')} />
      <EmptyState text={t('shell.page.unknown.text')} action={back} />
    </>
  );
}
