import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { mayWrite, session } from '../api/session.ts';
import { EmptyState, PageHeader } from '../components/content.tsx';
import { dropToasts, Loading, ToastRegion, undoNewest } from '../components/feedback.tsx';
import { loadedLate } from '../components/late.tsx';
import { t } from '../messages/messages.ts';
import { Overview } from '../pages/overview/Overview.tsx';
import { cancelled, closeCancelDialog } from '../subscriptions/cancelling.ts';
import { Banners } from './Banners.tsx';
import { useDetail } from './detail.ts';
import { useOverdueCount } from './overdue.ts';
import { AddButton, SideNavigation, TabBar } from './Navigation.tsx';
import { isSearchWanted, isShortcutListOpen, openShortcutList, type Shortcut, useShortcuts } from './shortcuts.ts';
import {
  closeAddDialog,
  closePalette,
  isPaletteOpen,
  openAddDialog,
  openPalette,
  pathOf,
  prefill,
  signInPath,
  viewAt,
  type ViewName,
  views,
} from './views.ts';

const Palette = loadedLate(async () => (await import('./Palette.tsx')).Palette);
const ShortcutList = loadedLate(async () => (await import('./ShortcutList.tsx')).ShortcutList);
const AddDialog = loadedLate(async () => (await import('../pages/subscriptions/AddDialog.tsx')).AddDialog);
const Detail = loadedLate(async () => (await import('../pages/subscriptions/detail/Detail.tsx')).Detail);
const CancelDialog = loadedLate(async () => (await import('../subscriptions/CancelDialog.tsx')).CancelDialog);

/** The frame around the pages, for a user who is signed in. */
export function Shell() {
  const shown = viewAt(useLocation().path);
  const view = views.find(({ name }) => name === shown);
  // The next user must not see what this one had open.
  useEffect(() => closeAll, []);
  useOverdueCount(view?.name !== 'overview');
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
          {session.value?.hasWayBack === false && (
            <p class="notice">
              {t('shell.noPassword')} <a href={pathOf('settings', '#password')}>{t('shell.noPassword.choose')}</a>
            </p>
          )}
        </main>
        <TabBar />
      </div>
      <OpenDetail />
      {prefill.value && <AddDialog />}
      {cancelled.value && <CancelDialog />}
      {isPaletteOpen.value && <Palette />}
      <KeysOfEachPage />
      {isShortcutListOpen.value && <ShortcutList />}
      <ToastRegion />
    </>
  );
}

/** The subscription that is open over the page, as the address says it. */
function OpenDetail() {
  const { id, close } = useDetail();
  return id ? <Detail key={id} id={id} onClose={close} /> : null;
}

function closeAll(): void {
  closeAddDialog();
  closeCancelDialog();
  closePalette();
  dropToasts();
}

/** "g" and a letter lead to a page. */
function KeysOfEachPage() {
  const { path, route } = useLocation();
  const search = () => {
    isSearchWanted.value = true;
    // A search that is there already keeps its filters.
    if (viewAt(path) !== 'subscriptions') route(pathOf('subscriptions'));
  };
  const keysOfWriters: readonly Shortcut[] = [
    { keys: 'n', text: 'shell.shortcuts.add', action: openAddDialog },
    { keys: 'Ctrl+Z', text: 'shell.shortcuts.undo', action: undoNewest },
  ];
  const keys: readonly Shortcut[] = [
    ...(mayWrite.value ? keysOfWriters : []),
    ...views.map(({ name, letter, text }) => ({ keys: `g ${letter}`, text, action: () => route(pathOf(name)) })),
    { keys: '/', text: 'shell.shortcuts.search', action: search },
    { keys: 'Ctrl+K', text: 'shell.palette', action: openPalette },
    { keys: '?', text: 'shell.shortcuts.help', action: openShortcutList },
  ];
  useShortcuts(() => keys, [path, route, mayWrite.value]);
  return null;
}

// The fragment would otherwise be an entry of the history.
function focusContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

/** The pages. The code of the overview is there from the start: it is what most visits see first. */
const pages: Readonly<Record<ViewName, ComponentType>> = {
  overview: Overview,
  subscriptions: latePage(async () => (await import('../pages/subscriptions/Subscriptions.tsx')).Subscriptions),
  calendar: latePage(async () => (await import('../pages/calendar/Calendar.tsx')).Calendar),
  insights: latePage(async () => (await import('../pages/insights/Insights.tsx')).Insights),
  'set-aside': latePage(async () => (await import('../pages/set-aside/SetAside.tsx')).SetAside),
  reminders: latePage(async () => (await import('../pages/reminders/Reminders.tsx')).Reminders),
  activity: latePage(async () => (await import('../pages/activity/Activity.tsx')).Activity),
  import: latePage(async () => (await import('../pages/import/Import.tsx')).Import),
  settings: latePage(async () => (await import('../pages/settings/Settings.tsx')).Settings),
  help: latePage(async () => (await import('../pages/help/Help.tsx')).Help),
};

function latePage(load: () => Promise<ComponentType>): ComponentType {
  return loadedLate(load, { Waiting: Loading, Failed: FailedPage });
}

function FailedPage() {
  return <PageHeader title={t('shell.page.failed')} />;
}

function CurrentPage() {
  const { path, route } = useLocation();
  const name = viewAt(path);
  const isSignIn = path === signInPath;
  useEffect(() => {
    if (isSignIn) route(pathOf('overview'), true);
  }, [isSignIn, route]);
  const Page = name && pages[name];
  if (Page !== undefined) return <Page />;
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
