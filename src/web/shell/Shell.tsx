import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useCallback, useEffect, useLayoutEffect } from 'preact/hooks';
import { reconnections, reloadIfAnswering } from '../api/connection.ts';
import { mayWrite } from '../api/session.ts';
import { Button } from '../components/Button.tsx';
import { EmptyState, PageHeader } from '../components/content.tsx';
import { Loading, ToastRegion, undoNewest } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { Overview } from '../pages/overview/Overview.tsx';
import { Banners } from './Banners.tsx';
import { AddButton, SideNavigation, TabBar } from './Navigation.tsx';
import { isSearchWanted, ShortcutList, useShortcut } from './shortcuts.tsx';
import {
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

/** The frame around the pages, for a user who is signed in. */
export function Shell() {
  const view = views.find(({ name }) => name === viewAt(useLocation().path));
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
      {isPaletteOpen.value && <PageLoader load={loadPalette} placeholder={Nothing} />}
      <KeysOfEachPage />
      <ShortcutList />
      <ToastRegion />
    </>
  );
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

function Nothing() {
  return null;
}

/** Loads the code of a page. That of the overview is there from the start: it is what most visits see first. */
const loaders: Readonly<Record<Exclude<ViewName, 'overview'>, () => Promise<ComponentType>>> = {
  subscriptions: async () => (await import('../pages/subscriptions/Subscriptions.tsx')).Subscriptions,
  calendar: async () => (await import('../pages/calendar/Calendar.tsx')).Calendar,
  insights: async () => (await import('../pages/insights/Insights.tsx')).Insights,
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

interface PageLoaderProps {
  /** Loads the code of what is shown; the same function for the same code. */
  readonly load: () => Promise<ComponentType>;
  /** What is shown until then. */
  readonly placeholder?: ComponentType;
}

const loaded = new Map<PageLoaderProps['load'], ComponentType>();

/**
 * Shows a page or a dialog whose code loads when it is needed. If that fails, it loads the whole page anew, once; if the
 * server is away, when it is back.
 */
function PageLoader({ load, placeholder: Placeholder = LoadingPage }: PageLoaderProps) {
  const round = useSignal(0);
  const hasFailed = useSignal(false);
  const Page = loaded.get(load);
  void round.value;

  useLayoutEffect(() => {
    hasFailed.value = false;
    if (loaded.has(load)) return;
    load().then(
      (component) => {
        loaded.set(load, component);
        round.value += 1;
      },
      async (error: unknown) => {
        console.error(error);
        hasFailed.value = !(await reloadIfAnswering());
      },
    );
  }, [load, reconnections.value]);

  if (Page !== undefined) return <Page />;
  if (!hasFailed.value) return <Placeholder />;
  const reload = <Button onClick={() => location.reload()}>{t('common.reload')}</Button>;
  return (
    <>
      <PageHeader title={t('shell.page.failed')} />
      {reload}
    </>
  );
}

function LoadingPage() {
  return <Loading />;
}
